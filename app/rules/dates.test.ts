import { expect, test } from "vitest"
import { dayOf, dueOn, shortDay, today } from "./dates"

test("a due date is its UTC day in every time zone", () => {
  expect(dueOn("2026-01-31")).toBe("2026-01-31T00:00:00.000Z")
  expect(dayOf("2026-01-31T23:30:00.000Z")).toBe("2026-01-31")
  expect(shortDay("2026-01-31T00:00:00.000Z")).toBe("31/01")
})

test("today is the reader's local day", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05")
})
