// A person's tasks in all their plans: what the list has, its pages, and who learns that it changed.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { userEventPayload } from "~/contract/event-payload"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { type OwnTask, ownTask, taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { dueOn } from "~/rules/dates"
import { byDueDate } from "~/rules/work-groups"
import { type Answer, type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Notices, openNotices } from "../support/database/notices.ts"

let api: Api
let ada: Caller
let grace: Caller
let eve: Caller
let notices: Notices

beforeAll(async () => {
  api = await openApi()
  notices = await openNotices(api.database.url)
})
beforeEach(async () => {
  ada = await api.person()
  grace = await api.person()
  eve = await api.person()
})
afterAll(async () => {
  await notices.close()
  await api.close()
})

/** The people who hear of what `work` commits in a plan, each once. */
const toldBy = async (planId: number, work: () => Promise<unknown>) => {
  await notices.take()
  await work()
  const heard = (await notices.take())
    .filter(({ event }) => event === "MyWorkUpdated")
    .map(({ topic, payload }) => ({ to: topic, planId: userEventPayload.parse(JSON.parse(payload)).planId }))
  expect(heard.map((each) => each.planId)).toEqual(heard.map(() => planId))
  expect(new Set(heard.map(({ to }) => to)).size).toBe(heard.length)
  return heard.map(({ to }) => to).sort()
}
const topics = (...people: Caller[]) => people.map(({ id }) => `user:${id}`).sort()

const mine = async (as: Caller, input: Partial<Parameters<typeof api.send<typeof taskCalls.mine>>[1]> = {}) => {
  const { status, body } = await api.send(taskCalls.mine, input, { as })
  expect(status).toBe(200)
  return body
}
const names = async (as: Caller, input = {}) => (await mine(as, input)).map(({ description }) => description)

test("the list has the open tasks of all one's plans by due date, then plan, with the names around them", async () => {
  const one = await api.filled(ada)
  const two = await api.plan(grace, "Grace’s plan")
  await api.join(two.id, ada, 2)
  const bare = await api.item(grace, two.id, { topic: "  ", description: "What an action without a heading says" })
  const own = { ownerId: ada.id }
  await api.task(ada, one.plan.id, one.item.id, { ...own, description: "later", dueDate: dueOn("2026-12-24") })
  await api.task(ada, one.plan.id, one.item.id, { ...own, description: "no date" })
  await api.task(grace, two.id, bare.id, { ...own, description: "same day, other plan", dueDate: dueOn("2026-11-20") })
  await api.task(ada, one.plan.id, one.item.id, { ...own, description: "soon", dueDate: dueOn("2026-11-20") })
  await api.task(ada, one.plan.id, one.item.id, { description: "nobody’s" })
  await api.task(grace, two.id, bare.id, { ownerId: grace.id, description: "somebody else’s" })

  const rows = await mine(ada)
  expect(rows.map(({ description }) => description)).toEqual(["soon", "same day, other plan", "later", "no date"])
  for (const row of rows) expect(ownTask.parse(row)).toEqual(row)
  expect([...rows].sort(byDueDate)).toEqual(rows)
  expect(rows[0]).toMatchObject({ planName: "Plan", itemTopic: "Action", goalName: "Goal", color: one.goal.color })
  expect(rows[1]).toMatchObject({
    planName: "Grace’s plan",
    itemTopic: "What an action without a heading says",
    goalName: null,
  })
  expect(await names(ada, { planId: two.id })).toEqual(["same day, other plan"])
  expect((await api.send(taskCalls.overdue, { day: "2026-11-20" }, { as: ada })).body).toEqual({ overdue: 0 })
  expect((await api.send(taskCalls.overdue, { day: "2026-11-21" }, { as: ada })).body).toEqual({ overdue: 2 })
})

