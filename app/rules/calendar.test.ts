import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { calendarOf, type Dated, monthOf, monthsAfter, weekOf } from "./calendar"
import { dueOn } from "./dates"
import { daysAfter, weekdayOf } from "./weeks"

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekStart = fc.constantFrom(0, 1, 6)

describe("a month", () => {
  test("is whole weeks of consecutive days, from the first to the last week that has a day of it", () => {
    fc.assert(
      fc.property(day, weekStart, (day, weekStart) => {
        const weeks = monthOf(day, weekStart)
        const days = weeks.flat()
        expect(weeks.every((week) => week.length === 7)).toBe(true)
        expect(weekdayOf(days[0] ?? "")).toBe(weekStart)
        expect(days).toEqual(days.map((_, index) => daysAfter(days[0] ?? "", index)))
        const ofMonth = days.filter((each) => each.startsWith(day.slice(0, 7)))
        expect(ofMonth).toContain(day)
        expect(ofMonth[0]).toBe(`${day.slice(0, 7)}-01`)
        expect(daysAfter(ofMonth.at(-1) ?? "", 1).endsWith("-01")).toBe(true)
        expect(weeks.every((week) => week.some((each) => ofMonth.includes(each)))).toBe(true)
      }),
    )
  })

  test("has no day twice where clocks change, and as many weeks as it needs", () => {
    expect(new Set(monthOf("2026-03-15", 1).flat()).size).toBe(42)
    expect([monthOf("2026-11-01", 1).length, monthOf("2026-11-01", 0).length]).toEqual([6, 5])
    expect(monthOf("2027-02-10", 1)).toHaveLength(4)
    expect(weekOf("2026-10-25", 0)).toEqual(weekOf("2026-10-31", 0))
  })

  test("is reached from another one by its day, or by its last", () => {
    expect(monthsAfter("2026-11-23", 1)).toBe("2026-12-23")
    expect(monthsAfter("2026-12-31", 2)).toBe("2027-02-28")
    expect(monthsAfter("2028-03-31", -1)).toBe("2028-02-29")
    expect(monthsAfter("2026-01-15", -1)).toBe("2025-12-15")
  })
})

const goals = new Map([1, 2].map((id) => [id, { id, order: 10 - id } as Goal]))
const card = fc.record({
  dueDate: fc.option(
    fc.integer({ min: 0, max: 45 }).map((days) => dueOn(daysAfter("2026-10-20", days))),
    { freq: 4 },
  ),
  order: fc.integer({ min: 1, max: 5 }),
  isDone: fc.boolean(),
  of: fc.integer({ min: 0, max: 9 }),
})
type Card = typeof card extends fc.Arbitrary<infer T> ? T : never

const itemOf = ({ dueDate, order, isDone, of }: Card, index: number) =>
  ({ id: index + 1, dueDate, order, completed: isDone, goalId: [1, 2, null][of % 3] ?? null }) as Item
const taskOf = ({ dueDate, order, isDone, of }: Card, index: number, items: number) =>
  ({
    id: index + 1,
    itemId: items === 0 ? 0 : 1 + (of % items),
    dueDate,
    order,
    type: isDone ? 2 : 0,
    complete: isDone,
    readOnly: false,
  }) as Task

const keyOf = ({ entity, row }: Dated) => `${entity}:${row.id}`

test("every shown card with a due day is in exactly that day, open ones without one are undated", () => {
  fc.assert(
    fc.property(fc.array(card, { maxLength: 20 }), fc.array(card, { maxLength: 40 }), (some, others) => {
      const items = new Map(some.map((each, index) => [index + 1, itemOf(each, index)]))
      const tasks = new Map(others.map((each, index) => [index + 1, taskOf(each, index, some.length)]))
      const shows = (_: string, id: number) => id % 5 !== 0
      const { days, undated } = calendarOf({ goals, items, tasks }, shows)
      const all: Dated[] = [
        ...[...items.values()].map((row) => ({ entity: "item", row }) as const),
        ...[...tasks.values()].map((row) => ({ entity: "task", row }) as const),
      ]
      for (const one of all) {
        const at = [...days].filter(([, cards]) => cards.some((each) => keyOf(each) === keyOf(one)))
        const due = one.row.dueDate?.slice(0, 10)
        expect(at.map(([day]) => day)).toEqual(due && shows("", one.row.id) ? [due] : [])
        const isOpen = one.entity === "item" ? !one.row.completed : !one.row.complete
        const isUndated = undated.some((each) => keyOf(each) === keyOf(one))
        expect(isUndated).toBe(due === undefined && isOpen && shows("", one.row.id))
      }
      for (const cards of days.values()) expect(new Set(cards.map(keyOf)).size).toBe(cards.length)
    }),
  )
})

test("a day has open cards before done ones, in the board's order, an action before its tasks", () => {
  const due = dueOn("2026-11-23")
  const items = new Map(
    [
      { id: 1, goalId: 1, order: 1, completed: false, dueDate: due },
      { id: 2, goalId: 2, order: 2, completed: false, dueDate: due },
      { id: 3, goalId: 2, order: 1, completed: true, dueDate: due },
    ].map((row) => [row.id, row as Item]),
  )
  const tasks = new Map(
    [
      { id: 1, itemId: 2, type: 1, order: 1 },
      { id: 2, itemId: 2, type: 0, order: 2 },
      { id: 3, itemId: 1, type: 0, order: 1 },
      { id: 4, itemId: 1, type: 2, order: 1, complete: true },
    ].map((row) => [row.id, { complete: false, readOnly: false, dueDate: due, ...row } as Task]),
  )
  const { days } = calendarOf({ goals, items, tasks })
  expect(days.get("2026-11-23")?.map(keyOf)).toEqual([
    ...["item:2", "task:2", "task:1", "item:1", "task:3"],
    ...["item:3", "task:4"],
  ])
})
