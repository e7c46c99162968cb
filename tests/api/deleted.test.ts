// The 30-day bin of a plan: deleted cards and how they are restored.
import { afterAll, beforeAll, expect, test } from "vitest"
import * as z from "zod/mini"
import { auditCalls } from "~/contract/audit"
import { deleted } from "~/contract/deleted"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let ben: Caller

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  ben = await api.person()
})
afterAll(() => api.close())

type Kind = "goal" | "item" | "task"
const paths = { goal: "Goal", item: "Item", task: "Task" }
const remove = async (planId: number, kind: Kind, id: number) =>
  expect((await api.call("DELETE", `/api/${paths[kind]}/${id}?planId=${planId}`, { as: ada })).status).toBe(204)
const restore = (planId: number, kind: Kind, id: number, as = ada) =>
  api.call<{ id: number } & Problem>("POST", `/api/Plan/${planId}/deleted/${kind}/${id}/restore`, { as })
const bin = async (planId: number) => {
  const { status, body } = await api.send(planCalls.deleted, { planId }, { as: ada })
  expect(status).toBe(200)
  expect(z.array(deleted).parse(body)).toEqual(body)
  return body
}
const board = async (planId: number) => {
  const { goals, items, tasks } = (await api.send(planCalls.board, { planId }, { as: ada })).body
  return { goals, items, tasks }
}
const events = async (planId: number) =>
  (await api.send(planCalls.changes, { planId, since: 0 }, { as: ada })).body.events.map(({ event }) => event)

test("restoring a goal restores everything deleted with it, unchanged", async () => {
  const { plan, goal, item } = await api.filled(ada)
  await api.task(ada, plan.id, item.id, { type: 2, color: "#123456" })
  for (const path of [`Goal/${goal.id}`, `Item/${item.id}`])
    await api.call("POST", `/api/${path}/comments?planId=${plan.id}`, {
      as: ada,
      body: { content: "See", mentions: [] },
    })
  await db()`insert into app.file (plan_id, unique_name, friendly_name, mime_type, size, goal_id)
    values (${plan.id}, 'a.png', 'a.png', 'image/png', 1, ${goal.id})`
  const before = await board(plan.id)
  await remove(plan.id, "goal", goal.id)
  expect(await board(plan.id)).toEqual({ goals: [], items: [], tasks: [] })
  expect(await bin(plan.id)).toEqual([
    {
      entity: "goal",
      id: goal.id,
      name: "Goal",
      deletedDate: expect.any(String),
      deletedBy: { id: ada.id, userName: ada.userName },
      contains: { items: 1, tasks: 2, comments: 2, files: 1 },
      waitsFor: null,
    },
  ])
  const back = await restore(plan.id, "goal", goal.id)
  expect([back.status, back.body.id]).toEqual([200, goal.id])
  expect(await board(plan.id)).toEqual(before)
  expect(await bin(plan.id)).toEqual([])
  expect((await events(plan.id)).at(-1)).toBe("BoardUpdated")
  const [entry] = (await api.send(auditCalls.ofGoal, { id: goal.id, planId: plan.id }, { as: ada })).body
  expect(entry).toMatchObject({ action: "restore", message: "<b>Person 1</b> restored the goal <b>Goal</b>" })
  expect((await restore(plan.id, "goal", goal.id)).status).toBe(404)
})

