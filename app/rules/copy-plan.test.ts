import { expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { spanToCopy } from "./copy-plan"

const on = (day: number) => `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`
const goal = (fields: Partial<Goal>) => ({ isDraft: false, completed: false, ...fields }) as Goal
const item = (fields: Partial<Item>) => ({ isDraft: false, completed: false, ...fields }) as Item
const task = (fields: Partial<Task>) => ({ isDraft: false, type: 0, itemId: 1, ...fields }) as Task

test("the dates of a copy are those of the cards that it takes", () => {
  const board = {
    goals: [goal({ startDate: on(10), dueDate: on(20) }), goal({ completed: true, startDate: on(1) })],
    items: [
      item({ id: 1, dueDate: on(15) }),
      item({ id: 2, completed: true }),
      item({ id: 3, isDraft: true, dueDate: on(2) }),
    ],
    tasks: [
      task({ dueDate: on(22) }),
      task({ dueDate: on(25), type: 2 }),
      task({ dueDate: on(26), itemId: 2 }),
      task({ dueDate: on(28), itemId: 3 }),
      task({ dueDate: on(29), isDraft: true }),
    ],
  }
  const span = (tasks: boolean, completed: boolean) => spanToCopy(board, { tasks, completed })
  expect(span(true, false)).toEqual({ first: on(10), last: on(22) })
  expect(span(false, false)).toEqual({ first: on(10), last: on(20) })
  expect(span(true, true)).toEqual({ first: on(1), last: on(26) })
  expect(spanToCopy({ goals: [goal({})], items: [], tasks: [] }, { tasks: true, completed: true })).toBeNull()
})
