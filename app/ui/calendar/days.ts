// How days are written in a calendar.
import { dateFormat, localeInForce } from "~/contract/shared/language/format"
import { dueOn } from "~/rules/dates"

const written = (options: Intl.DateTimeFormatOptions) => {
  const format = dateFormat({ ...options, timeZone: "UTC" })
  return (day: string) => format(Date.parse(dueOn(day)))
}

/** "Thursday 26 November 2026" */
export const fullDay = written({ weekday: "long", day: "numeric", month: "long", year: "numeric" })
/** "Wednesday 25 November" */
export const longDay = written({ weekday: "long", day: "numeric", month: "long" })
/** "Mon 23 Nov" */
export const middleDay = written({ weekday: "short", day: "numeric", month: "short" })
export const weekdayShort = written({ weekday: "short" })
export const weekdayLong = written({ weekday: "long" })
export const weekdayLetter = written({ weekday: "narrow" })
const dayAndMonth = written({ day: "numeric", month: "short" })
export const monthAndYear = written({ month: "long", year: "numeric" })

/** "26", and on the first of a month "1 Nov". */
export const dayNumber = (day: string) => {
  const number = Number(day.slice(8))
  return number === 1 ? dayAndMonth(day) : String(number)
}

/** "23–29 November 2026" */
export const fromTo = (first: string, last: string) =>
  new Intl.DateTimeFormat(localeInForce(), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).formatRange(Date.parse(dueOn(first)), Date.parse(dueOn(last)))
