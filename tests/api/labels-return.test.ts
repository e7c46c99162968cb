// Labels that come back: with versions, reverts, repeated calls, exports, and after they were deleted.

import { afterAll, expect, test } from "vitest"
import { type Label, labelCalls } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { openTransfer, type Transfer } from "../support/api/transfer.ts"

const t = await openTransfer()
const { api, owner: ada } = t
afterAll(t.close)

type Plan = Awaited<ReturnType<Transfer["api"]["filled"]>>

const add = async (planId: number, name: string, more: { color?: string } = {}) =>
  (await api.send(labelCalls.create, { planId, name, ...more }, { as: ada })).body
const putOn = (planId: number, entity: "Item" | "Task", id: number, labelIds: number[]) =>
  entity === "Item"
    ? api.call("PUT", `/api/Item/${id}?planId=${planId}`, { as: ada, body: { labelIds } })
    : api.call("PUT", `/api/Task?planId=${planId}`, { as: ada, body: { id, labelIds } })
const labelled = async ({ plan, item, task }: Plan) => {
  const board = await t.boardOf(plan.id)
  const of = (rows: { id: number; labelIds: number[] }[], id: number) => rows.find((row) => row.id === id)?.labelIds
  return { labels: board.labels, item: of(board.items, item.id), task: of(board.tasks, task.id) }
}

test("a version has the labels of its time, under their ids", async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const [a, b] = [await add(planId, "A"), await add(planId, "B")]
  await putOn(planId, "Task", made.task.id, [a.id, b.id])
  const version = await api.call<{ id: number }>("POST", `/api/Plan/${planId}/snapshot`, { as: ada, body: {} })
  await api.send(labelCalls.update, { planId, id: b.id, name: "C", color: "#123456" }, { as: ada })
  await api.send(labelCalls.remove, { planId, id: a.id }, { as: ada })
  const later = await add(planId, "a")
  await putOn(planId, "Item", made.item.id, [later.id])
  const restored = await api.send(planCalls.restore, { planId, revisionId: version.body.id }, { as: ada })
  expect(restored.status).toBe(200)
  expect(await labelled(made)).toEqual({ labels: [a, b], task: [a.id, b.id], item: [] })
})

test("going back to before a change restores labels too", async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const [a, b] = [await add(planId, "A"), await add(planId, "B")]
  await putOn(planId, "Task", made.task.id, [a.id])
  const [last] = await db()<{ id: number }[]>`select max(id) + 1 as id from app.audit`
  await api.send(labelCalls.update, { planId, id: b.id, name: "C" }, { as: ada })
  await api.send(labelCalls.remove, { planId, id: a.id, into: b.id }, { as: ada })
  const made2 = await add(planId, "Later")
  await putOn(planId, "Item", made.item.id, [made2.id])
  const [first] = await db()<{ id: number }[]>`
    select min(id) as id from app.audit where plan_id = ${planId} and id >= ${last?.id ?? 0}`
  const reverted = await api.send(planCalls.revert, { planId, auditId: first?.id ?? 0 }, { as: ada })
  expect(reverted.status, reverted.text).toBe(200)
  expect(await labelled(made)).toEqual({ labels: [a, b], task: [a.id], item: [] })
})

test("a repeat of a call under its key makes no second label", async () => {
  const made = await api.filled(ada)
  const headers = { "idempotency-key": "label-once" }
  const input = { planId: made.plan.id, name: "Once" }
  const [first, again] = [
    await api.send(labelCalls.create, input, { as: ada, headers }),
    await api.send(labelCalls.create, input, { as: ada, headers }),
  ]
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await labelled(made)).labels).toEqual([first.body])
})

test("JSON has labels by name, also those of cards that the plan's list lacks, and is the same again", async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const [a, b] = [await add(planId, "Ä; #1", { color: "#123456" }), await add(planId, "B")]
  await putOn(planId, "Task", made.task.id, [a.id, b.id])
  const { text } = await t.out(planId, "json")
  expect(JSON.parse(text)).toMatchObject({
    labels: [
      { name: "Ä; #1", color: "#123456" },
      { name: "B", color: b.color },
    ],
    goals: [{ actions: [{ tasks: [{ labels: ["Ä; #1", "B"] }] }] }],
  })
  const copy = await t.imported(text, "plan.json")
  expect((await t.out(copy.id, "json")).text).toBe(text)
  const named = { ...JSON.parse(text), labels: [{ name: "b" }] }
  const board = await t.boardOf((await t.imported(JSON.stringify(named), "plan.json")).id)
  expect(board.labels.map(({ name }) => name)).toEqual(["b", "Ä; #1"])
  expect(board.tasks[0]?.labelIds).toEqual(board.labels.map(({ id }) => id))
})

test("a deleted label comes back under its id, in its plan alone; one that was never deleted there does not", async () => {
  const made = await api.filled(ada)
  const planId = made.plan.id
  const [label, other] = [await add(planId, "Roads"), await add(planId, "Permits")]
  const elsewhere = await api.filled(ada)
  const foreign = await add(elsewhere.plan.id, "Roads")
  for (const [plan, { id }] of [
    [planId, label],
    [elsewhere.plan.id, foreign],
  ] as const)
    await api.send(labelCalls.remove, { planId: plan, id }, { as: ada })
  const create = (body: object, as = ada) => api.call<Label>("POST", `/api/Label?planId=${planId}`, { as, body })

  for (const id of [foreign.id, other.id + 1_000_000, made.item.id + 2_000_000])
    expect(await create({ ...label, id })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(`No label ${id}`) },
    })
  expect((await create(label, await api.person())).status).toBe(404)
  expect((await create({ ...other, name: "Other" })).status).toBe(400)

  const twice = await Promise.all([create(label), create({ ...label, name: "Streets" })])
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  const { labels } = await labelled(made)
  expect(labels.map(({ id }) => id)).toEqual([label.id, other.id])
  expect(labels[0]?.order).toBe(label.order)
  expect((await create({ ...label, name: "Again" })).body).toMatchObject({ current: { id: label.id } })
})
