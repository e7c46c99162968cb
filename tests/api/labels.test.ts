// Labels of a plan: made, changed, merged, deleted and put on cards, with what everybody else sees of it.

import { afterAll, describe, expect, test } from "vitest"
import { visitBy } from "~/api/visit.server"
import type { LoggedChange } from "~/contract/audit"
import { type Label, labelCalls, mostLabels } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { linkCalls, publicCalls, visitHeader } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { goalPalette } from "~/rules/goal-palette"
import { openTransfer, type Transfer } from "../support/api/transfer.ts"

const t = await openTransfer()
const { api, owner: ada } = t
afterAll(t.close)

type Plan = Awaited<ReturnType<Transfer["api"]["filled"]>>
type Made = { name?: string; color?: string; order?: number }

const add = async (planId: number, name: string, more: Made = {}, as = ada) =>
  (await api.send(labelCalls.create, { planId, name, ...more }, { as })).body
const putOn = (planId: number, entity: "Item" | "Task", id: number, labelIds: unknown, as = ada) =>
  entity === "Item"
    ? api.call<{ labelIds: number[] }>("PUT", `/api/Item/${id}?planId=${planId}`, { as, body: { labelIds } })
    : api.call<{ labelIds: number[] }>("PUT", `/api/Task?planId=${planId}`, { as, body: { id, labelIds } })
const labelled = async ({ plan, item, task }: Plan) => {
  const board = await t.boardOf(plan.id)
  const of = (rows: { id: number; labelIds: number[] }[], id: number) => rows.find((row) => row.id === id)?.labelIds
  return { labels: board.labels, item: of(board.items, item.id), task: of(board.tasks, task.id) }
}
const eventsSince = async (planId: number, since: number) =>
  (await api.send(planCalls.changes, { planId, since }, { as: ada })).body.events.map(({ event, payload }) => ({
    event,
    data: payload.data,
  }))
const seqOf = async (planId: number) => (await t.boardOf(planId)).seq
const changesOf = async (planId: number) =>
  (await api.call<LoggedChange[]>("GET", `/api/Audit/changes/${planId}`, { as: ada })).body

test("a label gets the next unused colour and a place behind the others, and is on the board", async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const since = await seqOf(planId)
  const first = await api.send(labelCalls.create, { planId, name: "Roads" }, { as: ada })
  expect([first.status, first.body]).toEqual([
    201,
    { id: expect.any(Number), planId, name: "Roads", color: goalPalette[0].hex, order: expect.any(Number) },
  ])
  const second = await add(planId, "Permits")
  expect(second).toMatchObject({ color: goalPalette[1].hex })
  expect(second.order).toBeGreaterThan(first.body.order)
  const third = await add(planId, "Winter", { color: "#123456", order: first.body.order - 5 })
  const { body } = await api.send(labelCalls.list, { planId }, { as: ada })
  expect(body).toEqual([third, first.body, second])
  expect(await labelled(made)).toEqual({ labels: [third, first.body, second], item: [], task: [] })
  expect(await eventsSince(planId, since)).toEqual(
    [first.body, second, third].map((label) => ({ event: "LabelAdded", data: label })),
  )
})

describe("names are unique in a plan, case aside", () => {
  test("a second label of a name is refused with the one that has it", async () => {
    const { plan } = await api.filled(ada)
    const roads = await add(plan.id, "Straßen ÄÖ")
    const other = await add(plan.id, "Other")
    for (const name of ["straßen äö", " STRAßEN ÄÖ ", "Straßen A\u0308O\u0308"]) {
      const refused = await api.send(labelCalls.create, { planId: plan.id, name }, { as: ada })
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { message: "There is already a label “Straßen ÄÖ”.", current: roads },
      ])
      const renamed = await api.send(labelCalls.update, { planId: plan.id, id: other.id, name }, { as: ada })
      expect([renamed.status, renamed.body]).toMatchObject([409, { current: roads }])
    }
    const own = await api.send(labelCalls.update, { planId: plan.id, id: roads.id, name: "STRAßEN äö" }, { as: ada })
    expect([own.status, own.body.name]).toEqual([200, "STRAßEN äö"])
    const elsewhere = await api.plan(ada)
    expect((await add(elsewhere.id, "Other")).name).toBe("Other")
  })

  test("of several who make it at once, one does", async () => {
    const { plan } = await api.filled(ada)
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        api.send(labelCalls.create, { planId: plan.id, name: at % 2 ? "winter" : "Winter" }, { as: ada }),
      ),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
    expect((await t.boardOf(plan.id)).labels).toHaveLength(1)
  })
})