test("done tasks, drafts, the bin and completed actions are left out", async () => {
  const { plan, item } = await api.filled(ada)
  const own = { ownerId: ada.id, dueDate: dueOn("2020-01-01") }
  const add = (description: string, itemId = item.id, more = {}) =>
    api.task(ada, plan.id, itemId, { ...own, description, ...more })
  const put = (id: number, more: object) => api.send(taskCalls.update, { planId: plan.id, id, ...more }, { as: ada })
  const closed = await api.item(ada, plan.id, { topic: "Closed" })
  const draftAction = await api.item(ada, plan.id, { topic: "Draft", isDraft: true })
  const binned = await api.item(ada, plan.id, { topic: "Binned" })
  await add("open")
  const done = await add("done")
  await put(done.id, { complete: true })
  await add("a draft", item.id, { isDraft: true })
  await add("of a draft", draftAction.id)
  const gone = await add("deleted")
  await api.send(taskCalls.remove, { planId: plan.id, id: gone.id }, { as: ada })
  await add("in the bin", binned.id)
  await api.send(itemCalls.remove, { planId: plan.id, id: binned.id }, { as: ada })
  await add("of a completed action", closed.id)
  await api.send(itemCalls.update, { planId: plan.id, id: closed.id, completed: true }, { as: ada })

  expect(await names(ada)).toEqual(["open"])
  expect((await names(ada, { done: "true" })).sort()).toEqual(["done", "of a completed action", "open"])
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(await names(ada, { done: true, doneSince: tomorrow })).toEqual(["open"])
  expect(await names(ada, { done: true, doneSince: "2026-01-01" })).toContain("done")
  expect((await api.send(taskCalls.overdue, { day: "2026-11-20" }, { as: ada })).body).toEqual({ overdue: 1 })
})

test("nobody sees tasks of plans that are not theirs, any more or at all", async () => {
  const { plan, item } = await api.filled(ada)
  await api.join(plan.id, grace)
  const task = await api.task(ada, plan.id, item.id, { ownerId: grace.id, description: "hers" })
  expect(await names(grace)).toEqual(["hers"])
  expect(await names(eve)).toEqual([])
  expect(await names(await api.person({ role: 0 }))).toEqual([])
  expect((await api.send(taskCalls.mine, { planId: plan.id }, { as: eve })).status).toBe(404)
  const key = { headers: { "x-api-key": await api.key(plan.id) } }
  expect((await api.call("GET", "/api/Task/mine", key)).status).toBe(403)

  await api.send(planCalls.removeMember, { planId: plan.id, userId: grace.id }, { as: ada })
  expect(await names(grace)).toEqual([])
  // Even a row that still names her shows nothing.
  await db()`update app.task set owner_id = ${grace.id} where id = ${task.id}`
  expect(await names(grace)).toEqual([])
  expect((await api.send(taskCalls.overdue, { day: "2100-01-01" }, { as: grace })).body).toEqual({ overdue: 0 })
  await api.join(plan.id, grace)
  expect(await names(grace)).toEqual(["hers"])
  await api.send(userCalls.enable, { userId: grace.id, enabled: false }, { as: await api.person({ role: 0 }) })
  expect((await api.send(taskCalls.mine, {}, { as: grace })).status).toBe(401)
})

test("bad queries are refused", async () => {
  const bad = ["?done=maybe", "?doneSince=yesterday", "?planId=x", "?before=0", "/overdue", "/overdue?day=2026-02-30"]
  for (const query of bad) {
    const answer = await api.call("GET", `/api/Task/mine${query}`, { as: ada })
    expect([query, answer.status]).toEqual([query, 400])
  }
})

test("a long list comes in pages that have every task once", async () => {
  const { plan, item } = await api.filled(ada)
  await db()`
    insert into app.task (plan_id, item_id, description, type, "order", owner_id, is_draft, due_date)
    select ${plan.id}::bigint, ${item.id}::bigint, repeat(chr(1), 20000), 0, n, ${ada.id}::bigint, false, case when n % 3 > 0 then timestamptz '2026-11-01Z' + (n % 7) * interval '1 day' end
    from generate_series(1, 60) n union all
    select ${plan.id}::bigint, ${item.id}::bigint, 'Task ' || n, 0, n, ${ada.id}::bigint, false, null from generate_series(1, 2500) n`
  const rows: OwnTask[] = []
  let pages = 0
  for (let next: string | undefined = "/api/Task/mine"; next; pages++) {
    const answer: Answer<OwnTask[]> = await api.call("GET", next, { as: ada })
    expect(answer.bytes.length).toBeLessThan(8_000_000)
    rows.push(...answer.body)
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1]
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2560)
  expect(rows.length).toBe(2560)
  expect(pages).toBeGreaterThan(2)
  expect([...rows].sort(byDueDate)).toEqual(rows)
  const last = rows.at(-1)?.id ?? 0
  await api.send(taskCalls.update, { planId: plan.id, id: last, complete: true }, { as: ada })
  expect((await api.send(taskCalls.mine, { before: last }, { as: ada })).status).toBe(400)
})

