import fc from "fast-check"
import { expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { greatestOrder, leastOrder } from "~/contract/shared/bounds"
import { modelPlan } from "../../tests/support/model/model-plan"
import { between, byOrder, gap, nearIn, ordersBetween, type Placed, spacedOut } from "./gaps"
import { moveGoal, moveTask } from "./ordering"
import type { List } from "./rule"

const list: List = { of: "goals" }
const rowsOf = (orders: number[]) =>
  orders.map((order, at) => ({ id: at + 1, order }) as Goal).sort(byOrder) satisfies Placed[]
const nearRows = (rows: Goal[]) => ({
  near: (at: { order: number; reach: number }) => nearIn(list, rows.length, (index) => rows[index] as Goal, at),
})
const inOrder = (rows: Placed[]) => rows.slice().sort(byOrder)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const withOrders = (rows: Placed[], changed: Placed[]) =>
  inOrder(rows.map(({ id, order }) => changed.find((each) => each.id === id) ?? { id, order }))

const anyOrder = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: leastOrder, max: greatestOrder }) },
  { weight: 1, arbitrary: fc.constantFrom(leastOrder, leastOrder + 1, greatestOrder - 1, greatestOrder) },
)
const anyOrders = fc.array(anyOrder, { minLength: 1, maxLength: 60, size: "max" })

test("nearIn answers the rows with an order and up to `reach` on each side", () => {
  fc.assert(
    fc.property(anyOrders, anyOrder, fc.nat({ max: 9 }), (orders, order, reach) => {
      const rows = rowsOf(orders)
      const lower = rows.filter((row) => row.order < order)
      const upper = rows.filter((row) => row.order > order)
      const equal = rows.filter((row) => row.order === order)
      const expected = [...(reach ? lower.slice(-reach) : []), ...equal, ...upper.slice(0, reach)]
      expect(nearRows(rows).near({ order, reach })).toEqual(expected)
    }),
  )
})

