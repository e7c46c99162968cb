import { expect, test } from "vitest"
import type { Change } from "~/contract/change-set"
import { change } from "../../../tests/support/browser/conversation"
import type { BoardReader } from "../board/board-types"
import { ghostsOf, kindOf } from "./ghosts"

const goals = new Map([[1, { id: 1, name: "Harbour" }]])
const items = new Map([
  [11, { id: 11, topic: "Dredge", description: "", focus: true, goalId: 1, goal: { name: "Harbour" }, owner: null }],
  [12, { id: 12, topic: "Paint", description: "", focus: false, goalId: 1, goal: { name: "Harbour" }, owner: null }],
])
const tasks = new Map([[21, { id: 21, itemId: 11, description: "Hire a ship", type: 0, ownerId: 5, dueDate: null }]])
const lists: Record<string, number[]> = { "lanes:1": [11], "list:1": [12], "tasks:11:0": [21] }
const store = {
  goal: (id: number) => goals.get(id),
  item: (id: number) => items.get(id),
  task: (id: number) => tasks.get(id),
  list: (key: string) => lists[key] ?? [],
} as unknown as BoardReader

const ghosts = (...changes: Change[]) => ghostsOf(store, changes, [...changes.keys()])

test("a card to be made appears in its list; new tasks of a new action appear with it", () => {
  const { cards, marks } = ghosts(
    change({ ref: "new-1", fields: { name: "Quay" } }),
    change({ entity: "item", ref: "new-2", fields: { topic: "Pave", goalId: "new-1", focus: true } }),
    change({ entity: "task", fields: { description: "Order stone", itemId: "new-2", ownerId: 5 } }),
    change({ entity: "task", fields: { description: "Call", itemId: 11, type: 1 } }),
    change({ entity: "item", fields: { topic: "Survey", goalId: 1 } }),
    change({ entity: "comment", fields: { itemId: 11, content: "Soon" } }),
  )
  expect([...cards.keys()].sort()).toEqual(["goals", "lanes", "list", "tasks:11:1"])
  expect(cards.get("lanes")).toMatchObject([
    { title: "Pave", goal: "Quay", goalId: null, tasks: [{ title: "Order stone" }] },
  ])
  expect(cards.get("list")).toMatchObject([{ title: "Survey", goal: "Harbour", goalId: 1 }])
  expect(marks.size).toBe(0)
})

test("a moved card is marked where it leaves and appears where it arrives", () => {
  const { cards, marks } = ghosts(
    change({ op: "update", entity: "task", id: 21, fields: { type: 2 } }),
    change({ op: "update", entity: "item", id: 12, fields: { focus: true } }),
    change({ op: "update", entity: "item", id: 11, fields: { focus: true } }),
  )
  expect(marks.get("task:21")?.kind).toBe("move")
  expect(cards.get("tasks:11:2")).toMatchObject([{ kind: "move", title: "Hire a ship", ownerId: 5 }])
  expect(cards.get("lanes")).toMatchObject([{ title: "Paint" }])
  expect(kindOf({ op: "update", fields: { type: 1, dueDate: null } })).toBe("change")
})

test("a deletion marks all cards deleted with it", () => {
  const { marks } = ghosts(
    change({ op: "delete", id: 1 }),
    change({ op: "update", entity: "task", id: 21, fields: { type: 1 } }),
  )
  expect([...marks.keys()].sort()).toEqual(["goal:1", "item:11", "item:12", "task:21"])
  expect(marks.get("task:21")).toMatchObject({ kind: "delete", at: 0, below: true })
})

test("a change that is not ticked leaves nothing on the board", () => {
  const both = [change({ op: "delete", entity: "task", id: 21 }), change({ fields: { name: "Quay" } })]
  const { marks, cards } = ghostsOf(store, both, [1])
  expect([marks.size, [...cards.keys()]]).toEqual([0, ["goals"]])
})
