import { afterAll, beforeAll, expect, test } from "vitest"
import { type Goal, goalCalls } from "~/contract/goal"
import { type Item, itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { type Task, taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { currentBoard } from "~/domain/board/current-board.server"
import { type Identity, ownAccess } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { makeCall } from "~/domain/core/handlers.server"
import { type Api, openApi } from "../support/api/api.ts"

type Cards = { goals: Goal; items: Item; tasks: Task }

/** HTTP answers lists in pieces, made of these rows. */
const listOf = async <Name extends keyof Cards>(name: Name, planId: number): Promise<Cards[Name][]> =>
  (await currentBoard(await admit({ ...actor, needs: "readBoard" }, planId)))[name].map(({ text }) => JSON.parse(text))

let api: Api
let actor: Identity

beforeAll(async () => {
  api = await openApi()
  const { id, userName } = await api.person()
  actor = {
    userId: id,
    userName,
    systemRole: 3,
    via: "browser",
    ...ownAccess,
    planScope: null,
    clientId: "tab-1",
    idempotency: null,
    version: null,
  }
})
afterAll(() => api.close())

test("every change writes its row, an audit entry and an event with the plan's next seq", async () => {
  const plan = await makeCall(planCalls.create, actor, { name: "Docks" })
  const planId = plan.id
  const goal = await makeCall(goalCalls.create, actor, { planId, name: "Open docks" })
  const item = await makeCall(itemCalls.create, actor, { planId, goalId: goal.id, topic: "Permits" })
  const task = await makeCall(taskCalls.create, actor, { planId, itemId: item.id, description: "Draw" })
  expect(task).toMatchObject({ goalId: goal.id, color: goal.color, type: 0, complete: false, order: 16_384 })
  const done = await makeCall(taskCalls.update, actor, { planId, id: task.id, complete: true })
  expect(done).toMatchObject({ type: 2, complete: true })
  expect(done.completedDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const updated = await makeCall(planCalls.changes, actor, { planId, since: 3 })
  expect(updated.events[0]?.payload).toMatchObject({
    planId,
    actorId: actor.userId,
    clientId: "tab-1",
    seq: 4,
    data: done,
  })
  await makeCall(itemCalls.remove, actor, { planId, id: item.id })
  await expect(makeCall(taskCalls.get, actor, { planId, id: task.id })).rejects.toMatchObject({
    problem: { status: 404 },
  })

  const events = await makeCall(planCalls.changes, actor, { planId, since: 0 })
  expect(events.events.map(({ event, seq }) => [seq, event])).toEqual([
    [1, "GoalAdded"],
    [2, "ItemAdded"],
    [3, "TaskAdded"],
    [4, "TaskUpdated"],
    [5, "ItemDeleted"],
  ])
  expect(events.events[3]?.payload).toMatchObject({ seq: 4, id: task.id, data: null })
  const audits = await db()`select entity, action, before, after from app.audit where plan_id = ${planId} order by id`
  expect(audits.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
    "plan create",
    "goal create",
    "item create",
    "task create",
    "task update",
    "item delete",
  ])
  expect(audits[4]).toMatchObject({ before: { type: 0, complete: false }, after: { type: 2, complete: true } })
})

test("the sample plan is complete", async () => {
  const plan = await makeCall(planCalls.createSample, actor, {} as never)
  const all = await listOf("items", plan.id)
  expect(all.length).toBeGreaterThan(8)
  expect((await listOf("tasks", plan.id)).length).toBeGreaterThan(15)
})

test("concurrent calls share a transaction, and a refused one rolls back only itself", async () => {
  const { id: planId } = await makeCall(planCalls.create, actor, { name: "Rush" })
  const goal = await makeCall(goalCalls.create, actor, { planId, name: "All at once" })
  const item = await makeCall(itemCalls.create, actor, { planId, goalId: goal.id, topic: "Doors" })
  const task = await makeCall(taskCalls.create, actor, { planId, itemId: item.id, description: "Shared" })
  const lost = await makeCall(taskCalls.create, actor, { planId, itemId: item.id, description: "Lost" })
  // Decides from the cached card, so that only the database can refuse it.
  const stranger = { ...actor, userId: 1_000 }
  const { seq: before } = await makeCall(planCalls.changes, actor, { planId, since: 0 })
  const create = (description: string, by = actor) =>
    makeCall(taskCalls.create, by, { planId, itemId: item.id, description })
  const twin = { ...actor, idempotency: { key: "once", hash: "same" } }

  const [removed, refused, same, again, ...others] = await Promise.allSettled([
    makeCall(taskCalls.remove, actor, { planId, id: lost.id }),
    makeCall(taskCalls.update, stranger, { planId, id: task.id, description: "Found" }),
    create("Once", twin),
    create("Once", twin),
    ...[1, 2, 3].map((at) => makeCall(taskCalls.update, actor, { planId, id: task.id, description: `Shared ${at}` })),
    ...Array.from({ length: 20 }, (_, at) => create(`Made ${at}`)),
  ])
  expect(removed.status).toBe("fulfilled")
  expect(refused).toMatchObject({ status: "rejected", reason: { problem: { status: 404 } } })
  expect(same).toEqual(again)
  expect(others.map(({ status }) => status)).toEqual(Array(23).fill("fulfilled"))
  expect(others.slice(3)).toMatchObject(
    Array.from({ length: 20 }, (_, at) => ({ value: { description: `Made ${at}` } })),
  )

  const { events } = await makeCall(planCalls.changes, actor, { planId, since: before })
  const written = 1 + 1 + 3 + 20
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: written }, (_, at) => before + 1 + at))
  const [{ audits, transactions } = { audits: 0, transactions: 0 }] = await db()<
    { audits: number; transactions: number }[]
  >`select count(*)::int as audits, count(distinct created_date)::int as transactions from app.audit where plan_id = ${planId}
      and id > (select max(id) from app.audit where plan_id = ${planId}) - ${written}`
  expect(audits).toBe(written)
  expect(transactions).toBeLessThan(written / 2)
})

