// Copies of actions and tasks.
import { afterAll, expect, test } from "vitest"
import type { LoggedChange } from "~/contract/audit"
import { type Item, itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { copiedAtOnce } from "~/contract/shared/bounds"
import { type Task, taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { byOrder } from "~/rules/gaps"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

const boardOf = async (planId: number) => (await api.send(planCalls.board, { planId }, { as: ada })).body
const eventsSince = async (planId: number, since: number) =>
  (await api.send(planCalls.changes, { planId, since }, { as: ada })).body.events
const copyItem = (planId: number, id: number, more = {}, as = ada) =>
  api.send(itemCalls.copy, { planId, id, ...more }, { as })
const copyTask = (planId: number, id: number, more = {}, as = ada) =>
  api.send(taskCalls.copy, { planId, id, ...more }, { as })

test("an action's copy stands behind it with all that it says and its open tasks, and is logged and announced as new", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const grace = await api.person()
  await api.join(planId, grace)
  const label = (await api.send(labelCalls.create, { planId, name: "Roads" }, { as: ada })).body.id
  const given = { ownerId: grace.id, dueDate: "2026-12-04T00:00:00.000Z", labelIds: [label] }
  const said = { ...given, description: "Said", businessValue: 7, effortAndComplexity: 3, focus: true }
  await api.send(itemCalls.update, { planId, id: item.id, ...said }, { as: ada })
  await api.send(taskCalls.update, { planId, id: task.id, ...given, type: 1, color: "#123456" }, { as: ada })
  await api.task(ada, planId, item.id, { description: "Second" })
  await api.task(ada, planId, item.id, { description: "Done", type: 2 })
  const behind = await api.item(ada, planId, { topic: "Behind", focus: true })
  const before = await boardOf(planId)
  const original = before.items.find(({ id }) => id === item.id) as Item

  const { status, body } = await copyItem(planId, item.id)
  expect(status).toBe(201)
  const after = await boardOf(planId)
  const { tasks: copies, ...answered } = body
  const copy = after.items.find(({ id }) => id === body.id) as Item
  expect(answered).toEqual(copy)
  const own = {
    id: body.id,
    createdDate: copy.createdDate,
    modifiedDate: copy.modifiedDate,
    focusOrder: copy.focusOrder,
  }
  expect(copy).toEqual({ ...original, ...own, createdById: ada.id })
  const lanes = after.items.map(({ id, focusOrder: order }) => ({ id, order })).sort(byOrder)
  expect(lanes.map(({ id }) => id)).toEqual([item.id, copy.id, behind.id])

  const copied = after.tasks.filter(({ itemId }) => itemId === copy.id)
  const sources = before.tasks.filter(({ itemId, type }) => itemId === item.id && type !== 2)
  expect(copies.map(({ copyOf }) => copyOf)).toEqual(sources.map(({ id }) => id).sort((a, b) => a - b))
  for (const { id, copyOf } of copies) {
    const [made, source] = [copied.find((each) => each.id === id), sources.find((each) => each.id === copyOf)] as Task[]
    expect(made).toEqual({ ...source, id, itemId: copy.id, createdDate: made?.createdDate, modified: made?.modified })
  }
  const events = await eventsSince(planId, before.seq)
  const orders = events.filter(({ event }) => event === "ItemOrderUpdated").length
  expect(events.map(({ event }) => event).slice(0, 3)).toEqual(["ItemAdded", "TaskAdded", "TaskAdded"])
  expect(events.length).toBe(3 + orders)
  const log = (await api.call<LoggedChange[]>("GET", `/api/Audit/changes/${planId}?since=${before.seq}`, { as: ada }))
    .body
  const made = log.filter(({ op }) => op === "create")
  expect(made.map(({ entity, id }) => [entity, id])).toEqual([
    ["item", copy.id],
    ...copies.map(({ id }) => ["task", id]),
  ])
})

test("a completed action's copy is open, out of focus and without its done tasks; the original stays as it was", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada })
  await api.send(itemCalls.update, { planId, id: item.id, focus: true, completed: true }, { as: ada })
  const before = (await boardOf(planId)).items.find(({ id }) => id === item.id)
  const { body } = await copyItem(planId, item.id)
  expect(body).toMatchObject({ completed: false, completedDate: null, focus: false, focusDate: null, tasks: [] })
  expect((await boardOf(planId)).items.find(({ id }) => id === item.id)).toEqual(before)
})

