// Days to choose from where a text is none. It is Tuesday, 24 November 2026.
import { expect, test } from "vitest"
import { dayIn } from "./day-in"
import { nearDays } from "./near-days"

const today = "2026-11-24"

test.each([
  ["31 November", "2026-11-30", "2026-12-01"],
  ["Nov 31", "2026-11-30", "2026-12-01"],
  ["the 31st of November", "2026-11-30", "2026-12-01"],
  ["31.11.", "2026-11-30", "2026-12-01"],
  ["31. November", "2026-11-30", "2026-12-01"],
  ["30.2.", "2027-02-28", "2027-03-01"],
  ["2028-02-31", "2028-02-29", "2028-03-01"],
  ["Monday or Tuesday", "2026-11-30", "2026-11-24"],
  ["Friday the 11th", "2026-11-27", "2026-12-11"],
  ["last Friday", "2026-11-27"],
  ["December", "2026-12-01", "2026-12-15", "2026-12-31"],
  ["Anfang Februar", "2027-02-01", "2027-02-15", "2027-02-28"],
  ["soon", "2026-11-25", "2026-11-27", "2026-11-30"],
  ["", "2026-11-25", "2026-11-27", "2026-11-30"],
])("“%s” may mean %s", (text, ...days) => {
  expect(nearDays(text, today, 1)).toEqual(days)
  expect(days.map((day) => dayIn(day, today, 1))).toEqual(days)
})
