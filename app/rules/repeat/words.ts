// repeatWords(): a rule as people read it, within a sentence: "every 2 weeks on Monday".
import { dateFormat, listText } from "~/contract/shared/language/format"
import type { RecurrenceStart } from "~/contract/task"
import { type Recurrence, readRecurrence } from "./recurrence"
import { repeatTexts as texts } from "./texts"

const dayName = dateFormat({ weekday: "long", timeZone: "UTC" })
const dayOfYear = dateFormat({ day: "numeric", month: "long", timeZone: "UTC" })
const fullDay = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })

/** 5 January 1970 is a Monday. */
export const weekdayName = (day: number) => dayName((4 + day) * 86_400_000)

const isWorkWeek = ({ byDay }: Recurrence) =>
  byDay.length === 5 &&
  byDay.every(({ day, nth }) => day < 5 && nth === 0) &&
  new Set(byDay.map(({ day }) => day)).size === 5

const daysIn = (rule: Recurrence) =>
  isWorkWeek(rule)
    ? texts.anyWeekday
    : listText(
        [...rule.byDay].sort((a, b) => a.day - b.day).map(({ day, nth }) => texts.weekday(nth, weekdayName(day))),
      )

/** `dueDate`: names the day of a rule by years that names none. */
const wordsOf = (rule: Recurrence, dueDate: string | null): string => {
  const { freq, interval, byDay, byMonthDay, bySetPos, until, count } = rule
  const every = texts.every[freq](interval)
  const monthDays = listText(byMonthDay.map((day) => texts.monthDays[day - 1] ?? texts.dayFromEnd(-day)))
  const named =
    byDay.length > 0
      ? `${texts.on(daysIn(rule))}${byMonthDay.length > 0 ? texts.onlyIf(monthDays) : ""}`
      : byMonthDay.length > 0
        ? texts.on(monthDays)
        : freq === "YEARLY" && dueDate !== null
          ? texts.on(dayOfYear(Date.parse(dueDate)))
          : ""
  const isPlain = freq === "WEEKLY" && interval === 1 && isWorkWeek(rule)
  return [
    isPlain ? texts.weekdays : `${every}${named}`,
    bySetPos.length > 0 ? texts.ofThese(listText(bySetPos.map(texts.position))) : "",
    until === null ? "" : texts.until(fullDay(Date.parse(until))),
    count === null ? "" : texts.times(count),
  ].join("")
}

/** A rule that cannot be read stays as it is. */
export const repeatWords = (
  recurrence: string,
  from: RecurrenceStart = "due",
  dueDate: string | null = null,
): string => {
  try {
    return `${wordsOf(readRecurrence(recurrence), dueDate)}${from === "done" ? texts.fromDone : ""}`
  } catch {
    return recurrence
  }
}
