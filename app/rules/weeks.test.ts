import fc from "fast-check"
import { expect, test } from "vitest"
import { weekStartIn } from "~/contract/shared/language/week"
import { daysAfter, fridayOf, weekBegin, weekdayOf, weekEnd, weekNumber } from "./weeks"

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekStart = fc.constantFrom(0, 1, 6)

test("a day is in the week between its first and last day, which begins on the chosen day", () => {
  fc.assert(
    fc.property(day, weekStart, (day, weekStart) => {
      const [begin, end] = [weekBegin(day, weekStart), weekEnd(day, weekStart)]
      expect(weekdayOf(begin)).toBe(weekStart)
      expect(begin <= day && day <= end).toBe(true)
      expect(daysAfter(begin, 6)).toBe(end)
    }),
  )
})

test("weeks end over the end of a year and in February", () => {
  expect(weekEnd("2026-12-28", 1)).toBe("2027-01-03")
  expect(weekEnd("2028-02-28", 1)).toBe("2028-03-05")
  expect(([0, 1, 6] as const).map((first) => weekEnd("2026-12-09", first))).toEqual([
    "2026-12-12",
    "2026-12-13",
    "2026-12-11",
  ])
})

test("all days of a week have its number, and the next week the next one or 1", () => {
  fc.assert(
    fc.property(day, weekStart, (day, weekStart) => {
      const number = weekNumber(day, weekStart)
      expect(weekNumber(weekBegin(day, weekStart), weekStart)).toBe(number)
      const next = weekNumber(daysAfter(day, 7), weekStart)
      expect(next === number + 1 || (next === 1 && number >= 52)).toBe(true)
    }),
  )
  const days = ["2026-01-01", "2026-12-31", "2027-01-03", "2027-01-04", "2024-12-30"]
  expect(days.map((day) => weekNumber(day, 1))).toEqual([1, 53, 53, 1, 1])
})

test("the Friday of this week is never past, and that of the next is in the week after today's", () => {
  fc.assert(
    fc.property(day, weekStart, (today, weekStart) => {
      expect(fridayOf(today, 0, weekStart) >= today).toBe(true)
      const next = fridayOf(today, 1, weekStart)
      expect(weekdayOf(next)).toBe(5)
      expect(weekBegin(next, weekStart)).toBe(daysAfter(weekBegin(today, weekStart), 7))
    }),
  )
})

test("a week starts as its region says", () => {
  expect(["en-GB", "de-DE", "en-US", "ar-EG"].map(weekStartIn)).toEqual([1, 1, 0, 6])
})
