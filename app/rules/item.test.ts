import { beforeEach, expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { isRefusal } from "~/contract/problem"
import { greatestOrder } from "~/contract/shared/bounds"
import type { Task } from "~/contract/task"
import type { RuleName } from "~/rules"
import { type ModelPlan, modelPlan } from "../../tests/support/model/model-plan"
import { gap } from "./gaps"

let plan: ModelPlan
let goal: Goal
const make = (input: object = {}) => plan.call("item.create", { topic: "Act", ...input }).answer as Item
const item = (id: number) => plan.views().items.find((row) => row.id === id) as Item
const status = (name: RuleName, input: object) => {
  try {
    plan.call(name, input)
    return 200
  } catch (thrown) {
    if (isRefusal(thrown)) return thrown.problem.status
    throw thrown
  }
}

beforeEach(() => {
  plan = modelPlan()
  goal = plan.call("goal.create", { name: "Grow" }).answer as Goal
})

test("an action needs a topic or a description", () => {
  expect(status("item.create", { topic: " " })).toBe(400)
  expect(status("item.create", { description: "x" })).toBe(200)
  const { id } = make({ description: "d" })
  expect(status("item.update", { id, topic: "" })).toBe(200)
  expect(status("item.update", { id, description: " " })).toBe(400)
})

test("goal and owner must belong to the plan", () => {
  expect(status("item.create", { topic: "x", goalId: 999 })).toBe(400)
  expect(status("item.create", { topic: "x", ownerId: 99 })).toBe(400)
  const { id } = make()
  expect(status("item.update", { id, goalId: 999 })).toBe(400)
  expect(status("item.moveActionToGoal", { itemId: id, goalId: 999 })).toBe(400)
  expect(status("item.moveActionToGoal", { itemId: 999, goalId: goal.id })).toBe(404)
  plan.call("item.update", { id, goalId: goal.id, ownerId: 2 })
  expect(item(id)).toMatchObject({ goal: { name: "Grow" }, owner: { id: 2, userName: "Ben" } })
  plan.call("item.update", { id, goalId: null, ownerId: null })
  expect(item(id)).toMatchObject({ goalId: null, goal: null, owner: null })
})

test("entering focus sets the date and takes the last place; leaving it clears the date", () => {
  make({ focus: true, focusOrder: 6 })
  const { id, focusOrder, focusDate } = make({ focus: true })
  expect(focusOrder).toBe(6 + gap)
  expect(focusDate).not.toBeNull()
  plan.call("item.update", { id, focus: false })
  expect(item(id)).toMatchObject({ focus: false, focusDate: null })
  plan.call("item.update", { id, focus: true })
  expect(item(id)).toMatchObject({ focus: true, focusOrder: 6 + gap })
})

test("updateFocusOrders writes focus and focusOrder; updateOrders writes order, and focus if given", () => {
  const [a, b] = [make(), make({ focus: true })]
  plan.call("item.updateFocusOrders", {
    orders: [
      { id: a.id, order: 1 },
      { id: b.id, order: 2, focus: true },
    ],
  })
  expect(item(a.id)).toMatchObject({ focus: true, focusOrder: 1, order: a.order })
  expect(item(b.id)).toMatchObject({ focus: true, focusOrder: 2, focusDate: b.focusDate })
  expect(plan.log.at(-1)?.payload.data).toEqual(
    [a.id, b.id].map((id) => {
      const { order, focus, focusOrder, focusDate } = item(id)
      return { id, order, focus, focusOrder, focusDate }
    }),
  )
  plan.call("item.updateFocusOrders", { orders: [{ id: a.id, order: 9, focus: false }] })
  expect(item(a.id)).toMatchObject({ focus: false, order: 9, focusDate: null })
  plan.call("item.updateOrders", { orders: [{ id: b.id, order: 3, focus: false }] })
  expect(item(b.id)).toMatchObject({ focus: false, order: 3, focusDate: null })
})

test("several orders are written as sent, also when one enters focus behind the greatest order", () => {
  const [a, b] = [make({ focus: true, focusOrder: greatestOrder }), make()]
  plan.call("item.updateOrders", {
    orders: [
      { id: a.id, order: 7, focus: false },
      { id: b.id, order: 8, focus: true },
    ],
  })
  expect(item(a.id)).toMatchObject({ focus: false, order: 7, focusOrder: greatestOrder })
  expect(item(b.id)).toMatchObject({ focus: true, order: 8, focusOrder: greatestOrder })
  expect(plan.log.at(-1)?.payload.data).toMatchObject([
    { id: a.id, focus: false, order: 7 },
    { id: b.id, focus: true, order: 8 },
  ])
})

test("a completed action can only be uncompleted or deleted", () => {
  const { id } = make({ goalId: goal.id, focus: true })
  const task = plan.call("task.create", { itemId: id, description: "t" }).answer as Task
  plan.call("item.update", { id, completed: true })
  expect(item(id).completedDate).not.toBeNull()
  expect(plan.views().tasks[0]).toMatchObject({ complete: false, type: 0, readOnly: true })

  expect(status("item.update", { id, topic: "New" })).toBe(409)
  expect(status("item.update", { id, topic: "New", completed: true })).toBe(409)
  expect(status("item.updateFocusOrders", { orders: [{ id, order: 5 }] })).toBe(409)
  expect(status("item.updateOrders", { orders: [{ id, order: 50 }] })).toBe(409)
  expect(status("task.create", { itemId: id, description: "t" })).toBe(409)
  expect(status("task.update", { id: task.id, description: "u" })).toBe(409)
  expect(status("task.remove", { id: task.id })).toBe(409)
  expect(status("task.updateOrders", { orders: [{ id: task.id, order: 1, complete: true }] })).toBe(409)
  // Calls without an effect are accepted.
  expect(status("item.update", { id, completed: true })).toBe(200)
  expect(status("item.updateOrders", { orders: [{ id, order: item(id).order }] })).toBe(200)
  expect(status("task.updateOrders", { orders: [{ id: task.id, order: task.order }] })).toBe(200)

  expect(status("item.update", { id, completed: false, topic: "New" })).toBe(200)
  expect(item(id)).toMatchObject({ completed: false, completedDate: null, topic: "New" })
  plan.call("item.update", { id, completed: true })
  expect(status("item.remove", { id })).toBe(200)
  expect(plan.log.at(-1)).toMatchObject({ event: "ItemDeleted", payload: { data: { id, goalId: goal.id } } })
  expect(plan.views().tasks).toEqual([])
})

test("tasks get the goal and colour of their action's new goal", () => {
  const other = plan.call("goal.create", { name: "Hire" }).answer as Goal
  const { id } = make({ goalId: goal.id })
  plan.call("task.create", { itemId: id, description: "own", color: "#111111" })
  plan.call("task.create", { itemId: id, description: "goal's" })
  expect(plan.views().tasks.map(({ color }) => color)).toEqual(["#111111", goal.color])
  plan.call("item.moveActionToGoal", { itemId: id, goalId: other.id })
  expect(plan.views().tasks).toMatchObject([
    { goalId: other.id, color: other.color },
    { goalId: other.id, color: other.color },
  ])
})
