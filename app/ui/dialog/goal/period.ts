// The days of a goal in words, and the weeks between its check-ins.
import type { Goal } from "~/contract/goal"
import { dateFormat } from "~/contract/shared/language/format"
import { periods } from "~/ui/dialog/goal/texts"

const options = { day: "numeric", month: "long", timeZone: "UTC" } as const
const long = dateFormat({ ...options, year: "numeric" })
const short = dateFormat(options)

/** A day of a goal as in "30 June 2027". */
export const goalDay = (date: string) => long(Date.parse(date))

/** "1 March to 31 October 2026", "to 31 October 2026", "from 1 March 2026"; undefined without either day. */
export const periodText = ({ startDate, dueDate }: Pick<Goal, "startDate" | "dueDate">): string | undefined => {
  if (startDate === null) return dueDate === null ? undefined : periods.until(goalDay(dueDate))
  if (dueDate === null) return periods.since(goalDay(startDate))
  const sameYear = startDate.slice(0, 4) === dueDate.slice(0, 4)
  return periods.between(sameYear ? short(Date.parse(startDate)) : goalDay(startDate), goalDay(dueDate))
}

const week = 7 * 86_400_000

/** Whole weeks between two check-ins in which none came: 0 up to a fortnight. */
export const skippedWeeks = (before: string, after: string) =>
  Math.max(0, Math.floor((Date.parse(after) - Date.parse(before)) / week) - 1)