test("a plan has at most 100 labels", async () => {
  const { plan } = await api.filled(ada)
  await db()`insert into app.label (plan_id, name, color, "order")
    select ${plan.id}, 'Label ' || n, '#d3395d', n from generate_series(1, ${mostLabels}) n`
  const refused = await api.send(labelCalls.create, { planId: plan.id, name: "One more" }, { as: ada })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: "A plan has at most 100 labels. Delete one that is no longer needed." },
  ])
})

test.each([
  ["no name", { name: "" }, "Enter a name for the label."],
  ["spaces", { name: "  " }, "Enter a name for the label."],
  ["a long name", { name: "x".repeat(201) }, "Name has at most 200 characters."],
  ["two lines", { name: "a\nb" }, expect.stringContaining("line breaks")],
  ["a colour's name", { name: "a", color: "red" }, "Colour is a colour such as #2f6feb."],
])("a label with %s is refused", async (_, body, message) => {
  const { plan } = await api.filled(ada)
  const answer = await api.call("POST", `/api/Label?planId=${plan.id}`, { as: ada, body })
  expect([answer.status, answer.body]).toMatchObject([400, { message }])
  expect((await t.boardOf(plan.id)).labels).toEqual([])
})

describe("labels of a card", () => {
  test("are answered once each, in the labels' order, and a PUT replaces them", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const [a, b, c] = [await add(planId, "A"), await add(planId, "B"), await add(planId, "C")]
    for (const [entity, id] of [
      ["Item", made.item.id],
      ["Task", made.task.id],
    ] as const) {
      const set = await putOn(planId, entity, id, [c.id, a.id, c.id])
      expect([set.status, set.body.labelIds]).toEqual([200, [a.id, c.id]])
      expect((await putOn(planId, entity, id, [b.id])).body.labelIds).toEqual([b.id])
    }
    expect(await labelled(made)).toMatchObject({ item: [b.id], task: [b.id] })
    const fresh = await api.task(ada, planId, made.item.id, { labelIds: [b.id, a.id] })
    expect(fresh.labelIds).toEqual([a.id, b.id])
    const one = await api.send(taskCalls.get, { planId, id: fresh.id }, { as: ada })
    expect(one.body.labelIds).toEqual([a.id, b.id])
    expect((await putOn(planId, "Task", fresh.id, [])).body.labelIds).toEqual([])
    const kept = await api.call<{ labelIds: number[] }>("PUT", `/api/Task?planId=${planId}`, {
      as: ada,
      body: { id: made.task.id, description: "Other words" },
    })
    expect(kept.body.labelIds).toEqual([b.id])
  })

  test("are of the same plan", async () => {
    const made = await api.filled(ada)
    const other = await api.filled(ada)
    const theirs = await add(other.plan.id, "Theirs")
    const own = await add(made.plan.id, "Own")
    for (const id of [theirs.id, 999_999_999]) {
      const refused = await putOn(made.plan.id, "Task", made.task.id, [own.id, id])
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { message: `There is no label ${id} in this plan.`, errors: [{ path: "labelIds" }] },
      ])
    }
    for (const wrong of [[0], [-1], ["1"], null, "1", Array(101).fill(own.id)])
      expect((await putOn(made.plan.id, "Task", made.task.id, wrong)).status).toBe(400)
    expect(await labelled(made)).toMatchObject({ task: [] })
  })

  test("take a new order of the labels without being written", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const [a, b, c] = [await add(planId, "A"), await add(planId, "B"), await add(planId, "C")]
    await putOn(planId, "Task", made.task.id, [a.id, b.id, c.id])
    await putOn(planId, "Item", made.item.id, [a.id, c.id])
    const version = async () =>
      (await db()`select version, modified_date from app.task where id = ${made.task.id}`)[0] as object
    const [before, since] = [await version(), await seqOf(planId)]
    const orders = [{ id: c.id, order: a.order - 1 }]
    expect((await api.send(labelCalls.updateOrders, { planId, orders }, { as: ada })).status).toBe(204)
    expect(await labelled(made)).toMatchObject({ task: [c.id, a.id, b.id], item: [c.id, a.id] })
    expect(await version()).toEqual(before)
    expect(await eventsSince(planId, since)).toEqual([{ event: "LabelOrderUpdated", data: orders }])
  })

  test("an order that another label has makes room", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const [a, b] = [await add(planId, "A"), await add(planId, "B")]
    const moved = [{ id: b.id, order: a.order }]
    expect((await api.send(labelCalls.updateOrders, { planId, orders: moved }, { as: ada })).status).toBe(204)
    const { labels } = await labelled(made)
    expect(new Set(labels.map(({ order }) => order)).size).toBe(2)
    const twice = [moved[0], moved[0]].map((each) => each as { id: number; order: number })
    expect((await api.send(labelCalls.updateOrders, { planId, orders: twice }, { as: ada })).status).toBe(400)
    const foreign = [{ id: 999_999_999, order: 1 }]
    expect((await api.send(labelCalls.updateOrders, { planId, orders: foreign }, { as: ada })).status).toBe(400)
  })
})

