// nextDay(), nextDays(): the days on which a rule comes round (RFC 5545, 3.3.10), found in a bounded number of steps.
import type { Recurrence } from "./recurrence"

/** Days are numbers here, since 1970-01-01, a Thursday. */
const numberOf = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 86_400_000
const textOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
const weekdayOf = (number: number) => (((number + 3) % 7) + 7) % 7
/** `month` from 0, and beyond 11 in a later year. */
const firstOf = (year: number, month: number) => new Date(0).setUTCFullYear(year, month, 1) / 86_400_000

const lastDay = numberOf("9999-12-31")

/**
 * A rule that has no day in so many days, weeks, months or years, at steps of `interval`, never occurs. The calendar repeats
 * after 400 years; a rule by weeks has its days in each of them.
 */
const mostMisses = { DAILY: 4_000, WEEKLY: 3, MONTHLY: 400, YEARLY: 400 } as const

type Month = { first: number; length: number }

/** Whether the rule has the day: the `at`-th of `length` days that are counted for its BYDAY, in this month. */
const has = ({ byDay, byMonthDay }: Recurrence, day: number, month: Month, at: number, length: number) => {
  const date = day - month.first + 1
  if (byMonthDay.length > 0 && !byMonthDay.includes(date) && !byMonthDay.includes(date - month.length - 1)) return false
  if (byDay.length === 0) return true
  const weekday = weekdayOf(day)
  return byDay.some(
    ({ day, nth }) =>
      day === weekday &&
      (nth === 0 || nth === (nth > 0 ? Math.floor(at / 7) + 1 : -Math.floor((length - 1 - at) / 7) - 1)),
  )
}

/** The days of a period that the rule has, ascending. `start` has the day, month and year of rules that name none. */
const daysOf = (rule: Recurrence, start: Date, period: number): number[] => {
  const { freq, byDay, byMonthDay } = rule
  const isNamed = byDay.length + byMonthDay.length > 0
  const first = numberOf(start.toISOString())
  if (freq === "WEEKLY") {
    const weekdays = isNamed ? byDay.map(({ day }) => day) : [weekdayOf(first)]
    const monday = first - weekdayOf(first) + 7 * period
    return [...new Set(weekdays)].sort((a, b) => a - b).map((day) => monday + day)
  }
  if (freq === "DAILY") {
    const day = first + period
    const at = new Date(day * 86_400_000)
    const month = firstOf(at.getUTCFullYear(), at.getUTCMonth())
    const length = firstOf(at.getUTCFullYear(), at.getUTCMonth() + 1) - month
    return has(rule, day, { first: month, length }, 0, 1) ? [day] : []
  }
  const year = start.getUTCFullYear() + (freq === "YEARLY" ? period : 0)
  if (!isNamed) {
    const month = start.getUTCMonth() + (freq === "YEARLY" ? 0 : period)
    const day = firstOf(year, month) + start.getUTCDate() - 1
    return day < firstOf(year, month + 1) ? [day] : []
  }
  const [from, to] = freq === "YEARLY" ? [0, 12] : [start.getUTCMonth() + period, start.getUTCMonth() + period + 1]
  const beginning = firstOf(year, from)
  const length = firstOf(year, to) - beginning
  const days: number[] = []
  for (let month = from, first = beginning; month < to; month++) {
    const next = firstOf(year, month + 1)
    for (let day = first; day < next; day++) {
      if (has(rule, day, { first, length: next - first }, day - beginning, length)) days.push(day)
    }
    first = next
  }
  return days
}

const chosen = (days: number[], bySetPos: readonly number[]) =>
  bySetPos.length === 0
    ? days
    : days.filter((_, at) => bySetPos.includes(at + 1) || bySetPos.includes(at - days.length))

/** The periods from the start to the day, rounded down. */
const periodsTo = ({ freq }: Recurrence, start: Date, day: number) => {
  const first = numberOf(start.toISOString())
  if (freq === "DAILY") return day - first
  if (freq === "WEEKLY") return Math.floor((day - (first - weekdayOf(first))) / 7)
  const at = new Date(day * 86_400_000)
  const years = at.getUTCFullYear() - start.getUTCFullYear()
  return freq === "YEARLY" ? years : years * 12 + at.getUTCMonth() - start.getUTCMonth()
}

/** The first days of the rule, which begins on `start`, behind it and behind `after`. COUNT is left to the caller. */
export const nextDays = (rule: Recurrence, start: string, after: string, most: number): string[] => {
  const begins = new Date(`${start.slice(0, 10)}T00:00:00Z`)
  const floor = Math.max(numberOf(start), numberOf(after))
  const end = Math.min(lastDay, rule.until === null ? lastDay : numberOf(rule.until))
  const found: number[] = []
  let misses = 0
  let period = Math.floor(periodsTo(rule, begins, floor) / rule.interval) * rule.interval
  while (found.length < most && misses < mostMisses[rule.freq]) {
    const days = chosen(daysOf(rule, begins, period), rule.bySetPos).filter((day) => day > floor)
    misses = days.length > 0 ? 0 : misses + 1
    found.push(...days.filter((day) => day <= end))
    if (days.some((day) => day > end)) break
    period += rule.interval
  }
  return found.slice(0, most).map(textOf)
}

/** The first day for a task that begins to repeat: today where the rule names none. Intervals count from it. */
export const firstDay = (rule: Recurrence, today: string): string => {
  const { byDay, byMonthDay } = rule
  const before = textOf(numberOf(today) - 1)
  const named = byDay.length + byMonthDay.length > 0 ? nextDay({ ...rule, interval: 1 }, before, before) : undefined
  return named ?? today
}

export const nextDay = (rule: Recurrence, start: string, after: string) => nextDays(rule, start, after, 1)[0]