test("owners are told of what changes their tasks, and nobody else", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const planId = plan.id
  await api.join(planId, grace)
  await api.join(planId, eve, 2)
  const asAda = { as: ada }
  const put = (more: object) => () => api.send(taskCalls.update, { planId, id: task.id, ...more }, asAda)

  expect(await toldBy(planId, put({ description: "Nobody’s" }))).toEqual([])
  expect(await toldBy(planId, put({ ownerId: grace.id }))).toEqual(topics(grace))
  expect(await toldBy(planId, put({ dueDate: dueOn("2026-11-30") }))).toEqual(topics(grace))
  expect(await toldBy(planId, put({ order: 77 }))).toEqual([])
  expect(await toldBy(planId, put({ ownerId: eve.id }))).toEqual(topics(grace, eve))
  const move = () => api.send(taskCalls.updateOrders, { planId, orders: [{ id: task.id, order: 5, type: 1 }] }, asAda)
  expect(await toldBy(planId, move)).toEqual(topics(eve))
  const mineToo = () => api.task(ada, planId, item.id, { ownerId: ada.id })
  expect(await toldBy(planId, mineToo)).toEqual(topics(ada))

  const action = (more: object) => () => api.send(itemCalls.update, { planId, id: item.id, ...more }, asAda)
  expect(await toldBy(planId, action({ topic: "Renamed" }))).toEqual(topics(ada, eve))
  expect(await toldBy(planId, action({ focus: true }))).toEqual([])
  expect(await toldBy(planId, action({ completed: true }))).toEqual(topics(ada, eve))
  expect(await toldBy(planId, action({ completed: false }))).toEqual(topics(ada, eve))
  const rename = () => api.send(goalCalls.update, { planId, id: goal.id, name: "Other" }, asAda)
  expect(await toldBy(planId, rename)).toEqual(topics(ada, eve))
  expect(await toldBy(planId, () => api.send(planCalls.update, { id: planId, name: "Other" }, asAda))).toEqual(
    topics(ada, grace, eve),
  )
  const drop = () => api.send(goalCalls.remove, { planId, id: goal.id }, asAda)
  expect(await toldBy(planId, drop)).toEqual(topics(ada, eve))
  const restore = () => api.send(planCalls.restoreDeleted, { planId, entity: "goal", id: goal.id }, asAda)
  expect(await toldBy(planId, restore)).toEqual(topics(ada, grace, eve))

  const role = () => api.send(planCalls.setMemberRole, { planId, userId: eve.id, role: 1 }, asAda)
  expect(await toldBy(planId, role)).toEqual(topics(eve))
  const remove = () => api.send(planCalls.removeMember, { planId, userId: eve.id }, asAda)
  expect(await toldBy(planId, remove)).toEqual(topics(ada, grace, eve))
  expect(await toldBy(planId, () => api.send(planCalls.remove, { planId }, asAda))).toEqual(topics(ada, grace))
})

test("a task that repeats is followed by its next one in the list, and one that waits says so until it no longer does", async () => {
  const { plan, item } = await api.filled(ada)
  const planId = plan.id
  await api.join(planId, grace)
  const own = { ownerId: ada.id }
  const daily = { ...own, description: "Water", dueDate: dueOn("2026-11-20"), recurrence: "FREQ=DAILY" }
  const water = await api.task(ada, planId, item.id, daily)
  const paint = await api.task(ada, planId, item.id, { ...own, description: "Paint", blockedByIds: [water.id] })
  expect(await mine(ada)).toMatchObject([
    { id: water.id, recurrence: "FREQ=DAILY", blocked: false },
    { id: paint.id, recurrence: null, blocked: true },
  ])
  const type = (type: 0 | 2) => () => api.send(taskCalls.update, { planId, id: water.id, type }, { as: grace })
  expect(await toldBy(planId, type(2))).toEqual(topics(ada))
  const [next, free] = await mine(ada)
  expect(next).toMatchObject({ description: "Water", type: 0, recurrence: "FREQ=DAILY" })
  expect([next?.id === water.id, free]).toEqual([false, expect.objectContaining({ id: paint.id, blocked: false })])
  // Its next one is another task, which nothing waits for.
  expect(await toldBy(planId, type(0))).toEqual(topics(ada))
  expect(await mine(ada)).toMatchObject([
    { id: water.id, recurrence: "FREQ=DAILY" },
    { id: paint.id, blocked: true },
  ])
})
