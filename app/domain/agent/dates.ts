// dateIn(), datesFrom(): the day that a text names in English or German, for a reader. daysNear(): what another text may mean. longDay(): how a day reads.
import { dateFormat } from "~/contract/shared/language/format"
import type { WeekStart } from "~/contract/shared/language/week"
import { dayIn } from "~/rules/agent/day-in"
import { nearDays } from "~/rules/agent/near-days"
import { dueOn } from "~/rules/dates"

/** Where and how a person counts days. `timeZone`: IANA; null: UTC. */
export type Calendar = { timeZone: string | null; weekStart: WeekStart }

/** Midnight UTC of the day that it is for the reader, as due dates are stored. */
export const today = (timeZone: string | null, now = new Date()): Date => {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: timeZone ?? "UTC" }).format(now)
  return new Date(`${parts}T00:00:00.000Z`)
}

/** ISO midnight UTC; undefined when the text is not a day from its first to its last word. */
export const dateIn = (text: string, calendar: Calendar, now = new Date()): string | undefined =>
  datesFrom(calendar, now)(text)

/** dateIn() for many texts: the reader's day is looked up once, which costs more than reading a text. */
export const datesFrom = ({ timeZone, weekStart }: Calendar, now = new Date()) => {
  const start = today(timeZone, now).toISOString().slice(0, 10)
  return (text: string): string | undefined => {
    const day = dayIn(text, start, weekStart)
    return day === undefined ? undefined : dueOn(day)
  }
}

const dayAndMonth = dateFormat({ day: "numeric", month: "long", timeZone: "UTC" })
const withYear = dateFormat({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })

/** The days to choose from for a text that is none, in words of the language in force that dateIn() reads. */
export const daysNear = (text: string, { timeZone, weekStart }: Calendar, now = new Date()): string[] => {
  const start = today(timeZone, now).toISOString().slice(0, 10)
  return nearDays(text, start, weekStart).map((day) => {
    const short = dayAndMonth(Date.parse(day))
    return dayIn(short, start, weekStart) === day ? short : withYear(Date.parse(day))
  })
}

const english = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
})

/** A due date in full: "Tuesday, 24 November 2026". It is midnight UTC of its day, whatever the reader's time zone. */
export const longDay = (iso: string): string => english.format(new Date(iso))

const inLanguage = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
/** The same in the language in force. */
export const longDayHere = (iso: string): string => inLanguage(Date.parse(iso))
