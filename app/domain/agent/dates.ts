// dateIn(): the day that a text names, in the reader's time zone. longDay(): how a day reads.
import { en } from "chrono-node"

/** Midnight UTC of the day that it is for the reader, as due dates are stored. */
export const today = (timeZone: string | null, now = new Date()): Date => {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: timeZone ?? "UTC" }).format(now)
  return new Date(`${parts}T00:00:00.000Z`)
}

/** ISO midnight UTC; undefined when the text is not a day from its first to its last word. */
export const dateIn = (text: string, timeZone: string | null, now = new Date()): string | undefined => {
  const said = text.trim().toLowerCase()
  if (said === "" || said.length > 60) return undefined
  if (/^\d{4}-\d\d-\d\d$/.test(said)) {
    const day = new Date(`${said}T00:00:00.000Z`)
    // The 30th of February would become a day of March.
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(said) ? day.toISOString() : undefined
  }
  // Read as the next one otherwise.
  if (/\b(?:last|previous|past|ago)\b/.test(said)) return undefined
  const start = today(timeZone, now)
  if (/^(?:the )?end of next week$/.test(said)) {
    const sinceMonday = (start.getUTCDay() + 6) % 7
    return new Date(start.getTime() + (11 - sinceMonday) * dayMs).toISOString()
  }
  if (said === "end of week" || said === "the end of the week" || said === "end of the week") return onWeekday(start, 5)
  if (said === "end of month" || said === "the end of the month" || said === "end of the month") {
    return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).toISOString()
  }
  const [found, ...others] = en.GB.parse(said, { instant: start, timezone: 0 }, { forwardDate: true })
  if (!found || others.length > 0 || found.index !== 0 || found.text.length < said.length || found.end) return undefined
  const { start: day } = found
  if (!day.isCertain("day") && !day.isCertain("weekday")) return undefined
  return new Date(Date.UTC(day.get("year") ?? 0, (day.get("month") ?? 1) - 1, day.get("day") ?? 1)).toISOString()
}

const dayMs = 86_400_000

const onWeekday = (from: Date, weekday: number) => {
  const days = (weekday - from.getUTCDay() + 7) % 7
  return new Date(from.getTime() + days * dayMs).toISOString()
}

const day = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
})

/** A due date in full: "Tuesday, 24 November 2026". It is midnight UTC of its day, whatever the reader's time zone. */
export const longDay = (iso: string): string => day.format(new Date(iso))
