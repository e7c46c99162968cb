// dayIn(): the day that a text names in English or German.
import { de, en } from "chrono-node"
import type { WeekStart } from "~/contract/shared/language/week"
import { fridayOf } from "~/rules/weeks"

const dayMs = 86_400_000
const atMidnight = (day: string) => new Date(`${day}T00:00:00.000Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Undefined for a day that its month doesn't have. `month`: from 1. */
const dayAt = (year: number, month: number, day: number): Date | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}

const after = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)
/** The last day of a month; 0: of this one. */
const endOfMonth = (from: Date, months: number) =>
  new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0))
const endOfWeek = (from: Date, weeks: number, weekStart: WeekStart) =>
  atMidnight(fridayOf(dayOf(from), weeks, weekStart))

/** With a year that day, without one the next such day. */
const inYear = (start: Date, day: number, month: number, year: string | undefined): Date | undefined => {
  if (year !== undefined) return dayAt(Number(year) + (year.length === 2 ? 2_000 : 0), month, day)
  const first = start.getUTCFullYear()
  const next = [first, first + 1, first + 2, first + 3, first + 4].map((each) => dayAt(each, month, day))
  return next.find((date) => date !== undefined && date >= start)
}

/** The next day of that number; a month without it is skipped. */
const nextOfMonth = (start: Date, day: number): Date | undefined => {
  for (let month = 0; month < 3; month++) {
    const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1))
    const date = dayAt(first.getUTCFullYear(), first.getUTCMonth() + 1, day)
    if (date && date >= start) return date
  }
  return undefined
}

/** Friday of a calendar week (ISO 8601), the next such one without a year. */
const inCalendarWeek = (start: Date, week: number, year: string | undefined): Date | undefined => {
  const fridayIn = (year: number): Date | undefined => {
    const fourth = new Date(Date.UTC(year, 0, 4))
    const friday = after(endOfWeek(after(fourth, -((fourth.getUTCDay() + 6) % 7)), 0, 1), 7 * (week - 1))
    const thursday = after(friday, -1)
    return week > 0 && thursday.getUTCFullYear() === year ? friday : undefined
  }
  if (year !== undefined) return fridayIn(Number(year))
  const first = start.getUTCFullYear()
  return [first, first + 1].map(fridayIn).find((friday) => friday !== undefined && friday >= start)
}

const months = ["jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"]
const monthOf = (name: string): number => 1 + months.findIndex((names) => names.includes(name.slice(0, 3)))
type Part = string | undefined
/** `weekStart`: of the person's week. */
type Reading = { start: Date; weekStart: WeekStart }
type Form = [RegExp, (reading: Reading, ...parts: Part[]) => Date | undefined]

const forms: Form[] = [
  [/^(\d{4})-(\d\d)-(\d\d)$/, (_, year, month, day) => dayAt(Number(year), Number(month), Number(day))],
  [
    /^(\d{1,2})\. ?(\d{1,2})(?:\. ?(\d{4}|\d\d)?)?$/,
    ({ start }, day, month, year) => inYear(start, Number(day), Number(month), year),
  ],
  [
    // The day first, unless only the other way there is such a month.
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?$/,
    ({ start }, one, two, year) =>
      Number(two) > 12 ? inYear(start, Number(two), Number(one), year) : inYear(start, Number(one), Number(two), year),
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? ((?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]{0,6})\.?(?:,? ?(\d{4}))?$/,
    ({ start }, day, month = "", year) => inYear(start, Number(day), monthOf(month), year),
  ],
  [
    /^((?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]{0,6})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? ?(\d{4}))?$/,
    ({ start }, month = "", day, year) => inYear(start, Number(day), monthOf(month), year),
  ],
  [/^(\d{1,2})(?:st|nd|rd|th|\.)$/, ({ start }, day) => nextOfMonth(start, Number(day))],
  [/^(?:today|tonight|eod|cob|end of (?:the )?day|heute|ende des tages)$/, ({ start }) => start],
  [/^(?:tomorrow|morgen)$/, ({ start }) => after(start, 1)],
  [/^(?:day after tomorrow|übermorgen)$/, ({ start }) => after(start, 2)],
  [
    /^(?:eow|this week|end of (?:the |this )?week|ende (?:der|dieser) woche|diese woche)$/,
    ({ start, weekStart }) => endOfWeek(start, 0, weekStart),
  ],
  [
    /^(?:(?:end of )?next week|(?:ende )?(?:der )?nächste[rn]? woche)$/,
    ({ start, weekStart }) => endOfWeek(start, 1, weekStart),
  ],
  [
    /^(?:eom|this month|end of (?:the |this )?month|monatsende|ende (?:des|dieses) monats|diesen monat)$/,
    ({ start }) => endOfMonth(start, 0),
  ],
  [/^(?:(?:end of )?next month|(?:ende )?(?:des )?nächsten monats?)$/, ({ start }) => endOfMonth(start, 1)],
  [
    /^(?:eoy|end of (?:the |this )?year|jahresende|ende (?:des|dieses) jahres)$/,
    ({ start }) => dayAt(start.getUTCFullYear(), 12, 31),
  ],
  [
    /^(?:cw|kw|wk|week|calendar week|kalenderwoche) ?(\d{1,2})(?:[ /](\d{4}))?$/,
    ({ start }, week, year) => inCalendarWeek(start, Number(week), year),
  ],
]

const lead = /^(?:on|by|the|coming|am|bis|zum|den|dem|der|kommende[nrs]?) /

/** `YYYY-MM-DD`; undefined when the text is not a day from its first to its last word. `today`: the reader's. */
export const dayIn = (text: string, today: string, weekStart: WeekStart): string | undefined => {
  let said = text.trim().toLowerCase().replace(/\s+/g, " ")
  if (said === "" || said.length > 60) return undefined
  while (lead.test(said)) said = said.replace(lead, "")
  const found = dateOf(said, { start: atMidnight(today), weekStart })
  return found && dayOf(found)
}

const dateOf = (said: string, reading: Reading): Date | undefined => {
  for (const [form, read] of forms) {
    const parts = form.exec(said)
    if (parts) return read(reading, ...parts.slice(1))
  }
  // Read as the next one otherwise.
  if (/\b(?:last|previous|past|ago|letzten?|letzte[rs]|vorige[rnms]?|vor)\b/.test(said)) return undefined
  return parsed(said, reading.start)
}

const parsed = (said: string, start: Date): Date | undefined => {
  for (const language of [en.GB, de]) {
    const [found, ...others] = language.parse(said, { instant: start, timezone: 0 }, { forwardDate: true })
    if (!found || others.length > 0 || found.index !== 0 || found.text.length < said.length || found.end) continue
    const { start: day } = found
    if (!day.isCertain("day") && !day.isCertain("weekday")) continue
    return dayAt(day.get("year") ?? 0, day.get("month") ?? 0, day.get("day") ?? 0)
  }
  return undefined
}
