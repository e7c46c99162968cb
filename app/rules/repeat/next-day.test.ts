import fc from "fast-check"
import rrule from "rrule"
import { expect, test } from "vitest"
import { nextDay, nextDays } from "./next-day"
import { type Recurrence, readRecurrence, weekdays } from "./recurrence"

const after = (rule: string, start: string, today = start) => nextDay(readRecurrence(rule), start, today)

test("The next day is behind the start and today", () => {
  expect(after("FREQ=DAILY", "2026-11-27")).toBe("2026-11-28")
  expect(after("FREQ=DAILY;INTERVAL=3", "2026-11-27", "2026-11-29")).toBe("2026-11-30")
  expect(after("FREQ=DAILY;INTERVAL=3", "2026-11-27", "2026-11-30")).toBe("2026-12-03")
  expect(after("FREQ=WEEKLY;BYDAY=MO", "2026-11-23", "2026-12-09")).toBe("2026-12-14")
  expect(after("FREQ=WEEKLY;BYDAY=MO", "2026-11-23", "2026-11-02")).toBe("2026-11-30")
  expect(after("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "2026-11-30")).toBe("2026-12-03")
  expect(nextDays(readRecurrence("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"), "2026-11-30", "2026-11-30", 3)).toEqual([
    "2026-12-03",
    "2026-12-14",
    "2026-12-17",
  ])
})

test("Days that not every month or year has", () => {
  expect(after("FREQ=MONTHLY", "2027-01-31")).toBe("2027-03-31")
  expect(after("FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", "2027-04-02")).toBe("2027-05-31")
  expect(after("FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31")).toBe("2027-02-28")
  expect(after("FREQ=MONTHLY;BYMONTHDAY=-1", "2028-01-31")).toBe("2028-02-29")
  expect(after("FREQ=YEARLY", "2028-02-29")).toBe("2032-02-29")
  expect(after("FREQ=YEARLY", "2096-02-29")).toBe("2104-02-29")
  expect(after("FREQ=YEARLY;BYMONTHDAY=31;BYSETPOS=-1", "2026-12-31")).toBe("2027-12-31")
  expect(after("FREQ=MONTHLY;BYDAY=-1MO", "2026-11-30")).toBe("2026-12-28")
  expect(after("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30")).toBe("2026-12-31")
  expect(after("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "2026-11-30")).toBe("2026-12-30")
  expect(after("FREQ=MONTHLY;BYMONTHDAY=30,31;BYSETPOS=-2", "2026-11-30")).toBe("2026-12-30")
  expect(after("FREQ=MONTHLY;BYDAY=MO,2FR", "2026-11-30")).toBe("2026-12-07")
  expect(after("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-11-13")).toBe("2027-08-13")
  expect(after("FREQ=YEARLY;BYDAY=53MO", "2024-12-30")).toBe("2029-12-31")
})

test("Rules that end, or never come round", () => {
  expect(after("FREQ=DAILY;UNTIL=20261128", "2026-11-27")).toBe("2026-11-28")
  expect(after("FREQ=DAILY;UNTIL=20261127T235959Z", "2026-11-27")).toBeUndefined()
  expect(after("FREQ=DAILY;COUNT=1", "2026-11-27"), "whoever makes the next one counts").toBe("2026-11-28")
  expect(after("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "2026-02-01")).toBeUndefined()
  expect(after("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "2026-11-24")).toBeUndefined()
  expect(after("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5", "2026-11-23")).toBeUndefined()
  expect(after("FREQ=YEARLY;BYDAY=MO;BYSETPOS=54", "2026-11-23")).toBeUndefined()
  expect(after("FREQ=DAILY", "9999-12-31")).toBeUndefined()
  expect(after("FREQ=YEARLY;INTERVAL=1000", "0001-01-01", "9500-01-01")).toBeUndefined()
  expect(after("FREQ=YEARLY;INTERVAL=1000", "0001-01-01", "2026-11-27")).toBe("3001-01-01")
})

/** Rules by years are the ones that take the library longest. */
const freqs = ["DAILY", "DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"] as const
/** Of days of the week the library takes all with a number, or all without one. */
const anyRule = fc.constantFrom(...freqs).chain((freq) => {
  const days = fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 4 })
  const most = freq === "MONTHLY" ? 5 : 53
  const nth = fc.integer({ min: -most, max: most }).map((at) => (at === 0 ? "" : String(at)))
  const byDay =
    freq === "MONTHLY" || freq === "YEARLY"
      ? fc
          .tuple(days, fc.boolean(), fc.array(nth, { minLength: 4, maxLength: 4 }))
          .map(([days, isCounted, nths]) => days.map((day, at) => (isCounted ? `${nths[at] || 1}${day}` : day)))
      : days
  const numbers = (most: number, maxLength: number) =>
    fc
      .uniqueArray(fc.integer({ min: -most, max: most }), { maxLength })
      .map((all) => all.filter((each) => each !== 0).map(String))
  return fc
    .tuple(
      fc.integer({ min: 1, max: freq === "DAILY" ? 40 : 14 }),
      byDay,
      freq === "WEEKLY" ? fc.constant<string[]>([]) : numbers(31, 3),
      // Of a set that is smaller, the library takes the first day for -2.
      freq === "DAILY"
        ? fc.constant<string[]>([])
        : numbers(freq === "YEARLY" ? 60 : 6, 2).map((all) => all.filter((each) => !/^-(?!1$)/.test(each))),
      fc.option(fc.integer({ min: 0, max: 900 })),
    )
    .map(([interval, byDay, byMonthDay, bySetPos, until]) => ({
      until,
      text: [
        `FREQ=${freq}`,
        ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
        ...(byDay.length > 0 ? [`BYDAY=${byDay}`] : []),
        ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay}`] : []),
        ...(bySetPos.length > 0 && byDay.length + byMonthDay.length > 0 ? [`BYSETPOS=${bySetPos}`] : []),
      ].join(";"),
    }))
})

const dayMs = 86_400_000
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Within these days it is compared: without one the library goes on to the year 9999, whatever UNTIL says, which takes it a second. */
const horizons = { DAILY: 200, WEEKLY: 200, MONTHLY: 900, YEARLY: 1_800 }

/** Rules that come round in each of their months or years, or nearly. */
const isCommon = ({ freq, byDay, byMonthDay, bySetPos, interval }: Recurrence) =>
  bySetPos.length === 0 &&
  interval < 5 &&
  (freq !== "DAILY" || byMonthDay.length === 0 || interval === 1) &&
  (freq === "WEEKLY" ||
    ((byDay.length === 0 || byMonthDay.length === 0) &&
      byDay.every(({ nth }) => Math.abs(nth) < 5) &&
      byMonthDay.every((day) => Math.abs(day) < 29)))

test("The days are the library's", () => {
  fc.assert(
    fc.property(
      anyRule,
      fc.integer({ min: Date.parse("1971-01-01") / dayMs, max: Date.parse("2110-12-28") / dayMs }),
      fc.integer({ min: -40, max: 100 }),
      ({ text, until }, given, later) => {
        // In its first week the library counts BYSETPOS from the start.
        const start = /WEEKLY.*SETPOS/.test(text) ? given - ((given + 3) % 7) : given
        const [from, today] = [dayText(start * dayMs), dayText((start + later) * dayMs)]
        const last = until === null ? null : dayText((start + until) * dayMs)
        const mine = nextDay(readRecurrence(text), from, today)
        const rule = readRecurrence(last === null ? text : `${text};UNTIL=${last.replaceAll("-", "")}`)
        expect(nextDay(rule, from, today)).toBe(mine !== undefined && last !== null && mine > last ? undefined : mine)
        const near = (start + Math.max(0, later) + horizons[rule.freq]) * dayMs
        const isNear = mine !== undefined && Date.parse(mine) <= near
        if (isCommon(rule) && !/;BYMONTHDAY=.*29|^FREQ=YEARLY(;INTERVAL=.)?$/.test(text))
          expect(isNear, text).toBe(true)
        if (!isNear) return
        const theirs = new rrule.RRule({ ...rrule.RRule.parseString(text), dtstart: new Date(start * dayMs) })
        const next = theirs.after(new Date((start + Math.max(0, later)) * dayMs))
        expect(mine, `${text} from ${from} after ${today}`).toBe(dayText(next?.getTime() ?? 0))
      },
    ),
    { numRuns: 10_000 },
  )
})