test("respacing keeps a row where order and id sort it, and makes its order unique", () => {
  fc.assert(
    fc.property(anyOrders, fc.nat(), fc.boolean(), (orders, seed, isNew) => {
      const rows = rowsOf(orders)
      const taken = (rows[seed % rows.length] as Goal).order
      const id = isNew ? 0 : (rows[(seed >> 3) % rows.length] as Goal).id
      const row = { id: id || rows.length + 1, order: taken }
      const others: Placed[] = rows.filter((other) => other.id !== id)
      const spaced = spacedOut(nearRows(rows), list, row)
      if (!others.some(({ order }) => order === taken)) {
        expect(spaced).toBeUndefined()
        return
      }
      expect(spaced?.[0].id).toBe(row.id)
      const after = withOrders([...others, row], spaced ?? [])
      expect(idsOf(after)).toEqual(idsOf(inOrder([...others, row])))
      const at = after.findIndex((each) => each.id === row.id)
      const orderAt = (index: number) => after[index]?.order
      expect(after.filter(({ order }) => order === orderAt(at))).toHaveLength(1)
      for (const [low, high] of [
        [at - 1, at],
        [at, at + 1],
      ] as const) {
        if (low >= 0 && high < after.length)
          expect((orderAt(high) ?? 0) - (orderAt(low) ?? 0)).toBeGreaterThanOrEqual(gap / 16)
      }
      for (const { order } of after) expect(order >= leastOrder && order <= greatestOrder).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test("respaces a list of 20,000 without gaps as a whole, one with gaps only around the place", () => {
  const dense = rowsOf(Array.from({ length: 20_000 }, (_, at) => at))
  expect(spacedOut(nearRows(dense), list, { id: 30_000, order: 10_000 })?.length).toBeGreaterThan(10_000)
  const roomy = rowsOf(Array.from({ length: 20_000 }, (_, at) => at * gap))
  expect(spacedOut(nearRows(roomy), list, { id: 30_000, order: 10_000 * gap })?.length).toBeLessThan(40)
})

test("between answers the rounded-down middle, a neighbour's order if the ids sort right, and one gap beyond an end", () => {
  const at = (order: number, id = 1) => ({ id, order })
  expect(between(at(10), at(13), 5)).toBe(11)
  expect(between(at(-10), at(-7), 5)).toBe(-9)
  expect(between(undefined, at(10), 5)).toBe(10 - gap)
  expect(between(at(10), undefined, 5)).toBe(10 + gap)
  expect(between(at(leastOrder), at(greatestOrder), 5)).toBe(-2)
  expect(between(at(10, 1), at(11, 2), 5)).toBe(10)
  expect(between(at(10, 8), at(11, 9), 5)).toBe(11)
  expect(between(at(10, 8), at(11, 2), 5)).toBeUndefined()
  expect(between(at(10, 1), at(10, 9), 5)).toBe(10)
  // A row with a temporary id is younger than all others.
  expect(between(at(10, 1), at(11, 2), -7)).toBe(10)
  expect(between(at(10, 1), at(10, 9), -7)).toBeUndefined()
  expect(between(undefined, at(leastOrder), -7)).toBeUndefined()
  expect(between(at(greatestOrder), undefined, -7)).toBe(greatestOrder)
  // −1 means "no order" in a create.
  expect([between(at(-3), at(1), 5), between(at(-2), at(1), 5)]).toEqual([-2, 0])
})

test("ordersBetween puts a row between its neighbours for any orders and ids", () => {
  fc.assert(
    fc.property(anyOrders, fc.nat(), fc.nat(), (orders, from, to) => {
      let rows = rowsOf(orders)
      const moved = rows[from % rows.length] as Goal
      const others = rows.filter(({ id }) => id !== moved.id)
      const at = to % (others.length + 1)
      for (const order of ordersBetween(nearRows(others), list, moved.id, others[at - 1], others[at])) {
        const row = { id: moved.id, order }
        const spaced = spacedOut(nearRows(rows), list, row) ?? [row]
        rows = withOrders(rows, spaced) as Goal[]
      }
      const expected = idsOf(others)
      expected.splice(others.length === 0 ? 0 : at, 0, moved.id)
      expect(idsOf(rows)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test("any sequence of drops keeps the order of all other cards, and few drops write more than the dropped card", () => {
  const drop = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.boolean())
  fc.assert(
    fc.property(anyOrders, fc.array(drop, { maxLength: 60, size: "max" }), (orders, drops) => {
      const plan = modelPlan()
      for (const order of orders) plan.call("goal.create", { name: "g", order })
      for (const [from, index, gapped] of drops) {
        if (gapped) plan.call("goal.create", { name: "g" })
        const goals = plan.views().goals.sort(byOrder)
        const goal = goals[from % goals.length] as Goal
        const expected = idsOf(goals.filter(({ id }) => id !== goal.id))
        expected.splice(index, 0, goal.id)
        for (const { name, input } of moveGoal({ planId: plan.planId, all: goals, goal, index })) plan.call(name, input)
        expect(idsOf(plan.views().goals.sort(byOrder))).toEqual(expected)
      }
    }),
  )
  const plan = modelPlan()
  const { id: itemId } = plan.call("item.create", { topic: "x" }).answer as { id: number }
  for (let count = 0; count < 30; count++) plan.call("task.create", { itemId, description: "t" })
  let written = 0
  for (let round = 0; round < 500; round++) {
    const column = plan.views().tasks.sort(byOrder)
    const task = column[(round * 7) % 30]
    if (!task) continue
    for (const { name, input } of moveTask({ planId: plan.planId, task, to: { itemId, type: 0 }, column, index: 15 })) {
      written += plan.call(name, input).decision?.changes.length ?? 0
    }
  }
  expect(written / 500).toBeLessThan(4)
})

test.each([
  ["goal.update", "goals"],
  ["goal.updateOrders", "goals"],
  ["item.update", "items"],
  ["item.updateOrders", "items"],
  ["task.update", "tasks"],
  ["task.updateOrders", "tasks"],
] as const)(
  "%s: a row that is spaced out back to the order it had is stored with it, and not with its neighbour's",
  (name, list) => {
    const plan = modelPlan()
    const make = {
      goals: () => plan.call("goal.create", { name: "Grow" }),
      items: () => plan.call("item.create", { topic: "Act" }),
      tasks: () => plan.call("task.create", { itemId, description: "Do" }),
    }
    const itemId = (make.items().answer as Item).id
    for (let row = list === "items" ? 1 : 0; row < 3; row++) make[list]()
    const orders = () => plan.views()[list].map(({ order }) => order)
    const before = orders()
    const [, second, third] = plan.views()[list]
    const entry = { id: third?.id, order: second?.order }
    plan.call(name, name.endsWith("Orders") ? { orders: [entry] } : entry)
    expect(orders()).toEqual(before)
  },
)
