import { expect, test } from "vitest"
import { atTime, atTimeInText } from "./dates"

const now = new Date(2026, 10, 26, 15, 30)
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()

test.each([
  [at(26, 9, 5), "Today at 09:05", "today at 09:05"],
  [at(25, 23, 59), "Yesterday at 23:59", "yesterday at 23:59"],
  [at(24, 0, 0), "24.11 00:00", "24.11 00:00"],
])("%s is %j alone and %j within a sentence", (iso, alone, within) => {
  expect(atTime(iso, now)).toBe(alone)
  expect(atTimeInText(iso, now)).toBe(within)
})
