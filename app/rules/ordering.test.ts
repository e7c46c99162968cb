import fc from "fast-check"
import { expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { greatestOrder, leastOrder } from "~/contract/shared/bounds"
import type { Task, TaskType } from "~/contract/task"
import type { RuleCall } from "~/rules"
import { type ModelPlan, modelPlan } from "../../tests/support/model/model-plan"
import { gap } from "./gaps"
import { moveGoal, moveTask, moveToGoal, moveToLanes, moveToList } from "./ordering"

const planId = 7
const byOrder = (a: { order: number; id: number }, b: { order: number; id: number }) => a.order - b.order || a.id - b.id
const list = (plan: ModelPlan) =>
  plan
    .views()
    .items.filter((item) => !item.focus && !item.completed)
    .sort(byOrder)
const lanes = (plan: ModelPlan) =>
  plan
    .views()
    .items.filter((item) => item.focus && !item.completed)
    .sort((a, b) => a.focusOrder - b.focusOrder || a.id - b.id)
const column = (plan: ModelPlan, itemId: number, type: TaskType) =>
  plan
    .views()
    .tasks.filter((task) => task.itemId === itemId && task.type === type)
    .sort(byOrder)
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const run = (plan: ModelPlan, calls: RuleCall[]) => {
  for (const { name, input } of calls) plan.call(name, input)
}

/** The expected ids after dropping the card at `index`. */
const dropped = (ids: number[], id: number, index: number) => {
  const others = ids.filter((each) => each !== id)
  others.splice(Math.min(index, others.length), 0, id)
  return others
}

const order = fc.oneof(
  fc.integer({ min: -2, max: 4 }),
  fc.constantFrom(leastOrder, leastOrder + 1, greatestOrder - 1, greatestOrder),
)
const orders = fc.array(order, { minLength: 1, maxLength: 7 })
const place = fc.nat({ max: 8 })

test("a goal is placed where it is dropped", () => {
  fc.assert(
    fc.property(orders, place, place, (given, from, index) => {
      const plan = modelPlan()
      for (const order of given) plan.call("goal.create", { name: "g", order })
      const goals = plan.views().goals.sort(byOrder)
      const goal = goals[from % goals.length] as Goal
      run(plan, moveGoal({ planId, all: goals, goal, index }))
      expect(idsOf(plan.views().goals.sort(byOrder))).toEqual(dropped(idsOf(goals), goal.id, index))
    }),
  )
})

test("an action is placed where it is dropped in the list, among shown and hidden ones", () => {
  fc.assert(
    fc.property(orders, fc.array(fc.tuple(fc.boolean(), fc.boolean())), place, place, (given, flags, from, index) => {
      const plan = modelPlan()
      const goalIds = ["a", "b"].map((name) => (plan.call("goal.create", { name }).answer as Goal).id)
      given.forEach((order, at) => {
        const [focus = false, second = false] = flags[at] ?? []
        plan.call("item.create", { topic: "x", order, focus, goalId: goalIds[second ? 1 : 0] })
      })
      const items = plan.views().items
      const item = items[from % items.length] as Item
      const all = list(plan)
      const shown = all.filter((each) => each.goalId === item.goalId)
      run(plan, moveToList({ planId, all, shown, item, index }))
      const after = list(plan)
      expect(idsOf(after.filter((each) => each.goalId === item.goalId))).toEqual(dropped(idsOf(shown), item.id, index))
      const hidden = (rows: Item[]) => idsOf(rows.filter((each) => each.goalId !== item.goalId))
      expect(hidden(after)).toEqual(hidden(all))
      expect(after.find(({ id }) => id === item.id)?.focus).toBe(false)
    }),
  )
})

test("an action of the list, or a lane, is placed where it is dropped among the lanes", () => {
  fc.assert(
    fc.property(orders, fc.array(fc.boolean()), place, place, (given, focused, from, index) => {
      const plan = modelPlan()
      given.forEach((focusOrder, at) => {
        plan.call("item.create", { topic: "x", focusOrder, focus: focused[at] ?? true })
      })
      const items = plan.views().items
      const item = items[from % items.length] as Item
      const all = lanes(plan)
      run(plan, moveToLanes({ planId, all, item, index }))
      expect(idsOf(lanes(plan))).toEqual(dropped(idsOf(all), item.id, index))
      expect(idsOf(list(plan))).not.toContain(item.id)
    }),
  )
})

test("a task is placed where it is dropped: in its column, another, or another lane's", () => {
  const type = fc.constantFrom<TaskType>(0, 1, 2)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(order, type, fc.boolean()), { minLength: 1, maxLength: 8 }),
      place,
      fc.boolean(),
      type,
      place,
      (given, from, second, to, index) => {
        const plan = modelPlan()
        const [a, b] = ["a", "b"].map((topic) => (plan.call("item.create", { topic }).answer as Item).id) as [
          number,
          number,
        ]
        for (const [order, type, inSecond] of given) {
          plan.call("task.create", { itemId: inSecond ? b : a, description: "t", order, type })
        }
        const tasks = plan.views().tasks
        const task = tasks[from % tasks.length] as Task
        const itemId = second ? b : a
        const before = column(plan, itemId, to)
        run(plan, moveTask({ planId, task, to: { itemId, type: to }, column: before, index }))
        const after = plan.views().tasks.find(({ id }) => id === task.id)
        expect(after).toMatchObject({ itemId, type: to, complete: to === 2 })
        if (to !== 2) expect(idsOf(column(plan, itemId, to))).toEqual(dropped(idsOf(before), task.id, index))
        for (const other of tasks) {
          if (other.id === task.id) continue
          const { order: _, modified: _m, ...rest } = other
          expect(plan.views().tasks.find(({ id }) => id === other.id)).toMatchObject(rest)
        }
      },
    ),
  )
})

test("a drop sends the middle between the neighbours, only for the dropped card, and nothing if it stays", () => {
  const plan = modelPlan()
  for (let count = 1; count <= 5; count++) plan.call("goal.create", { name: "g" })
  const goals = plan.views().goals
  const [first, second, third] = goals as [Goal, Goal, Goal]
  const sent = (goal: Goal, index: number) => moveGoal({ planId, all: goals, goal, index }).map(({ input }) => input)
  const orders = (id: number, order: number) => [{ planId, orders: [{ id, order }] }]
  expect(goals.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5].map((at) => at * gap))
  expect(sent(first, 0)).toEqual([])
  expect(sent(first, 1)).toEqual(orders(first.id, Math.floor((second.order + third.order) / 2)))
  expect(sent(second, 0)).toEqual(orders(second.id, first.order - gap))
  expect(sent(first, 4)).toEqual(orders(first.id, 6 * gap))
})

test("an action dropped on its own goal stays", () => {
  const plan = modelPlan()
  const goal = plan.call("goal.create", { name: "g" }).answer as Goal
  const item = plan.call("item.create", { topic: "x" }).answer as Item
  expect(moveToGoal({ planId, item: { ...item, goalId: goal.id }, goalId: goal.id })).toEqual([])
  expect(moveToGoal({ planId, item, goalId: goal.id })).toEqual([
    { name: "item.moveActionToGoal", input: { planId, itemId: item.id, goalId: goal.id } },
  ])
})
