// Versions: saved, listed, restored whole, and changes undone from the audit log.

import { afterAll, beforeAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { integrationCalls } from "~/contract/integration"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { type Board, type Plan, planCalls } from "~/contract/plan"
import type { PlanVersion } from "~/contract/plan-version"
import { taskCalls } from "~/contract/task"
import { db, wholePlanDb } from "~/database/connection.server"
import { keepHourly } from "~/database/version.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { until } from "../support/until.ts"

let api: Api
let owner: Caller
let member: Caller

beforeAll(async () => {
  api = await openApi()
  owner = await api.person()
  member = await api.person()
})
afterAll(() => api.close())

const boardOf = async (planId: number) => (await api.send(planCalls.board, { planId }, { as: owner })).body
const versionsOf = async (planId: number) => (await api.send(planCalls.revisions, { planId }, { as: owner })).body
const snapshot = (planId: number, query = "", as = owner) =>
  api.call<PlanVersion>("POST", `/api/Plan/${planId}/snapshot${query}`, {
    as,
    body: { description: "Before the sprint" },
  })
/** The content a version restores: everything but the times of the last change. */
const content = ({ goals, items, tasks }: Board) => ({
  goals: goals.map(({ modifiedDate, ...goal }) => goal),
  items: items.map(({ modifiedDate, ...item }) => item),
  tasks: tasks.map(({ modified, ...task }) => task),
})

test("a version is stored with its counts; an unchanged plan needs no second one", async () => {
  const { plan } = await api.filled(owner)
  expect(await versionsOf(plan.id)).toEqual([])
  const first = await snapshot(plan.id)
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ description: "Before the sprint", goals: 1, items: 1, tasks: 1 })
  expect(first.body.createdBy).toEqual({ id: owner.id, userName: owner.userName })
  const same = await snapshot(plan.id, "?force=false")
  expect([same.status, same.body.id]).toEqual([200, first.body.id])
  expect((await snapshot(plan.id, "?force=true")).status).toBe(201)
  await api.goal(owner, plan.id, { name: "Later" })
  expect((await snapshot(plan.id, "?force=false")).status).toBe(201)
  expect(await versionsOf(plan.id)).toHaveLength(3)
  const { body } = await api.send(planCalls.get, { planId: plan.id }, { as: owner })
  expect(body).toMatchObject({ snapshotDescription: "Before the sprint", lastSnapshot: expect.any(String) })

  await api.join(plan.id, member)
  expect((await snapshot(plan.id, "", member)).status).toBe(201)
  expect((await api.send(planCalls.removeRevisions, { planId: plan.id }, { as: member })).status).toBe(403)
  expect((await api.send(planCalls.removeRevisions, { planId: plan.id }, { as: owner })).status).toBe(204)
  expect(await versionsOf(plan.id)).toEqual([])
})

test("restoring brings everything back with its ids; newer cards go to the bin", async () => {
  const { plan, goal, item, task } = await api.filled(owner)
  await api.join(plan.id, member)
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, ownerId: member.id }, { as: owner })
  const other = await api.item(owner, plan.id, { goalId: goal.id, topic: "Stays" })
  const before = await boardOf(plan.id)
  const kept = (await snapshot(plan.id)).body

  await api.call("PUT", `/api/Item/?planId=${plan.id}`, {
    as: owner,
    body: { id: other.id, topic: "Changed", focus: true },
  })
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, type: 2 }, { as: owner })
  await api.send(goalCalls.remove, { id: goal.id, planId: plan.id }, { as: owner })
  const since = await api.goal(owner, plan.id, { name: "Since" })
  const below = await api.item(owner, plan.id, { goalId: since.id })
  await api.task(owner, plan.id, below.id)
  expect((await boardOf(plan.id)).goals.map(({ name }) => name)).toEqual(["Since"])

  const path = `/api/Plan/${plan.id}/restore/${kept.id}`
  expect((await api.call("POST", path, { as: member })).status).toBe(403)
  const seq = (await boardOf(plan.id)).seq
  const restored = await api.call<Plan>("POST", path, { as: owner })
  expect([restored.status, restored.body.id]).toEqual([200, plan.id])
  const after = await boardOf(plan.id)
  expect(content(after)).toEqual(content(before))
  expect(after.seq).toBe(seq + 1)
  const { body: changes } = await api.send(planCalls.changes, { planId: plan.id, since: seq }, { as: owner })
  expect(changes.events.map(({ event }) => event)).toEqual(["BoardUpdated"])
  const bin = await db()`select entity, entity_id from app.deletion where plan_id = ${plan.id}`
  expect(bin.map((row) => [row.entity, Number(row.entity_id)])).toEqual([["goal", since.id]])
  const [automatic] = await versionsOf(plan.id)
  expect(automatic).toMatchObject({ createdBy: null, goals: 1, items: 1, tasks: 1 })

  // The last version differs from the current state.
  const now = await snapshot(plan.id, "?force=false")
  expect([now.status, now.body.items]).toEqual([201, 2])

  // The state before the restore is a version too.
  await api.call("POST", `/api/Plan/${plan.id}/restore/${automatic?.id}`, { as: owner })
  expect((await boardOf(plan.id)).goals.map(({ id }) => id)).toEqual([since.id])
  expect((await api.send(itemCalls.get, { id: item.id, planId: plan.id }, { as: owner })).status).toBe(404)
})

