import { expect, test } from "vitest"
import { openBoardStore } from "~/client/board/board-store"
import { seeded } from "../../../tests/support/model/board-checks"
import { cardsIn, countsOf, localResults, merged, newest, placeOf, type Result } from "./find-results"

const result = (key: string, date: string, snippet = "", tab: Result["tab"] = "tasks"): Result => ({
  key,
  tab,
  date,
  snippet: () => snippet,
})

test("lists each result once, with the board's text, newest first", () => {
  const local = [result("task:1", "2026-11-18T10:00:00.000Z", "mine"), result("task:2", "2026-11-20T10:00:00.000Z")]
  const server = [
    result("task:1", "2026-11-18T10:00:00.000Z", "theirs"),
    result("file:1", "2026-11-19T10:00:00.000Z"),
    result("comment:1", "2026-11-21T10:00:00.000Z"),
  ]
  expect(newest(merged(local, server), 10).map(({ key, snippet }) => [key, snippet("")])).toEqual([
    ["comment:1", ""],
    ["task:2", ""],
    ["file:1", ""],
    ["task:1", "mine"],
  ])
  expect(newest(merged([], []), 10)).toEqual([])
})

test("takes the newest of many results, in stable order for equal times", () => {
  const many = Array.from({ length: 2_000 }, (_, at) =>
    result(`task:${at}`, new Date(Date.UTC(2026, 0, 1) + ((at * 7_919) % 500) * 60_000).toISOString()),
  )
  const sorted = [...many].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
  for (const most of [1, 2, 100, 1_999, 2_000, 5_000]) expect(newest(many, most)).toEqual(sorted.slice(0, most))
})

test("counts results by tab", () => {
  const found = [
    result("task:1", "", "", "tasks"),
    result("note:1", "", "", "notes"),
    result("note:2", "", "", "notes"),
  ]
  expect(countsOf(found)).toEqual({ all: 3, tasks: 1, items: 0, goals: 0, notes: 2, files: 0 })
})

test("a changed card is found by its new words at once, and no longer by its old ones", () => {
  const plan = seeded()
  const store = openBoardStore(7)
  store.load(plan.board())
  const [task] = plan.views().tasks
  const id = task?.id as number
  const hear = (fields: object) => {
    const { seq } = plan.call("task.update", { id, ...fields })
    store.apply(plan.log.slice(store.seq(), seq))
  }
  const found = (words: string) => localResults(store, words).map(({ key, snippet }) => [key, snippet(words)])
  hear({ description: "Old <words>" })
  expect(found("OLD")).toEqual([[`task:${id}`, "<mark>Old</mark> &#60;words&#62;"]])
  expect(found("words")).toEqual([[`task:${id}`, "Old &#60;<mark>words</mark>&#62;"]])
  hear({ description: "New" })
  expect(found("old")).toEqual([])
  expect(found("new")).toEqual([[`task:${id}`, "<mark>New</mark>"]])
  store.putDraft("task", { ...(store.task(id) as NonNullable<typeof task>), id: -1, description: "Newer" })
  expect(found("new")).toHaveLength(1)
})

test("a result names its task’s action, and the card of a comment or a file", () => {
  const plan = seeded()
  const store = openBoardStore(7)
  store.load(plan.board())
  const [task] = plan.views().tasks
  const [goal] = plan.views().goals
  const taskCard = { entity: "task", id: task?.id ?? 0 } as const
  const itemCard = { entity: "item", id: task?.itemId ?? 0 } as const
  const goalCard = { entity: "goal", id: goal?.id ?? 0 } as const
  const comment = { id: 1, by: "Ada" }
  const found: Partial<Result>[] = [
    { card: taskCard },
    { card: taskCard, comment },
    { card: itemCard, comment },
    { card: itemCard },
    { card: goalCard },
    { card: goalCard, comment },
    { noteId: 4 },
    { card: { entity: "task", id: 999 } },
  ]
  expect(found.map((each) => placeOf(store, { ...result("key", ""), ...each }))).toEqual([
    "Act",
    "t · Act",
    "Act",
    "",
    "",
    "",
    "",
    "",
  ])
  const results = found.map((each) => ({ ...result("key", ""), ...each }))
  expect([...cardsIn(results)]).toEqual([
    `task:${taskCard.id}`,
    `item:${itemCard.id}`,
    `goal:${goalCard.id}`,
    "task:999",
  ])
})

test("cards with a label of that name follow those whose texts have the words", () => {
  const plan = seeded()
  const [label] = plan.views().labels
  const [first, second] = plan.views().tasks
  if (!label || !first || !second) throw new Error("The seeded plan has a label and tasks.")
  plan.call("task.update", { id: second.id, description: "Old roads" })
  for (const id of [first.id, second.id]) plan.call("task.update", { id, labelIds: [label.id] })
  const store = openBoardStore(7)
  store.load(plan.board())
  const found = localResults(store, "roads").map(({ key, snippet }) => [key, snippet("roads")])
  expect(found).toEqual([
    [`task:${second.id}`, "Old <mark>roads</mark>"],
    [`task:${first.id}`, "t · <mark>Roads</mark>"],
  ])
})