test("copies go to another goal with its colour, and tasks to the end of another action", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const planId = plan.id
  const other = await api.goal(ada, planId, { name: "Other", color: "#abcdef" })
  await api.send(taskCalls.update, { planId, id: task.id, color: "#123456" }, { as: ada })
  const moved = (await copyItem(planId, item.id, { goalId: other.id })).body
  expect(moved).toMatchObject({ goalId: other.id, goal: { name: "Other", color: "#abcdef" } })
  const [copied] = (await boardOf(planId)).tasks.filter(({ itemId }) => itemId === moved.id)
  expect(copied).toMatchObject({ goalId: other.id, color: "#abcdef", ownColor: null })
  expect((await copyItem(planId, item.id, { goalId: null })).body).toMatchObject({ goalId: null, goal: null })
  expect((await copyItem(planId, item.id)).body).toMatchObject({ goalId: goal.id })

  const to = await api.item(ada, planId, { topic: "To" })
  const first = await api.task(ada, planId, to.id, { description: "First" })
  const task2 = (await copyTask(planId, task.id, { itemId: to.id })).body
  expect(task2).toMatchObject({ itemId: to.id, goalId: null, description: task.description, color: "#123456" })
  expect(task2.order).toBeGreaterThan(first.order)
})

test("a task's copy stands behind it; a done one's in To Do", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const behind = await api.task(ada, planId, item.id, { description: "Behind" })
  const { status, body } = await copyTask(planId, task.id)
  expect([status, body.type, body.description]).toEqual([201, 0, task.description])
  const order = (await boardOf(planId)).tasks.map(({ id, order }) => ({ id, order })).sort(byOrder)
  expect(order.map(({ id }) => id)).toEqual([task.id, body.id, behind.id])
  await api.send(taskCalls.update, { planId, id: behind.id, type: 2 }, { as: ada })
  expect((await copyTask(planId, behind.id)).body).toMatchObject({ type: 0, complete: false, completedDate: null })
  const repeats = { dueDate: "2026-12-04T00:00:00.000Z", recurrence: "FREQ=WEEKLY" }
  await api.send(taskCalls.update, { planId, id: task.id, ...repeats }, { as: ada })
  expect((await copyTask(planId, task.id)).body).toMatchObject(repeats)
  await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada })
  expect((await copyTask(planId, task.id)).body).toMatchObject({ recurrence: null, next: null })
})

test("what is not in the plan is refused, and so are viewers, completed actions and other people's plans", async () => {
  const { plan, item, task } = await api.filled(ada)
  const other = await api.filled(ada)
  const planId = plan.id
  const [viewer, stranger] = [await api.person(), await api.person()]
  await api.join(planId, viewer, 2)
  const { seq } = await boardOf(planId)
  const answers = [
    await copyItem(planId, other.item.id),
    await copyItem(planId, item.id, { goalId: other.goal.id }),
    await copyTask(planId, other.task.id),
    await copyTask(planId, task.id, { itemId: other.item.id }),
    await copyItem(planId, item.id, {}, viewer),
    await copyTask(planId, task.id, {}, viewer),
    await copyItem(planId, item.id, {}, stranger),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 404, 400, 403, 403, 404])
  await api.send(itemCalls.update, { planId, id: item.id, completed: true }, { as: ada })
  expect((await copyTask(planId, task.id)).status).toBe(409)
  const now = await boardOf(planId)
  expect([now.items.length, now.tasks.length, now.seq]).toEqual([1, 1, seq + 1])
})

test("an action with many open tasks is copied in one change; with more than 2,000, not at all", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  const add = (count: number) => db()`
    insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_by)
    select ${planId}, ${item.id}, 'Task ' || n, 0, n, false, ${ada.id} from generate_series(1, ${count}::int) n`
  await add(150)
  const { seq } = await boardOf(planId)
  const { body } = await copyItem(planId, item.id)
  expect(body.tasks).toHaveLength(151)
  expect((await eventsSince(planId, seq)).map(({ event }) => event)).toContain("BoardUpdated")
  expect((await boardOf(planId)).tasks.filter(({ itemId }) => itemId === body.id)).toHaveLength(151)
  await add(copiedAtOnce)
  const refused = await copyItem(planId, item.id)
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining("2,000") }),
  ])
  expect((await copyTask(planId, task.id)).status).toBe(201)
})