test("a restore says beforehand what it changes, and does just that", async () => {
  const { plan, goal, item, task } = await api.filled(owner)
  const planId = plan.id
  const moves = await api.task(owner, planId, item.id, { description: "Tree-root survey" })
  const lost = await api.task(owner, planId, item.id, { description: "Call the print shop" })
  await api.send(taskCalls.addComment, { planId, id: lost.id, content: "Ask Mira" }, { as: owner })
  const { body: kept } = await api.send(planCalls.snapshot, { planId, description: "Thursday" }, { as: owner })
  const preview = async () =>
    (await api.send(planCalls.revisionChanges, { planId, revisionId: kept.id }, { as: owner })).body
  const nothing = { restored: 0, changed: 0, moved: 0, deleted: 0, reordered: 0, first: [] }
  expect(await preview()).toEqual(nothing)

  await api.send(itemCalls.update, { planId, id: item.id, description: "Longer", businessValue: 9 }, { as: owner })
  await api.send(taskCalls.update, { planId, id: moves.id, type: 2 }, { as: owner })
  await api.send(taskCalls.remove, { planId, id: lost.id }, { as: owner })
  await api.send(taskCalls.updateOrders, { planId, orders: [{ id: task.id, order: 9 }] }, { as: owner })
  const since = await api.goal(owner, planId, { name: "Since" })
  await api.send(goalCalls.update, { planId, id: goal.id, name: "Renamed" }, { as: owner })
  const found = await preview()
  expect(found).toEqual({
    ...{ restored: 1, changed: 2, moved: 1, deleted: 1, reordered: 1 },
    first: [
      { effect: "restored", entity: "task", id: lost.id, name: "Call the print shop", notes: 1, fields: [] },
      { effect: "changed", entity: "goal", id: goal.id, name: "Goal", notes: 0, fields: [{ name: "name" }] },
      {
        ...{ effect: "changed", entity: "item", id: item.id, name: "Action", notes: 0 },
        fields: [{ name: "businessValue", from: 9, to: 0 }, { name: "description" }],
      },
      {
        ...{ effect: "moved", entity: "task", id: moves.id, name: "Tree-root survey", notes: 0 },
        fields: [{ name: "type", from: 2, to: 0 }],
      },
    ],
  })
  expect(since.id).toBeGreaterThan(0)
  await api.send(planCalls.restore, { planId, revisionId: kept.id }, { as: owner })
  expect(await preview()).toEqual(nothing)
})

