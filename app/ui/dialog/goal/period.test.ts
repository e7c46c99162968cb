import { expect, test } from "vitest"
import { periodText, skippedWeeks } from "./period"

const on = (day: string) => `${day}T00:00:00.000Z`

test.each([
  ["2026-03-01", "2026-10-31", "1 March to 31 October 2026"],
  ["2026-09-01", "2027-06-30", "1 September 2026 to 30 June 2027"],
  [null, "2026-10-31", "to 31 October 2026"],
  ["2026-03-01", null, "from 1 March 2026"],
  [null, null, undefined],
])("a period from %s to %s reads %j", (startDate, dueDate, text) => {
  expect(periodText({ startDate: startDate && on(startDate), dueDate: dueDate && on(dueDate) })).toBe(text)
})

test.each([
  ["2026-11-02T08:00:00Z", "2026-11-02T08:01:00Z", 0],
  ["2026-11-02T08:00:00Z", "2026-11-09T08:00:00Z", 0],
  ["2026-11-02T08:00:00Z", "2026-11-16T07:59:00Z", 0],
  ["2026-11-02T08:00:00Z", "2026-11-16T08:00:00Z", 1],
  ["2026-11-02T08:00:00Z", "2026-12-07T09:00:00Z", 4],
])("between %s and %s weeks without a check-in: %i", (before, after, weeks) => {
  expect(skippedWeeks(before, after)).toBe(weeks)
})
