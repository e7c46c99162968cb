import { expect, test } from "vitest"
import { plansShown } from "./plan-list"

const plan = (id: number, name: string, lastEdit: string, createdDate: string) => ({ id, name, lastEdit, createdDate })
const plans = [
  plan(1, "Bike share, phase two", "2026-11-20", "2026-01-03"),
  plan(2, "Épreuve 10", "2026-11-22", "2026-01-02"),
  plan(3, "", "2026-11-21", "2026-01-04"),
  plan(4, "epreuve 9", "2026-11-19", "2026-01-01"),
]
const ids = (query: string, order: "lastEdit" | "name" | "created" = "lastEdit") =>
  plansShown(plans, query, order).map(({ id }) => id)

test("plans are sorted by last edit, name or creation; those without a name come last by name", () => {
  expect(ids("")).toEqual([2, 3, 1, 4])
  expect(ids("", "name")).toEqual([1, 4, 2, 3])
  expect(ids("", "created")).toEqual([3, 1, 2, 4])
})

test("a plan is found by any of its words, without accents, in any order", () => {
  expect(ids("EPREUVE")).toEqual([2, 4])
  expect(ids("two bike")).toEqual([1])
  expect(ids("  ")).toHaveLength(4)
  expect(ids("nothing")).toEqual([])
})
