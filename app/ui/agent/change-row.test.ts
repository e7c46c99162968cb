import { afterEach, expect, test } from "vitest"
import type { BoardReader } from "~/client/board/board-types"
import { setLanguage } from "~/contract/shared/language/in-force"
import { german } from "~/languages/de/german"
import { change } from "../../../tests/support/browser/conversation"
import { factsOf, refsOf, rowOf } from "./change-row"

afterEach(() => setLanguage({ tag: "en" }))

const goals = new Map([[1, { id: 1, name: "Harbour" }]])
const items = new Map([[11, { id: 11, topic: "Dredge", description: "", goalId: 1 }]])
const tasks = new Map([[21, { id: 21, itemId: 11, description: "Hire a ship", type: 0, ownerId: 5, dueDate: null }]])
const store = {
  goal: (id: number) => goals.get(id),
  item: (id: number) => items.get(id),
  task: (id: number) => tasks.get(id),
  member: (id: number) => (id === 5 ? { userName: "Ada" } : undefined),
} as unknown as BoardReader

const update = (fields: object, before: object = {}) =>
  change({ op: "update", entity: "task", id: 21, before: { ...before }, fields: { ...fields } })
const [first, then] = ["2026-11-24T00:00:00.000Z", "2026-11-27T00:00:00.000Z"]

const changes = [
  change({ ref: "new-1", fields: { name: "Quay" } }),
  change({ entity: "item", fields: { topic: "Pave", goalId: "new-1", focus: true, businessValue: 5, ownerId: 5 } }),
  change({ entity: "task", fields: { description: "Call", itemId: 11, dueDate: "2026-12-02" } }),
  update({ type: 1 }, { type: 0 }),
  update({ dueDate: then }, { dueDate: first }),
  update({ dueDate: null }, { dueDate: first }),
  update({ ownerId: null, description: "Hire two" }),
  change({ op: "delete", id: 1, before: { name: "Harbour", items: 2, tasks: 1 } }),
  change({ op: "delete", entity: "task", id: 99, label: 'Delete the task "Gone"' }),
  change({ entity: "comment", fields: { itemId: 11, content: "Soon" } }),
]
const shown = () =>
  changes.map((each) => rowOf(store, each, refsOf(changes))).map(({ kind, title, detail }) => [kind, title, detail])

test("a row has the card's name and, below it, the changed fields", () => {
  expect(shown()).toEqual([
    ["new", "Quay", "New goal"],
    ["new", "Pave", 'New action to "Quay", into Focus, value 5, owner Ada'],
    ["new", "Call", 'New task to "Dredge", due Wednesday, 2 December 2026'],
    ["move", "Hire a ship", "To Do to Doing"],
    ["change", "Hire a ship", "Due Friday, 27 November 2026, was 24/11"],
    ["change", "Hire a ship", "No due date, was 24/11"],
    ["change", "Hire a ship", 'No owner, renamed to "Hire two"'],
    ["delete", "Harbour", "With 2 actions and 1 task"],
    ["delete", 'Delete the task "Gone"', ""],
    ["new", "Soon", 'New note to "Dredge"'],
  ])
})

test("each field of an update is shown as it was and as it will be", () => {
  const facts = (fields: object, before: object) =>
    factsOf(store, update(fields, before), refsOf(changes)).map(({ name, before, after }) => [name, before, after])
  expect(facts({ type: 1, dueDate: then, ownerId: 5 }, { type: 0, dueDate: null, ownerId: null })).toEqual([
    ["Column", "To Do", "Doing"],
    ["Due date", "none", "27/11"],
    ["Owner", "none", "Ada"],
  ])
  expect(
    facts(
      { description: "Hire\n two", itemId: "new-2", dueDate: null },
      { description: "", itemId: 11, dueDate: first },
    ),
  ).toEqual([
    ["Description", "none", "Hire two"],
    ["Action", "Dredge", "none"],
    ["Due date", "24/11", "none"],
  ])
  const item = change({
    op: "update",
    entity: "item",
    id: 11,
    fields: { focus: true, completed: true, businessValue: 0 },
    before: { focus: false, completed: false, businessValue: 5 },
  })
  expect(factsOf(store, item, new Map())).toEqual([
    { name: "", before: "", after: "Into Focus" },
    { name: "", before: "", after: "Completed" },
    { name: "Value", before: "5", after: "0" },
  ])
})

test("a row is in the reader's language", () => {
  setLanguage({ tag: "de", texts: german })
  expect(shown().map(([, , detail]) => detail)).toEqual([
    "Neues Ziel",
    "Neue Aktion zu „Quay“, in den Fokus, Wert 5, Zuständigkeit Ada",
    "Neue Aufgabe zu „Dredge“, fällig am Mittwoch, 2. Dezember 2026",
    "Zu erledigen nach In Arbeit",
    "Fällig am Freitag, 27. November 2026, bisher 24.11.",
    "Ohne Datum, bisher 24.11.",
    "Ohne Zuständigkeit, umbenannt in „Hire two“",
    "Mit 2 Aktionen und 1 Aufgabe",
    "",
    "Neue Notiz zu „Dredge“",
  ])
})

test("a row has the day that is set", () => {
  expect(rowOf(store, update({ dueDate: then })).date).toBe(then)
  expect(rowOf(store, update({ dueDate: null }))).not.toHaveProperty("date")
})
