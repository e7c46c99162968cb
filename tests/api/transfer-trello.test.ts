// Importing Trello boards.
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTransfer, type Transfer } from "../support/transfer.ts"

let t: Transfer
beforeAll(async () => {
  t = await openTransfer()
})
afterAll(() => t.close())

test("a Trello board with 5,000 cards and missing fields is imported, and what is left out is reported", async () => {
  const lists = Array.from({ length: 10 }, (_, n) => ({ id: `l${n}`, name: `List ${n}`, closed: n === 9 }))
  const cards = Array.from({ length: 5_000 }, (_, n) => ({
    id: `c${n}`,
    name: n === 4 ? "" : `Card ${n}`,
    idList: n === 5 ? "gone" : `l${n % 10}`,
    ...(n % 2 ? { desc: "More", due: "2026-05-01T12:00:00.000Z", dueComplete: n % 4 === 1 } : {}),
    ...(n === 11 ? { closed: true } : {}),
  }))
  const checklists = [
    { idCard: "c1", checkItems: [{ name: "Step", state: "complete" }, { name: "Other" }] },
    { idCard: "no" },
  ]
  const plan = await t.imported(JSON.stringify({ name: "Old board", lists, cards, checklists }))
  expect(plan.leftOut).toEqual([
    "1 archived list",
    "1 archived card",
    "501 cards of archived or missing lists",
    "1 card without a text",
  ])
  const { goals, items, tasks } = await t.boardOf(plan.id)
  expect([goals.length, items.length]).toEqual([9, 4_497])
  expect(tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Step", 2],
    ["Other", 0],
  ])
})