test("previews of two people leave a connection to others", async () => {
  const { plan } = await api.filled(owner)
  const other = await api.person()
  await api.join(plan.id, other, 0)
  const kept = (await snapshot(plan.id)).body
  const previews = await db().begin(async (tx) => {
    await tx`lock table app.plan_version in access exclusive mode`
    const sent = [owner, other].map((as) =>
      api.send(planCalls.revisionChanges, { planId: plan.id, revisionId: kept.id }, { as }),
    )
    const waiting = () =>
      db()`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await waiting()).length > 0)
    expect(await wholePlanDb()`select 1 as answer`).toEqual([{ answer: 1 }])
    return { sent }
  })
  for (const preview of previews.sent) expect((await preview).status).toBe(200)
})

test("another plan's version is not found, and people who left own nothing after a restore", async () => {
  const own = await api.filled(owner)
  const other = await api.filled(owner)
  const leaver = await api.person()
  await api.join(own.plan.id, leaver)
  await api.send(taskCalls.update, { planId: own.plan.id, id: own.task.id, ownerId: leaver.id }, { as: owner })
  const kept = (await snapshot(own.plan.id)).body
  expect(
    (await api.send(planCalls.restore, { planId: other.plan.id, revisionId: kept.id }, { as: owner })).status,
  ).toBe(404)
  const ofOther = { planId: other.plan.id, revisionId: kept.id }
  expect((await api.send(planCalls.revisionChanges, ofOther, { as: owner })).status).toBe(404)
  await api.send(planCalls.removeMember, { planId: own.plan.id, userId: leaver.id }, { as: owner })
  await api.send(planCalls.restore, { planId: own.plan.id, revisionId: kept.id }, { as: owner })
  expect((await boardOf(own.plan.id)).tasks[0]?.owner).toBeNull()
})

test("undoing a change of the audit log undoes all later ones too", async () => {
  const { plan, goal, item, task } = await api.filled(owner)
  const before = await boardOf(plan.id)
  const [newest] = await db()`select max(id) as id from app.audit where plan_id = ${plan.id}`
  await api.send(goalCalls.update, { planId: plan.id, id: goal.id, name: "Renamed" }, { as: owner })
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, type: 1 }, { as: owner })
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, type: 2 }, { as: owner })
  const made = await api.item(owner, plan.id, { goalId: goal.id })
  await api.task(owner, plan.id, made.id)
  await api.send(itemCalls.remove, { id: item.id, planId: plan.id }, { as: owner })
  const [first] = await db()`select min(id) as id from app.audit where plan_id = ${plan.id} and id > ${newest?.id}`
  const auditId = Number(first?.id)

  expect((await api.send(planCalls.revert, { planId: plan.id, auditId: 1e9 }, { as: owner })).status).toBe(404)
  const reverted = await api.send(planCalls.revert, { planId: plan.id, auditId }, { as: owner })
  expect(reverted.status).toBe(200)
  expect(reverted.body).toEqual({ revisionId: expect.any(Number), created: 1, updated: 2, deleted: 1 })
  expect(content(await boardOf(plan.id))).toEqual(content(before))
  expect((await versionsOf(plan.id))[0]?.id).toBe((reverted.body as { revisionId: number }).revisionId)
})

test("an edited plan gets a version within the hour, an unchanged one no second", async () => {
  const { plan } = await api.filled(owner)
  await keepHourly()
  expect(await versionsOf(plan.id)).toHaveLength(1)
  await keepHourly()
  expect(await versionsOf(plan.id)).toHaveLength(1)
  await db()`update app.plan_version set created_date = now() - interval '61 minutes' where plan_id = ${plan.id}`
  await keepHourly()
  expect(await versionsOf(plan.id)).toHaveLength(1)
  await api.goal(owner, plan.id)
  await keepHourly()
  expect(await versionsOf(plan.id)).toHaveLength(2)
})

test("after 30 days one automatic version per day remains, and all manual ones", async () => {
  const { plan } = await api.filled(owner)
  const kept = await snapshot(plan.id)
  const at = (id: number | undefined, days: number, hour: number) =>
    db()`update app.plan_version set created_date = date_trunc('day', now() - make_interval(days => ${days})) + make_interval(hours => ${hour})
      where id = ${id ?? 0}`
  await at(kept.body.id, 40, 1)
  const days: [number, number][] = [
    ...[2, 9, 20].map((hour): [number, number] => [40, hour]),
    ...[3, 4].map((hour): [number, number] => [35, hour]),
    ...[3, 4].map((hour): [number, number] => [5, hour]),
  ]
  const made: number[] = []
  for (const [day, hour] of days) {
    const [row] = await db()<{ id: number }[]>`select nextval('app.plan_version_id_seq')::int as id`
    made.push(row?.id ?? 0)
    await db()`select app.do_keep_version(${plan.id}, null,
      ${JSON.stringify({ id: row?.id ?? 0, automatic: true, description: "" })}::text::jsonb)`
    await at(row?.id, day, hour)
  }
  await keepHourly()
  const left = (await versionsOf(plan.id)).map(({ id }) => id)
  expect(left.filter((id) => made.includes(id)).sort()).toEqual([made[2], made[4], made[5], made[6]].sort())
  expect(left).toContain(kept.body.id)
})

test("the plan's key is shown once, opens only its plan, and ends when replaced or disabled", async () => {
  const { plan, task } = await api.filled(owner)
  const other = await api.filled(owner)
  await api.join(plan.id, member)
  const ask = (action: string, as = owner) =>
    api.call<{ apiKey: string }>("POST", `/api/plans/${plan.id}/integration/${action}`, { as })
  const by = (key: string, path: string) => api.call(`GET`, path, { headers: { "x-api-key": key } })
  expect((await ask("enable", member)).status).toBe(403)
  const { body, status } = await ask("enable")
  expect([status, typeof body.apiKey]).toEqual([200, "string"])
  const own = `/api/Task/${task.id}?planId=${plan.id}`
  expect((await by(body.apiKey, own)).status).toBe(200)
  expect((await by(body.apiKey, `/api/Task/plan/${other.plan.id}`)).status).toBe(404)
  expect((await by(body.apiKey, "/api/Plan/")).status).toBe(403)
  const stored = await db()`select hash, used_date from app.plan_key where plan_id = ${plan.id}`
  expect(JSON.stringify(stored)).not.toContain(body.apiKey)
  expect(stored[0]?.used_date).not.toBeNull()
  const state = async (as = owner) => api.send(integrationCalls.state, { planId: plan.id }, { as })
  expect((await state()).body).toEqual({ enabled: true, createdDate: expect.any(String), lastUsed: expect.any(String) })
  expect((await state(member)).status).toBe(403)
  const next = (await ask("rotate")).body.apiKey
  expect((await by(body.apiKey, own)).status).toBe(401)
  expect((await state()).body).toMatchObject({ enabled: true, lastUsed: null })
  expect((await by(next, own)).status).toBe(200)
  expect((await ask("disable")).status).toBe(204)
  expect((await state()).body).toEqual({ enabled: false, createdDate: null, lastUsed: null })
  expect((await by(next, own)).status).toBe(401)
  const { body: now } = await api.send(planCalls.get, { planId: plan.id }, { as: owner })
  expect(now.integrationEnabled).toBe(false)
})

test("a revert doesn't assign cards to people who left", async () => {
  const { plan, item, task } = await api.filled(owner)
  const gone = await api.person()
  await api.join(plan.id, gone)
  const own = async (ownerId: number | null) => {
    await api.send(itemCalls.update, { id: item.id, planId: plan.id, ownerId }, { as: owner })
    await api.send(taskCalls.update, { planId: plan.id, id: task.id, ownerId }, { as: owner })
  }
  await own(gone.id)
  await own(null)
  const log = await db()<{ id: number }[]>`
    select id from app.audit where plan_id = ${plan.id} and action = 'update' order by id desc limit 2`
  expect((await api.send(planCalls.removeMember, { planId: plan.id, userId: gone.id }, { as: owner })).status).toBe(204)
  const auditId = log.at(-1)?.id
  const reverted = await api.call("POST", `/api/Plan/revert/${plan.id}`, { as: owner, body: { auditId } })
  expect([reverted.status, reverted.body]).toEqual([200, expect.objectContaining({ updated: 2 })])
  const { items, tasks } = await boardOf(plan.id)
  expect([items[0]?.owner, tasks[0]?.owner, tasks[0]?.ownerId]).toEqual([null, null, null])
})

test("restoring brings back labels with their cards, repetitions, and what waits for what", async () => {
  const { plan, item, task } = await api.filled(owner)
  const planId = plan.id
  const change = (id: number, fields: object) => api.send(taskCalls.update, { planId, id, ...fields }, { as: owner })
  const { body: roads } = await api.send(labelCalls.create, { planId, name: "Roads" }, { as: owner })
  const { body: snow } = await api.send(labelCalls.create, { planId, name: "Snow" }, { as: owner })
  const waiting = await api.task(owner, planId, item.id, { blockedByIds: [task.id], labelIds: [snow.id, roads.id] })
  const dueDate = "2031-03-11T00:00:00.000Z"
  await change(task.id, { dueDate, recurrence: "FREQ=WEEKLY;BYDAY=TU", labelIds: [roads.id] })
  const before = await boardOf(planId)
  const kept = (await snapshot(planId)).body

  // Finished, so that another one repeats; its waiting card is free, and one label is gone.
  await change(task.id, { type: 2 })
  await change(waiting.id, { blockedByIds: [], labelIds: [] })
  await api.send(labelCalls.remove, { planId, id: roads.id }, { as: owner })
  await api.send(labelCalls.update, { planId, id: snow.id, name: "Ice" }, { as: owner })
  expect((await boardOf(planId)).tasks).toHaveLength(3)

  const restored = await api.call("POST", `/api/Plan/${planId}/restore/${kept.id}`, { as: owner })
  expect(restored.status, restored.text).toBe(200)
  const after = await boardOf(planId)
  expect(content(after)).toEqual(content(before))
  expect(after.labels).toEqual(before.labels)
  expect(after.tasks.find(({ id }) => id === task.id)).toMatchObject({
    recurrence: "FREQ=WEEKLY;BYDAY=TU",
    next: null,
    labelIds: [roads.id],
  })
  expect(after.tasks.find(({ id }) => id === waiting.id)).toMatchObject({ blockedByIds: [task.id], blocked: true })
})