describe("deleting a label", () => {
  test("takes it off its cards, completed ones and drafts too, logged with before and after", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const [a, b] = [await add(planId, "A"), await add(planId, "B")]
    const done = await api.item(ada, planId, { labelIds: [a.id], completed: true })
    const draft = await api.task(ada, planId, made.item.id, { labelIds: [a.id, b.id], isDraft: true })
    await putOn(planId, "Task", made.task.id, [a.id, b.id])
    const since = await seqOf(planId)
    expect((await api.send(labelCalls.remove, { planId, id: a.id }, { as: ada })).status).toBe(204)
    const board = await t.boardOf(planId)
    expect(board.labels).toEqual([b])
    expect(board.items.find(({ id }) => id === done.id)?.labelIds).toEqual([])
    expect(board.tasks.map(({ id, labelIds }) => [id, labelIds])).toEqual(
      expect.arrayContaining([
        [made.task.id, [b.id]],
        [draft.id, [b.id]],
      ]),
    )
    expect(await eventsSince(planId, since)).toEqual([{ event: "LabelDeleted", data: { id: a.id } }])
    const logged = (await changesOf(planId)).filter(({ seq }) => seq > since)
    expect(logged.map(({ entity, id, op, before, after }) => ({ entity, id, op, before, after }))).toEqual(
      expect.arrayContaining([
        { entity: "label", id: a.id, op: "delete", before: a, after: null },
        {
          entity: "task",
          id: made.task.id,
          op: "update",
          before: { labelIds: [a.id, b.id] },
          after: { labelIds: [b.id] },
        },
        { entity: "item", id: done.id, op: "update", before: { labelIds: [a.id] }, after: { labelIds: [] } },
      ]),
    )
    const page = await api.call<{ message: string }[]>(
      "GET",
      `/api/Audit/unified/task/${made.task.id}?planId=${planId}`,
      {
        as: ada,
      },
    )
    expect(page.body[0]?.message.replace(/<[^>]*>/g, "")).toMatch(/removed A from the labels of the task Task$/)
    expect(page.body[1]?.message.replace(/<[^>]*>/g, "")).toMatch(/added A and B to the labels of the task Task$/)
    expect((await api.send(labelCalls.remove, { planId, id: a.id }, { as: ada })).status).toBe(404)
  })

  test("into another puts that one on its cards, once", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const [a, b] = [await add(planId, "A"), await add(planId, "B")]
    await putOn(planId, "Task", made.task.id, [a.id, b.id])
    await putOn(planId, "Item", made.item.id, [a.id])
    const since = await seqOf(planId)
    for (const into of [a.id, 999_999_999])
      expect((await api.send(labelCalls.remove, { planId, id: a.id, into }, { as: ada })).status).toBe(400)
    expect((await api.send(labelCalls.remove, { planId, id: a.id, into: b.id }, { as: ada })).status).toBe(204)
    expect(await labelled(made)).toEqual({ labels: [b], task: [b.id], item: [b.id] })
    expect(await eventsSince(planId, since)).toEqual([{ event: "LabelDeleted", data: { id: a.id, into: b.id } }])
  })

  test("races with a card that gets it: no card names a label that is gone", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    for (let n = 0; n < 6; n++) {
      const label = await add(planId, `L${n}`)
      const [put] = await Promise.all([
        putOn(planId, "Task", made.task.id, [label.id]),
        api.send(labelCalls.remove, { planId, id: label.id }, { as: ada }),
      ])
      expect([200, 400]).toContain(put.status)
      expect(await labelled(made)).toMatchObject({ labels: [], task: [] })
    }
  })
})

