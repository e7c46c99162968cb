import { expect, test } from "vitest"
import { openBoardStore } from "~/client/board/board-store"
import type { TextEntry } from "~/client/outbox/outbox-entry"
import type { Comment } from "~/contract/comment"
import { seeded } from "../../../tests/support/model/board-checks"
import { byCard, nodeKeys, shownFirst, type ThreadView, threadRows } from "./thread-rows"

let ids = 0
const comment = (on: Partial<Pick<Comment, "goalId" | "itemId" | "taskId">>, content: string): Comment => ({
  id: ++ids,
  planId: 7,
  goalId: null,
  itemId: null,
  taskId: null,
  content,
  createdDate: new Date(Date.UTC(2026, 0, 1, 0, ids)).toISOString(),
  editedDate: null,
  createdById: 1,
  createdBy: { id: 1, userName: "Ada" },
  mentions: [],
  agent: null,
  ...on,
})

const everything: ThreadView = { search: "", closed: new Set(), whole: new Set(), reply: undefined }

const open = () => {
  const plan = seeded()
  const store = openBoardStore(7)
  store.load(plan.board())
  const [grow, hire] = store.list("goals") as [number, number]
  const [act] = store.list(`lanes:${grow}`) as [number]
  const [other] = store.list(`list:${hire}`) as [number]
  const [todo] = store.list(`tasks:${act}:0`) as [number]
  const hear = (name: Parameters<typeof plan.call>[0], fields: object) => {
    const { seq } = plan.call(name, fields)
    store.apply(plan.log.slice(store.seq(), seq))
  }
  const said = (...all: Comment[]) => ({ comments: byCard(new Map(all.map((each) => [each.id, each]))), unsent: [] })
  const outline = (given: Parameters<typeof threadRows>[1], view: Partial<ThreadView> = {}) =>
    threadRows(store, given, { ...everything, ...view }).map((rows) =>
      rows.map((row) => {
        const text =
          row.kind === "node"
            ? `${row.card.entity} ${row.found}/${row.total}${row.open ? "" : " closed"}`
            : row.kind === "comment"
              ? row.comment.content
              : row.kind === "more"
                ? `more ${row.count}`
                : row.kind
        return `${"-".repeat(row.level)} ${text}`
      }),
    )
  return { store, hear, grow, hire, act, other, todo, said, outline }
}

test("comments are under their goal, action and task, newest first, with counts; cards without any are left out", () => {
  const { grow, act, other, todo, said, outline, hear } = open()
  const given = said(
    comment({ goalId: grow }, "old"),
    comment({ goalId: grow }, "new"),
    comment({ itemId: act }, "on the action"),
    comment({ taskId: todo }, "on the task"),
    comment({ itemId: other }, "elsewhere"),
    comment({ taskId: 9_999 }, "on a card that is gone"),
  )
  const first = [
    "- goal 4/4",
    "-- new",
    "-- old",
    "-- item 2/2",
    "--- on the action",
    "--- task 1/1",
    "---- on the task",
  ]
  expect(outline(given)).toEqual([first, ["- goal 1/1", "-- item 1/1", "--- elsewhere"]])
  // A collapsed node hides everything below it.
  expect(outline(given, { closed: new Set([`item:${act}`]) })[0]).toEqual([...first.slice(0, 3), "-- item 2/2 closed"])
  // A card that moves takes its comments along.
  hear("item.update", { id: act, goalId: null })
  expect(outline(given)).toEqual([
    ["- goal 2/2", "-- new", "-- old"],
    ["- goal 1/1", "-- item 1/1", "--- elsewhere"],
    ["- goal 2/2", "-- item 2/2", "--- on the action", "--- task 1/1", "---- on the task"],
  ])
})

test("search leaves out comments that do not match, and counts the matches", () => {
  const { grow, act, said, outline } = open()
  const given = said(
    comment({ goalId: grow }, "Kerb photos"),
    ...Array.from({ length: 20 }, (_, n) => comment({ itemId: act }, n < 8 ? `kerb ${n}` : "other")),
  )
  const [rows] = outline(given, { search: " KERB " })
  expect(rows?.slice(0, 3)).toEqual(["- goal 9/21", "-- Kerb photos", "-- item 8/20"])
  expect(rows).toHaveLength(3 + 8)
  expect(outline(given, { search: "nothing like it" })).toEqual([])
  expect(outline(given, { search: "ada" })[0]).toHaveLength(3 + 20)
})

test("the newest comments of a card show first, and the others on request", () => {
  const { act, said, outline } = open()
  const given = said(...Array.from({ length: 12 }, (_, n) => comment({ itemId: act }, `${n}`)))
  const [rows] = outline(given)
  expect(rows?.slice(2)).toEqual([...[11, 10, 9, 8, 7].map((n) => `--- ${n}`), `--- more ${12 - shownFirst}`])
  expect(outline(given, { whole: new Set([`item:${act}`]) })[0]?.slice(2)).toHaveLength(12)
})

test("a reply is below its comment, and below its card once the comment is gone", () => {
  const { act, said, outline } = open()
  const [one, two] = [comment({ itemId: act }, "one"), comment({ itemId: act }, "two")]
  const reply = { key: `comment:${two.id}`, card: { entity: "item", id: act } as const }
  expect(outline(said(one, two), { reply })[0]?.slice(2)).toEqual(["--- two", "--- reply", "--- one"])
  expect(outline(said(one), { reply })[0]?.slice(2)).toEqual(["--- reply", "--- one"])
})

test("an unsent comment is the newest of its card, also of a card without other comments", () => {
  const { act, said, outline } = open()
  const entry = { ref: "r", name: "item.addComment", input: { id: act, content: "Mine" } } as TextEntry
  expect(outline({ ...said(), unsent: [entry] })).toEqual([["- goal 1/1", "-- item 1/1", "--- unsent"]])
  expect(outline({ ...said(comment({ itemId: act }, "Theirs")), unsent: [entry] })[0]).toEqual([
    "- goal 2/2",
    "-- item 2/2",
    "--- unsent",
    "--- Theirs",
  ])
})

test("everything with comments can be collapsed", () => {
  const { store, grow, act, todo, said } = open()
  expect(nodeKeys(store, said(comment({ taskId: todo }, "deep")))).toEqual([
    `goal:${grow}`,
    `item:${act}`,
    `task:${todo}`,
  ])
})
