// How a rule reads in a sentence. `every`: its unit and interval. `on`: its days, which `monthDays`, `dayFromEnd` and `weekday` name.
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const ordinals = ["first", "second", "third", "fourth", "fifth"]
const suffix = (n: number) => {
  const form = new Intl.PluralRules("en", { type: "ordinal" }).select(n)
  return `${n}${{ zero: "th", one: "st", two: "nd", few: "rd", many: "th", other: "th" }[form]}`
}
const ordinal = (n: number) => ordinals[n - 1] ?? suffix(n)
const fromEnd = (n: number) => (n === -1 ? "last" : `${ordinal(-n)} to last`)

export const repeatTexts = localized("repeatTexts", {
  every: {
    DAILY: (count: number) => counted(count, { one: "every day", other: "every # days" }),
    WEEKLY: (count: number) => counted(count, { one: "every week", other: "every # weeks" }),
    MONTHLY: (count: number) => counted(count, { one: "every month", other: "every # months" }),
    YEARLY: (count: number) => counted(count, { one: "every year", other: "every # years" }),
  },
  weekdays: "every weekday, Monday to Friday",
  anyWeekday: "weekdays",
  on: (days: string) => ` on ${days}`,
  monthDays: Array.from({ length: 31 }, (_, at) => `the ${suffix(at + 1)}`) as readonly string[],
  /** `back`: 1 is the last day. */
  dayFromEnd: (back: number) => `the ${fromEnd(-back)} day`,
  weekday: (nth: number, day: string) => (nth === 0 ? day : `the ${nth > 0 ? ordinal(nth) : fromEnd(nth)} ${day}`),
  onlyIf: (days: string) => `, if it is ${days}`,
  position: (at: number) => `the ${at > 0 ? ordinal(at) : fromEnd(at)}`,
  ofThese: (positions: string) => `, ${positions} of these`,
  until: (day: string) => `, until ${day}`,
  times: (count: number) => `, ${counted(count, { one: "# time", other: "# times" })}`,
  fromDone: ", counted from the day it is done",
})