test("one call puts a label on many cards and takes it off others, all or nothing", async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const label = await add(planId, "A")
  const more = await api.task(ada, planId, made.item.id)
  const on = { itemIds: [made.item.id], taskIds: [made.task.id, more.id] }
  const refused = await api.send(
    labelCalls.setCards,
    { planId, id: label.id, on: { ...on, taskIds: [999_999_999] } },
    { as: ada },
  )
  expect(refused.status).toBe(400)
  expect(await labelled(made)).toMatchObject({ item: [], task: [] })
  const since = await seqOf(planId)
  const set = await api.send(labelCalls.setCards, { planId, id: label.id, on }, { as: ada })
  expect([set.status, set.body]).toEqual([200, label])
  expect(await eventsSince(planId, since)).toEqual([
    { event: "LabelUpdated", data: { ...label, on, off: { itemIds: [], taskIds: [] } } },
  ])
  await api.send(labelCalls.setCards, { planId, id: label.id, off: { taskIds: [more.id] } }, { as: ada })
  expect(await labelled(made)).toMatchObject({ item: [label.id], task: [label.id] })
  expect((await t.boardOf(planId)).tasks.find(({ id }) => id === more.id)?.labelIds).toEqual([])
})

describe("who may", () => {
  test("a viewer reads labels and changes none, a plan's key does both, others find nothing", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const label = await add(planId, "A")
    const [viewer, stranger] = [await api.person(), await api.person()]
    await api.join(planId, viewer, 2)
    expect((await api.send(labelCalls.list, { planId }, { as: viewer })).body).toEqual([label])
    for (const [who, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      const answers = [
        await api.send(labelCalls.create, { planId, name: "B" }, { as: who }),
        await api.send(labelCalls.update, { planId, id: label.id, name: "B" }, { as: who }),
        await api.send(labelCalls.remove, { planId, id: label.id }, { as: who }),
        await api.send(labelCalls.updateOrders, { planId, orders: [{ id: label.id, order: 1 }] }, { as: who }),
        await api.send(labelCalls.setCards, { planId, id: label.id, on: { taskIds: [made.task.id] } }, { as: who }),
        await putOn(planId, "Task", made.task.id, [label.id], who),
      ]
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
    }
    const headers = { "x-api-key": await api.key(planId) }
    const byKey = await api.send(labelCalls.create, { planId, name: "By key" }, { headers })
    expect(byKey.status).toBe(201)
    expect((await api.send(labelCalls.list, { planId }, { headers })).body).toEqual([label, byKey.body])
    const other = await api.filled(ada)
    expect((await api.send(labelCalls.list, { planId: other.plan.id }, { headers })).status).toBe(404)
    const foreign = await add(other.plan.id, "Foreign")
    for (const call of [labelCalls.update, labelCalls.remove])
      expect((await api.send(call, { planId, id: foreign.id, name: "Mine" } as never, { headers })).status).toBe(404)
  })

  test("row policies show a label to members of its plan alone, and let nobody write one past the calls", async () => {
    const made = await api.filled(ada)
    const label = await add(made.plan.id, "A")
    const stranger = await api.person()
    const readBy = (person: number) =>
      db().begin(async (tx) => {
        const claims = JSON.stringify({ role: "authenticated", user_id: person })
        await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
        return tx<Label[]>`select * from api.label where id = ${label.id}`
      })
    expect(await readBy(ada.id)).toHaveLength(1)
    expect(await readBy(stranger.id)).toHaveLength(0)
    await expect(
      db().begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true)`
        await tx`update app.label set name = 'x'`
      }),
    ).rejects.toThrow(/permission denied/)
  })

  test("visitors of a public link see labels and those of cards, but no address", async () => {
    const made = await api.filled(ada)
    const planId = made.plan.id
    const label = await add(planId, "for ada@example.org")
    await putOn(planId, "Task", made.task.id, [label.id])
    const link = await api.send(linkCalls.makeLink, { planId }, { as: ada })
    const token = link.body.url.split("/public/")[1] ?? ""
    const visit = await visitBy(new Request(link.body.url), token)
    const { body } = await api.send(
      publicCalls.board,
      {},
      { headers: { [visitHeader]: visit.state === "open" ? visit.visitKey : "" } },
    )
    expect(body.labels).toEqual([{ id: label.id, name: "for ada", color: label.color, order: label.order }])
    expect(body.tasks.map(({ labelIds }) => labelIds)).toEqual([[label.id]])
  })
})
