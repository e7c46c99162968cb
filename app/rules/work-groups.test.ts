import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { dayOf, dueOn } from "./dates"
import { byDueDate, grouped, workGroupOf, workGroups } from "./work-groups"

describe("workGroupOf", () => {
  // 2026-11-23 is a Monday.
  test.each([
    ["2026-11-22", "overdue"],
    ["2026-11-23", "today"],
    ["2026-11-24", "week"],
    ["2026-11-29", "week"],
    ["2026-11-30", "later"],
    ["2027-01-01", "later"],
  ])("a due date of %s is in %s on Monday", (day, group) => {
    expect(workGroupOf(dueOn(day), "2026-11-23", 1)).toBe(group)
  })

  test("on Sunday the week has no further day", () => {
    expect(workGroupOf(dueOn("2026-11-29"), "2026-11-29", 1)).toBe("today")
    expect(workGroupOf(dueOn("2026-11-30"), "2026-11-29", 1)).toBe("later")
  })

  test("a task without a due date is in none", () => {
    expect(workGroupOf(null, "2026-11-23", 1)).toBe("none")
  })

  test("the week is the reader's", () => {
    const ends = ["2026-11-27", "2026-11-28", "2026-11-29"].map(dueOn)
    const groups = ([6, 0, 1] as const).map((first) => ends.map((due) => workGroupOf(due, "2026-11-23", first)))
    expect(groups).toEqual([
      ["week", "later", "later"],
      ["week", "week", "later"],
      ["week", "week", "week"],
    ])
  })
})

const day = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const row = fc.record({
  id: fc.integer({ min: 1 }),
  planId: fc.integer({ min: 1, max: 4 }),
  dueDate: fc.option(day.map(dueOn)),
  complete: fc.constant(false),
  readOnly: fc.constant(false),
  completedDate: fc.constant(null),
})

describe("grouped", () => {
  test("keeps every row once, in one group, whose days lie before those of the next", () => {
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 40 }), day, (rows, today) => {
        const groups = grouped(rows, today, 1)
        const all = groups.flatMap(({ rows }) => rows)
        expect(all).toEqual([...rows].sort(byDueDate))
        expect(groups.map(({ group }) => group)).toEqual(
          workGroups.filter((group) => rows.some(({ dueDate }) => workGroupOf(dueDate, today, 1) === group)),
        )
        const overdue = groups.find(({ group }) => group === "overdue")?.rows ?? []
        expect(overdue.length).toBe(rows.filter(({ dueDate }) => dueDate !== null && dayOf(dueDate) < today).length)
      }),
    )
  })

  test("done tasks are last, newest first, unless they stay in place", () => {
    const open = { planId: 1, dueDate: dueOn("2026-11-20"), complete: false, readOnly: false, completedDate: null }
    const done = { ...open, complete: true }
    const rows = [
      { ...open, id: 1 },
      { ...done, id: 2, completedDate: "2026-11-21T08:00:00.000Z" },
      { ...done, id: 3, completedDate: "2026-11-22T08:00:00.000Z" },
      { ...open, id: 4, readOnly: true },
    ]
    const ids = (inPlace?: Set<number>) =>
      grouped(rows, "2026-11-23", 1, inPlace).map(({ group, rows }) => [group, ...rows.map(({ id }) => id)])
    expect(ids()).toEqual([
      ["overdue", 1],
      ["done", 3, 2, 4],
    ])
    expect(ids(new Set([3]))).toEqual([
      ["overdue", 1, 3],
      ["done", 2, 4],
    ])
  })

  test("as days pass, a task only moves towards overdue", () => {
    fc.assert(
      fc.property(day.map(dueOn), day, (dueDate, today) => {
        const next = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
        const at = (on: string) => workGroups.indexOf(workGroupOf(dueDate, on, 1))
        expect(at(next)).toBeLessThanOrEqual(at(today))
      }),
    )
  })
})
