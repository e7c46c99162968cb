import { beforeEach, expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { isRefusal, type Problem } from "~/contract/problem"
import type { Task } from "~/contract/task"
import type { RuleName } from "~/rules"
import { type ModelPlan, modelPlan } from "../../tests/support/model/model-plan"
import { gap } from "./gaps"

let plan: ModelPlan
let goal: Goal
let item: Item
let other: Item
const make = (input: object = {}) =>
  plan.call("task.create", { itemId: item.id, description: "t", ...input }).answer as Task
const task = (id: number) => plan.views().tasks.find((row) => row.id === id) as Task
const refusal = (name: RuleName, input: object): Problem | undefined => {
  try {
    plan.call(name, input)
    return undefined
  } catch (thrown) {
    if (isRefusal(thrown)) return thrown.problem
    throw thrown
  }
}

beforeEach(() => {
  plan = modelPlan()
  goal = plan.call("goal.create", { name: "Grow" }).answer as Goal
  item = plan.call("item.create", { topic: "A", goalId: goal.id }).answer as Item
  other = plan.call("item.create", { topic: "B" }).answer as Item
})

test("a new task gets its action's goal, the goal's colour, and the last place", () => {
  make({ order: 5 })
  expect(make({ order: -1 })).toMatchObject({
    order: 5 + gap,
    goalId: goal.id,
    color: goal.color,
    type: 0,
    complete: false,
  })
  expect(make({ itemId: other.id, goalId: goal.id })).toMatchObject({ goalId: null, color: "#000000", order: gap })
  expect(make({ color: "#123456" }).color).toBe("#123456")
})

test("type and complete must agree", () => {
  expect(make({ type: 2 })).toMatchObject({ complete: true, type: 2 })
  const { id, completedDate } = make({ complete: true })
  expect(completedDate).not.toBeNull()
  plan.call("task.update", { id, complete: true, description: "u" })
  expect(task(id).completedDate).toBe(completedDate)
  plan.call("task.update", { id, complete: false })
  expect(task(id)).toMatchObject({ type: 0, complete: false, completedDate: null })
  plan.call("task.update", { id, type: 1 })
  plan.call("task.updateOrders", { orders: [{ id, order: 3, complete: false }] })
  expect(task(id)).toMatchObject({ type: 1, order: 3 })
  expect(refusal("task.update", { id, type: 2, complete: false })).toMatchObject({ status: 400 })
  expect(refusal("task.updateOrders", { orders: [{ id, order: 1, type: 0, complete: true }] })).toMatchObject({
    status: 400,
    errors: [{ path: "0.complete" }],
  })
})

test("action, goal and owner must belong to the plan", () => {
  expect(refusal("task.create", { itemId: 999, description: "t" })).toMatchObject({
    status: 400,
    errors: [{ path: "itemId" }],
  })
  expect(refusal("task.create", { itemId: item.id, description: " " })).toMatchObject({
    errors: [{ path: "description" }],
  })
  const { id } = make()
  expect(refusal("task.update", { id, goalId: 999 })).toMatchObject({ errors: [{ path: "goalId" }] })
  expect(refusal("task.update", { id, ownerId: 99 })).toMatchObject({ errors: [{ path: "ownerId" }] })
  expect(refusal("task.updateOrders", { orders: [{ id, order: 1, itemId: 999 }] })).toMatchObject({
    errors: [{ path: "0.itemId" }],
  })
  plan.call("task.update", { id, ownerId: 2 })
  expect(task(id)).toMatchObject({ ownerId: 2, owner: { userName: "Ben" } })
})

test("a moved task shows its new action's goal, and the goal's colour unless it has its own", () => {
  const [plain, own] = [make(), make({ color: "#123456" })]
  make({ itemId: other.id })
  plan.call("task.update", { id: plain.id, itemId: other.id })
  expect(task(plain.id)).toMatchObject({ itemId: other.id, goalId: null, color: "#000000", order: 2 * gap })
  plan.call("task.updateOrders", { orders: [{ id: own.id, order: 1, type: 2, itemId: other.id }] })
  expect(task(own.id)).toMatchObject({ itemId: other.id, color: "#123456", complete: true })
  const { order, complete, type, itemId, completedDate } = task(own.id)
  expect(plan.log.at(-1)).toMatchObject({
    event: "TaskOrderUpdated",
    payload: { data: [{ id: own.id, order, complete, type, itemId, completedDate }] },
  })
  plan.call("task.update", { id: own.id, color: null })
  expect(task(own.id).color).toBe("#000000")
})

test("no task enters or leaves a completed action", () => {
  const mine = make()
  const theirs = make({ itemId: other.id })
  plan.call("item.update", { id: other.id, completed: true })
  expect(refusal("task.update", { id: mine.id, itemId: other.id })?.status).toBe(409)
  expect(refusal("task.updateOrders", { orders: [{ id: mine.id, order: 1, itemId: other.id }] })?.status).toBe(409)
  expect(refusal("task.update", { id: theirs.id, itemId: item.id })?.status).toBe(409)
  expect(refusal("task.remove", { id: theirs.id })?.status).toBe(409)
  plan.call("task.remove", { id: mine.id })
  expect(plan.log.at(-1)).toMatchObject({ event: "TaskDeleted", payload: { data: { id: mine.id, itemId: item.id } } })
})
