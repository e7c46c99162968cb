// Orders have gaps: a drop writes one row, the server respaces where no gap is left, and concurrent moves never
// conflict.

import { afterAll, expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { greatestOrder, leastOrder } from "~/contract/shared/bounds"
import type { Task, TaskType } from "~/contract/task"
import { db } from "~/database/connection.server"
import type { RuleCall } from "~/rules/index"
import { moveTask } from "~/rules/ordering"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

const put = (path: string, body: unknown, as = ada) => api.call("PUT", path, { as, body })
const listOf = async <Row>(entity: string, planId: number) =>
  (await api.call<Row[]>("GET", `/api/${entity}/plan/${planId}`, { as: ada })).body
const column = async (planId: number, itemId: number, type: TaskType = 0) =>
  (await listOf<Task>("Task", planId)).filter((task) => task.itemId === itemId && task.type === type)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const eventsSince = async (planId: number, since: number) =>
  (await api.send(planCalls.changes, { planId, since }, { as: ada })).body

/** A plan with one action and its tasks, in order of creation. */
const withTasks = async (count: number, order: (at: number) => number) => {
  const plan = await api.plan(ada)
  const item = await api.item(ada, plan.id)
  await db()`
    insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_by, created_date, modified_date)
    select ${plan.id}, ${item.id}, 'Task ' || x.at, 0, x.sort_order, false, ${ada.id}, now(), now()
    from unnest(${Array.from({ length: count }, (_, at) => order(at))}::int[]) with ordinality as x(sort_order, at) order by x.at`
  return { planId: plan.id, itemId: item.id, tasks: await column(plan.id, item.id) }
}

const send = async (planId: number, calls: RuleCall[], as = ada) => {
  for (const { input } of calls) {
    const { status, text } = await put(`/api/Task/UpdateOrders?planId=${planId}`, "orders" in input && input.orders, as)
    expect([status, text]).toEqual([204, ""])
  }
}

test("a new card is placed one gap behind the last", async () => {
  const plan = await api.plan(ada)
  const [first, second] = [await api.goal(ada, plan.id), await api.goal(ada, plan.id, { order: -1 })]
  expect([first.order, second.order]).toEqual([16_384, 32_768])
  const lane = await api.item(ada, plan.id, { focus: true })
  expect(await api.item(ada, plan.id, { focus: true })).toMatchObject({
    order: 32_768,
    focusOrder: lane.focusOrder * 2,
  })
  expect((await api.task(ada, plan.id, lane.id)).order).toBe(16_384)
})

test("sixteen people move cards in a column of 5,000 at once: none is refused, all see the server's order", async () => {
  const { planId, itemId, tasks } = await withTasks(5_000, (at) => (at + 1) * 16_384)
  const people = await Promise.all(Array.from({ length: 16 }, () => api.person()))
  await Promise.all(people.map((who) => api.join(planId, who)))
  const { seq } = await eventsSince(planId, 0)
  const moved = people.map((_, at) => tasks[at * 250] as Task)
  await Promise.all(
    people.map(async (who, at) => {
      // This person's view: the moves of the others have not arrived.
      let seen = tasks
      for (let round = 0; round < 8; round++) {
        const task = seen.find(({ id }) => id === moved[at]?.id) as Task
        const calls = moveTask({ planId, task, to: { itemId, type: 0 }, column: seen, index: 2_500 + round })
        await send(planId, calls, who)
        const [entry] = calls.at(-1)?.input.orders ?? []
        seen = seen.map((row) => (row.id === entry?.id ? { ...row, order: entry.order } : row))
        seen = seen.sort((a, b) => a.order - b.order || a.id - b.id)
      }
    }),
  )
  const after = await column(planId, itemId)
  const still = new Set(idsOf(moved))
  const others = (rows: Task[]) => idsOf(rows.filter(({ id }) => !still.has(id)))
  expect(others(after)).toEqual(others(tasks))
  const { events } = await eventsSince(planId, seq)
  expect(events.length).toBeGreaterThan(16 * 7)
  // Applying the events gives the server's order.
  const orders = new Map(tasks.map(({ id, order }) => [id, order]))
  for (const { payload } of events) for (const { id, order } of payload.data as Task[]) orders.set(id, order)
  expect(after.map(({ id, order }) => [id, order])).toEqual([...orders].sort(([a, x], [b, y]) => x - y || a - b))
})

test("where no gap is left between two cards, the server respaces others in the same change", async () => {
  const { planId, itemId, tasks } = await withTasks(300, (at) => at)
  const [target, mover] = [tasks[150] as Task, tasks[299] as Task]
  const { seq } = await eventsSince(planId, 0)
  // The midpoint of 150 and 151, rounded down, equals the order of card 150; the moved card has the greater id.
  await put(`/api/Task/UpdateOrders?planId=${planId}`, [{ id: mover.id, order: target.order }])
  const after = await column(planId, itemId)
  const expected = idsOf(tasks.slice(0, 299))
  expected.splice(151, 0, mover.id)
  expect(idsOf(after)).toEqual(expected)
  const at = after.findIndex(({ id }) => id === mover.id)
  const [before, own, next] = after.slice(at - 1, at + 2).map(({ order }) => order) as [number, number, number]
  expect(Math.min(own - before, next - own)).toBeGreaterThan(100)

  const { events } = await eventsSince(planId, seq)
  expect(events.map(({ event }) => event)).toEqual(["TaskOrderUpdated"])
  const written = new Map((events.at(0)?.payload.data as Task[] | undefined)?.map(({ id, order }) => [id, order]))
  const changed = after.filter(({ id, order }) => order !== tasks.find((task) => task.id === id)?.order)
  expect(new Map(changed.map(({ id, order }) => [id, order]))).toEqual(written)
})

test("cards dropped repeatedly at one place stay there, whatever the ids of their neighbours", async () => {
  const { planId, itemId, tasks } = await withTasks(40, (at) => at)
  let expected = idsOf(tasks)
  for (let round = 0; round < 60; round++) {
    const now = await column(planId, itemId)
    expect(idsOf(now)).toEqual(expected)
    const task = now[(round * 7) % 40] as Task
    const index = round % 2 ? 20 : 0
    for (const call of moveTask({ planId, task, to: { itemId, type: 0 }, column: now, index }))
      await send(planId, [call])
    expected = expected.filter((id) => id !== task.id)
    expected.splice(index, 0, task.id)
  }
})

test("cards can be placed before the least and behind the greatest order", async () => {
  const { planId, itemId, tasks } = await withTasks(3, (at) => [leastOrder, 0, greatestOrder][at] as number)
  const made = await api.task(ada, planId, itemId)
  const [first, , , last] = [...idsOf(tasks), made.id]
  expect(idsOf(await column(planId, itemId))).toEqual([...idsOf(tasks), made.id])
  const now = await column(planId, itemId)
  await send(planId, moveTask({ planId, task: now[3] as Task, to: { itemId, type: 0 }, column: now, index: 0 }))
  expect(idsOf(await column(planId, itemId)).slice(0, 2)).toEqual([last, first])
})

test("several orders are written as sent, including equal ones", async () => {
  const plan = await api.plan(ada)
  const items = [await api.item(ada, plan.id), await api.item(ada, plan.id), await api.item(ada, plan.id)]
  const sent = items.map(({ id }, at) => ({ id, order: at < 2 ? 1 : 2 }))
  expect((await put(`/api/Item/UpdateOrders?planId=${plan.id}`, sent)).status).toBe(204)
  expect((await listOf<Item>("Item", plan.id)).map(({ id, order }) => ({ id, order }))).toEqual(sent)
  const lanes = items.map(({ id }, at) => ({ id, order: 3 - at }))
  expect((await put(`/api/Item/UpdateFocusOrders?planId=${plan.id}`, lanes)).status).toBe(204)
  const focused = (await listOf<Item>("Item", plan.id)).sort((a, b) => a.focusOrder - b.focusOrder)
  expect(focused.map(({ id, focusOrder }) => [id, focusOrder])).toEqual(
    lanes.reverse().map(({ id, order }) => [id, order]),
  )
})

test("goals, actions and lanes are respaced too, and a completed action keeps its order", async () => {
  const plan = await api.plan(ada)
  const goals = [await api.goal(ada, plan.id), await api.goal(ada, plan.id), await api.goal(ada, plan.id)]
  await put(`/api/Goal/UpdateOrders?planId=${plan.id}`, [{ id: goals[2]?.id, order: goals[0]?.order }])
  const placed = await listOf<Goal>("Goal", plan.id)
  expect(idsOf(placed)).toEqual([goals[0]?.id, goals[2]?.id, goals[1]?.id])
  expect(new Set(placed.map(({ order }) => order)).size).toBe(3)

  const items = []
  for (let at = 0; at < 4; at++) items.push(await api.item(ada, plan.id, { order: at + 1 }))
  const [a, b, c, d] = idsOf(items) as [number, number, number, number]
  await put(`/api/Item/${b}?planId=${plan.id}`, { completed: true })
  await put(`/api/Item/UpdateOrders?planId=${plan.id}`, [{ id: d, order: 1 }])
  const listed = await listOf<Item>("Item", plan.id)
  expect(listed.find(({ id }) => id === b)).toMatchObject({ order: 2, completed: true })
  expect(idsOf(listed.filter(({ completed }) => !completed))).toEqual([a, d, c])

  for (const [id, order] of [
    [a, 5],
    [c, 6],
    [d, 5],
  ]) {
    expect((await put(`/api/Item/UpdateFocusOrders?planId=${plan.id}`, [{ id, order, focus: true }])).status).toBe(204)
  }
  const lanes = (await listOf<Item>("Item", plan.id)).filter(({ focus }) => focus)
  expect(idsOf(lanes.sort((x, y) => x.focusOrder - y.focusOrder))).toEqual([a, d, c])
  expect(new Set(lanes.map(({ focusOrder }) => focusOrder)).size).toBe(3)
})
