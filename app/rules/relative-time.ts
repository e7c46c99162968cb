import { dateTexts } from "~/contract/shared/language/date-texts"
import { agoText, dateFormat } from "~/contract/shared/language/format"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Format = (at: number) => string
const cached = new Map<string | undefined, { clock: Format; date: Format }>()

const formatsIn = (timeZone: string | undefined) => {
  const found = cached.get(timeZone) ?? {
    clock: dateFormat({ timeStyle: "short", hourCycle: "h23", timeZone }),
    date: dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone }),
  }
  cached.set(timeZone, found)
  return found
}

/**
 * "just now", "4 minutes ago", "3 hours ago", "yesterday at 17:44", "12 Nov 2026 at 09:30".
 * `at` and `now` in milliseconds; without a time zone the reader's own is used.
 */
export const relativeTime = (at: number, now: number, timeZone?: string): string => {
  const age = now - at
  if (age < minute) return dateTexts.justNow
  if (age < hour) return agoText(Math.floor(age / minute), "minute")
  if (age < day) return agoText(Math.floor(age / hour), "hour")
  const { clock, date } = formatsIn(timeZone)
  if (age < 2 * day) return dateTexts.yesterday(clock(at))
  return dateTexts.dateAt(date(at).replace("Sept ", "Sep "), clock(at))
}

/** The same beside a date: "8 days ago" from the day before yesterday on. */
export const ageText = (at: number, now: number, timeZone?: string): string => {
  const age = now - at
  return age < 2 * day ? relativeTime(at, now, timeZone) : agoText(Math.floor(age / day), "day")
}
