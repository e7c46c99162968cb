// Importing Trello boards.
import { afterAll, expect, test } from "vitest"
import { userCalls } from "~/contract/user"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

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
    "1 archived list was not imported.",
    "1 card without a name and description was not imported.",
    "501 cards of archived or missing lists were not imported.",
    "1 archived card was not imported.",
  ])
  const { goals, items, tasks } = await t.boardOf(plan.id)
  expect([goals.length, items.length]).toEqual([9, 4_497])
  expect(tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Step", 2],
    ["Other", 0],
  ])
})

const evening = {
  name: "Due",
  lists: [{ id: "l1", name: "List", closed: false, pos: 1 }],
  cards: [{ id: "c1", name: "21:00 in Los Angeles", idList: "l1", pos: 1, due: "2026-03-11T04:00:00.000Z" }],
  checklists: [],
}

test("a card is due on the day it is in the importer's time zone, or in the one given with the file", async () => {
  const dueIn = async (zone?: string) => {
    const form = new FormData()
    if (zone !== undefined) form.set("timeZone", zone)
    form.set("file", new File([JSON.stringify(evening)], "due.json"))
    const { status, body } = await t.api.call<{ id: number }>("POST", "/api/Plan/import", { as: t.owner, form })
    return status === 201 ? (await t.boardOf(body.id)).items[0]?.dueDate?.slice(0, 10) : status
  }
  expect(await dueIn()).toBe("2026-03-11")
  expect(await dueIn("America/Los_Angeles")).toBe("2026-03-10")
  expect(await dueIn("Nowhere/At_all")).toBe(400)
  await t.api.send(userCalls.update, { id: t.owner.id, timeZone: "America/Los_Angeles" }, { as: t.owner })
  expect(await dueIn()).toBe("2026-03-10")
  expect(await dueIn("Europe/Berlin")).toBe("2026-03-11")
})

test("comments and people of a board arrive with their names, a description of the board as a note", async () => {
  const { userName } = t.owner
  const plan = await t.imported(
    JSON.stringify({
      ...evening,
      desc: "About",
      members: [
        { id: "m1", fullName: "Ada Example" },
        { id: "m2", fullName: userName },
      ],
      cards: [
        { ...evening.cards[0], idMembers: ["m1"], labels: [{ name: "\ud800rgent" }] },
        { id: "c2", name: "Mine", idList: "l1", pos: 2, idMembers: ["m2"] },
      ],
      actions: [
        { type: "commentCard", data: { text: "Said", card: { id: "c1" } }, memberCreator: { fullName: "Ada Example" } },
      ],
    }),
  )
  expect(plan.leftOut.sort()).toEqual([
    "1 broken character was replaced by “�”.",
    "The description of the board was imported as a plan note.",
  ])
  const { items, labels } = await t.boardOf(plan.id)
  expect(labels.map(({ name }) => name)).toEqual(["�rgent"])
  expect(items.map(({ owner, awaitedOwner, labelIds }) => [owner?.userName, awaitedOwner?.userName, labelIds])).toEqual(
    [
      [undefined, "Ada Example", [labels[0]?.id]],
      [userName, undefined, []],
    ],
  )
  const { body } = await t.api.call<{ content: string; importedAuthor: { userName: string } }[]>(
    "GET",
    `/api/Item/${items[0]?.id}/comments?planId=${plan.id}`,
    { as: t.owner },
  )
  expect(body).toMatchObject([{ content: "Said", importedAuthor: { userName: "Ada Example" } }])
})