test("each deletion is listed once, under its topmost card, and can't be restored before its parent", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const other = await api.task(ada, plan.id, item.id)
  await remove(plan.id, "task", task.id)
  await remove(plan.id, "item", item.id)
  await remove(plan.id, "goal", goal.id)
  const rows = (await bin(plan.id)).map(({ entity, contains, waitsFor }) => [
    ...[entity, contains.items, contains.tasks],
    waitsFor,
  ])
  expect(rows).toEqual([
    ["goal", 0, 0, null],
    ["item", 0, 1, { entity: "goal", name: "Goal", why: "deleted" }],
    ["task", 0, 0, { entity: "item", name: "Action", why: "deleted" }],
  ])
  const refused = await restore(plan.id, "item", item.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The goal “Goal” it belongs to is deleted too. Restore that first.",
  ])
  expect((await restore(plan.id, "task", task.id)).body.message).toContain("action “Action”")
  expect((await restore(plan.id, "task", other.id)).status).toBe(404)
  await restore(plan.id, "goal", goal.id)
  await restore(plan.id, "item", item.id)
  expect((await board(plan.id)).tasks.map(({ id }) => id)).toEqual([other.id])
  await api.call("PUT", `/api/Item/${item.id}?planId=${plan.id}`, { as: ada, body: { completed: true } })
  expect((await bin(plan.id)).map(({ waitsFor }) => waitsFor)).toEqual([
    { entity: "item", name: "Action", why: "completed" },
  ])
  const kept = await restore(plan.id, "task", task.id)
  expect([kept.status, kept.body.message]).toEqual([
    409,
    "The action “Action” it belongs to is completed. Uncomplete it first.",
  ])
  await api.send(itemCalls.update, { id: item.id, planId: plan.id, completed: false }, { as: ada })
  expect((await restore(plan.id, "task", task.id)).status).toBe(200)
  expect(await bin(plan.id)).toEqual([])
})

test("two concurrent restores restore once; a repeat under its key gets the first answer", async () => {
  const { plan, item } = await api.filled(ada)
  await remove(plan.id, "item", item.id)
  const both = await Promise.all([restore(plan.id, "item", item.id), restore(plan.id, "item", item.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await events(plan.id)).filter((event) => event === "BoardUpdated")).toHaveLength(1)
  await remove(plan.id, "item", item.id)
  const again = () =>
    api.send(
      planCalls.restoreDeleted,
      { planId: plan.id, entity: "item", id: item.id },
      { as: ada, headers: { "idempotency-key": "k" } },
    )
  const first = await again()
  expect(first.status).toBe(200)
  expect((await again()).body).toEqual(first.body)
})

test("restored cards don't belong to people who left; after 30 days the bin is emptied", async () => {
  const { plan, item, task } = await api.filled(ada)
  await api.join(plan.id, ben)
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, ownerId: ben.id }, { as: ada })
  await remove(plan.id, "item", item.id)
  await api.send(planCalls.removeMember, { planId: plan.id, userId: ben.id }, { as: ada })
  await restore(plan.id, "item", item.id)
  expect((await board(plan.id)).tasks[0]).toMatchObject({ id: task.id, ownerId: null, owner: null })
  await remove(plan.id, "task", task.id)
  await db()`update app.deletion set deleted_date = now() - interval '31 days' where plan_id = ${plan.id}`
  expect(await bin(plan.id)).toEqual([])
  expect((await restore(plan.id, "task", task.id)).status).toBe(404)
})

test("only admins see and restore, and only cards of their plan", async () => {
  const { plan, task } = await api.filled(ada)
  await api.join(plan.id, ben)
  await remove(plan.id, "task", task.id)
  expect((await api.send(planCalls.deleted, { planId: plan.id }, { as: ben })).status).toBe(403)
  expect((await restore(plan.id, "task", task.id, ben)).status).toBe(403)
  const other = await api.filled(ada)
  expect((await restore(other.plan.id, "task", task.id)).status).toBe(404)
  expect((await restore(plan.id, "item", task.id)).status).toBe(404)
  expect((await restore(plan.id, "note" as Kind, task.id)).status).toBe(400)
})

test("undoing from the log deletes restored cards again", async () => {
  const { plan, goal, item } = await api.filled(ada)
  await remove(plan.id, "item", item.id)
  const newest = async () => (await api.send(auditCalls.ofPlan, { planId: plan.id }, { as: ada })).body[0]?.id as number
  await restore(plan.id, "item", item.id)
  const auditId = await newest()
  const revert = (auditId: number) => api.send(planCalls.revert, { planId: plan.id, auditId }, { as: ada })
  expect((await revert(auditId)).body).toMatchObject({ created: 0, updated: 0, deleted: 1 })
  expect((await board(plan.id)).items).toEqual([])
  expect((await bin(plan.id)).map(({ entity, contains }) => [entity, contains.tasks])).toEqual([["item", 1]])
  expect((await board(plan.id)).goals.map(({ id }) => id)).toEqual([goal.id])
})
