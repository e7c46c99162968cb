// Weeks of calendar days. A day is `YYYY-MM-DD` and has no hours, so clocks that are put forward or back change nothing.
import type { WeekStart } from "~/contract/shared/language/week"

const dayMs = 86_400_000
const atMidnight = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const daysAfter = (day: string, days: number): string =>
  new Date(atMidnight(day) + days * dayMs).toISOString().slice(0, 10)

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: string): number => new Date(atMidnight(day)).getUTCDay()

/** Days from the first day of a day's week to the day. */
const daysInto = (day: string, weekStart: WeekStart) => (weekdayOf(day) - weekStart + 7) % 7

/** The first and last day of a day's week. */
export const weekBegin = (day: string, weekStart: WeekStart) => daysAfter(day, -daysInto(day, weekStart))
export const weekEnd = (day: string, weekStart: WeekStart) => daysAfter(weekBegin(day, weekStart), 6)

/** The Friday of the week that is so many weeks on, when its work is done; on the last days of a week, that of the next. */
export const fridayOf = (day: string, weeks: number, weekStart: WeekStart): string => {
  const friday = daysAfter(weekBegin(day, weekStart), (5 - weekStart + 7) % 7)
  return daysAfter(friday, 7 * (weeks === 0 && friday < day ? 1 : weeks))
}

/** The number of a day's week (ISO 8601): the year's first week has its first Thursday. */
export const weekNumber = (day: string, weekStart: WeekStart): number => {
  const thursday = daysAfter(weekBegin(day, weekStart), (4 - weekStart + 7) % 7)
  return 1 + Math.floor((atMidnight(thursday) - atMidnight(`${thursday.slice(0, 4)}-01-01`)) / (7 * dayMs))
}
