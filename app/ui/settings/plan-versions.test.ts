import { expect, test } from "vitest"
import { byDay } from "./plan-versions"

test("groups versions by day, newest first", () => {
  const at = (id: number, ...time: [number, number, number, number, number]) => ({
    id,
    createdDate: new Date(...time).toISOString(),
    createdBy: null,
    description: "",
    goals: 0,
    items: 0,
    tasks: 0,
  })
  const days = byDay([
    at(4, 2026, 2, 2, 0, 5),
    at(3, 2026, 2, 1, 23, 55),
    at(2, 2026, 2, 1, 8, 0),
    at(1, 2025, 2, 1, 8, 0),
  ])
  expect(days.map(({ day, versions }) => [day, versions.map(({ id }) => id)])).toEqual([
    ["2 March 2026", [4]],
    ["1 March 2026", [3, 2]],
    ["1 March 2025", [1]],
  ])
  expect(byDay([])).toEqual([])
})
