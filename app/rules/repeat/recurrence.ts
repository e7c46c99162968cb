// readRecurrence(): an RRULE (RFC 5545) with the parts that a task may have. lastOf(), countedDown(): how its COUNT goes on.
import { invalid } from "~/contract/problem"

/** Days of the week are counted from Monday, 0. `nth`: of the month or year, from its end below 0; 0: every one. */
export type Recurrence = {
  freq: (typeof frequencies)[number]
  interval: number
  byDay: readonly { day: number; nth: number }[]
  byMonthDay: readonly number[]
  bySetPos: readonly number[]
  count: number | null
  /** `YYYY-MM-DD`, which is the last one there may be. */
  until: string | null
}

export const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const
export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const
export const mostInterval = 1_000
export const mostCount = 10_000

const refused = (message: string) => invalid("recurrence", message)

const known = new Set(["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYSETPOS", "COUNT", "UNTIL"])

/** The rule as it is stored: in capitals, without the name of its property. */
export const storedRecurrence = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "")

const partsOf = (text: string): ReadonlyMap<string, string> => {
  const parts = new Map<string, string>()
  for (const part of text.split(";")) {
    const [, name, value] = /^([A-Z-]+)=([A-Z0-9,+-]+)$/.exec(part) ?? []
    if (name === undefined || value === undefined || parts.has(name))
      throw refused("Write the repetition as a rule such as FREQ=WEEKLY;BYDAY=MO.")
    if (!known.has(name))
      throw refused(
        `A repetition can’t have ${name.slice(0, 20)}. It has FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, and COUNT or UNTIL.`,
      )
    parts.set(name, value)
  }
  return parts
}

const whole = (name: string, value: string | undefined, most: number): number | null => {
  if (value === undefined) return null
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > most) throw refused(`${name} of a repetition is a number from 1 to ${most}.`)
  return number
}

/** Numbers from 1 to `most`, or from the end, below 0. */
const positions = (name: string, value: string | undefined, most: number): number[] => {
  if (value === undefined) return []
  const all = value.split(",").map((each) => (/^[+-]?\d{1,3}$/.test(each) ? Number(each) : 0))
  if (all.some((each) => each === 0 || Math.abs(each) > most))
    throw refused(`${name} of a repetition has numbers from 1 to ${most}, or from -${most} to -1.`)
  return [...new Set(all)]
}

const daysIn = (value: string | undefined, most: number): Recurrence["byDay"] => {
  if (value === undefined) return []
  return value.split(",").map((each) => {
    const [, sign = "", digits = "", name] = /^([+-]?)(\d{0,2})([A-Z]{2})$/.exec(each) ?? []
    const day = (weekdays as readonly (string | undefined)[]).indexOf(name)
    const nth = Number(`${sign === "-" ? "-" : ""}${digits || 0}`)
    if (day < 0 || (digits === "" ? sign !== "" : nth === 0))
      throw refused("BYDAY of a repetition has days such as MO, 2TU or -1FR.")
    if (Math.abs(nth) > most)
      throw refused(
        most === 0
          ? "A repetition by days or weeks has days without a number, such as MO."
          : `BYDAY of this repetition has numbers from 1 to ${most}, or from -${most} to -1.`,
      )
    return { day, nth: nth === 0 ? 0 : nth }
  })
}

const dayIn = (value: string | undefined): string | null => {
  if (value === undefined) return null
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(value) ?? []
  const text = `${year}-${month}-${day}`
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw refused("UNTIL of a repetition is a day such as 20261231.")
  return text
}

/** Throws a refusal that says what to change. Reads a text of any length in time proportional to it. */
export const readRecurrence = (text: string): Recurrence => {
  const parts = partsOf(storedRecurrence(text))
  const freq = frequencies.find((each) => each === parts.get("FREQ"))
  if (!freq) throw refused("FREQ of a repetition is DAILY, WEEKLY, MONTHLY or YEARLY.")
  const rule: Recurrence = {
    freq,
    interval: whole("INTERVAL", parts.get("INTERVAL"), mostInterval) ?? 1,
    byDay: daysIn(parts.get("BYDAY"), freq === "MONTHLY" ? 5 : freq === "YEARLY" ? 53 : 0),
    byMonthDay: positions("BYMONTHDAY", parts.get("BYMONTHDAY"), 31),
    bySetPos: positions("BYSETPOS", parts.get("BYSETPOS"), 366),
    count: whole("COUNT", parts.get("COUNT"), mostCount),
    until: dayIn(parts.get("UNTIL")),
  }
  if (freq === "WEEKLY" && rule.byMonthDay.length > 0) throw refused("A repetition by weeks can’t have BYMONTHDAY.")
  if (rule.bySetPos.length > 0 && rule.byDay.length + rule.byMonthDay.length === 0)
    throw refused("BYSETPOS of a repetition needs BYDAY or BYMONTHDAY.")
  if (rule.count !== null && rule.until !== null) throw refused("A repetition ends by COUNT or by UNTIL, not by both.")
  return rule
}

/** The rule of the next one. */
export const countedDown = (text: string) =>
  text.replace(/(^|;)COUNT=(\d+)/, (_, before: string, count: string) => `${before}COUNT=${Number(count) - 1}`)