test("input that Postgres can't parse is refused without affecting calls in the same batch", async () => {
  const { id: planId } = await makeCall(planCalls.create, actor, { name: "Mixed" })
  const item = await makeCall(itemCalls.create, actor, { planId, topic: "Doors" })
  const broken = { ...actor, clientId: "tab \u0000" }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) =>
      makeCall(taskCalls.create, at % 5 === 3 ? broken : actor, { planId, itemId: item.id, description: `Made ${at}` }),
    ),
  )
  expect(outcomes.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([3, 8])
  const { events } = await makeCall(planCalls.changes, actor, { planId, since: 1 })
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, at) => at + 2))
})

test("cards are added and focused behind a card with the greatest order", async () => {
  const { id: planId } = await makeCall(planCalls.create, actor, { name: "Full" })
  const order = 2_147_483_647
  const goal = await makeCall(goalCalls.create, actor, { planId, name: "Last", order })
  const item = await makeCall(itemCalls.create, actor, { planId, topic: "Last", order, focus: true, focusOrder: order })
  const task = await makeCall(taskCalls.create, actor, { planId, itemId: item.id, description: "Last", order })
  const behind = {
    goal: await makeCall(goalCalls.create, actor, { planId, name: "Behind" }),
    item: await makeCall(itemCalls.create, actor, { planId, topic: "Behind", focus: true }),
    task: await makeCall(taskCalls.create, actor, { planId, itemId: item.id, description: "Behind" }),
  }
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const lanes = async () =>
    idsOf((await listOf("items", planId)).filter(({ focus }) => focus).sort((a, b) => a.focusOrder - b.focusOrder))
  expect(idsOf(await listOf("goals", planId))).toEqual([goal.id, behind.goal.id])
  expect(await lanes()).toEqual([item.id, behind.item.id])
  expect(idsOf(await listOf("tasks", planId))).toEqual([task.id, behind.task.id])
  const moved = await makeCall(itemCalls.create, actor, { planId, topic: "Of no order", goalId: goal.id })
  await makeCall(itemCalls.update, actor, { planId, id: moved.id, focus: true })
  expect(await lanes()).toEqual([item.id, behind.item.id, moved.id])
})

test("calls beyond what a credential allows are refused at the door, and its writes past the door at the commit", async () => {
  const { id: planId } = await makeCall(planCalls.create, actor, { name: "Quays" })
  const { id: other } = await makeCall(planCalls.create, actor, { name: "Sheds" })
  const refused = (status: number) => ({ problem: { status } })
  const [reader, proposer] = (["read", "propose"] as const).map((access) => ({ ...actor, access }))
  for (const by of [reader, proposer] as Identity[]) {
    await expect(makeCall(goalCalls.create, by, { planId, name: "Cranes" })).rejects.toMatchObject(refused(403))
    const write = commit({ ...by, needs: "changeBoard" }, planId, async () => ({ writes: [], status: 200 }))
    await expect(write).rejects.toMatchObject(refused(403))
    expect(await makeCall(planCalls.get, by, { planId })).toMatchObject({ name: "Quays" })
  }
  const inOne: Identity = { ...actor, agent: "Claude", plans: [planId] }
  expect(await makeCall(planCalls.list, inOne, {})).toMatchObject([{ id: planId }])
  await makeCall(goalCalls.create, inOne, { planId, name: "Cranes" })
  await expect(makeCall(goalCalls.create, inOne, { planId: other, name: "Cranes" })).rejects.toMatchObject(refused(404))
  await expect(admit({ ...inOne, needs: "readBoard" }, other)).rejects.toMatchObject(refused(404))
  expect(
    await makeCall(goalCalls.create, { ...actor, access: "write" }, { planId: other, name: "Cranes" }),
  ).toBeTruthy()
})
