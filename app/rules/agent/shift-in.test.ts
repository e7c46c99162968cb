import { expect, test } from "vitest"
import { laterBy, shiftIn } from "./shift-in"

test.each([
  ["a day", "2026-02-28", "2026-03-01"],
  ["three weeks", "2026-12-20", "2027-01-10"],
  ["1 month", "2027-01-31", "2027-02-28"],
  ["einen Monat", "2026-12-31", "2027-01-31"],
  ["zwei Wochen", "2026-11-24", "2026-12-08"],
  ["5 Tage", "2026-11-24", "2026-11-29"],
  ["14 Monate", "2026-12-31", "2028-02-29"],
])("%s after %s is %s", (text, day, later) => {
  const shift = shiftIn(text)
  expect(shift && laterBy(day, shift)).toBe(later)
})

test.each(["a while", "two", "week", "0 days", "Monday", "two weeks and a day", "many weeks"])("%s is none", (text) => {
  expect(shiftIn(text)).toBeUndefined()
})
