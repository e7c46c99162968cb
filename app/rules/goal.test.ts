import { expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import { modelPlan } from "../../tests/support/model/model-plan"
import { gap } from "./gaps"
import { goalColorName, goalPalette, unusedColors } from "./goal-palette"

const refused = (work: () => unknown) => {
  try {
    work()
  } catch (thrown) {
    return (thrown as { problem: { status: number; message: string; errors?: { path: string }[] } }).problem
  }
  throw new Error("not refused")
}

test("a new goal gets the first free colour and the last place", () => {
  const plan = modelPlan()
  plan.call("goal.create", { name: "Grow", color: "#D3395D", order: 4 })
  const { answer } = plan.call("goal.create", { name: "Hire", order: -1 })
  expect(answer).toMatchObject({ name: "Hire", color: "#cc4b2e", order: 4 + gap, completed: false, isDraft: false })
  expect(plan.log.at(-1)).toMatchObject({ event: "GoalAdded", payload: { data: { name: "Hire" } } })
})

test("colours repeat when all are in use", () => {
  const all = goalPalette.map(({ hex }) => hex)
  expect(unusedColors(all)).toEqual(all)
  expect(unusedColors(all.slice(1))).toEqual([all[0]])
  expect(goalColorName("#D3395D")).toBe("rose")
  expect(goalColorName("#123456")).toBe("custom")
})

test("a blank name is refused, on create and on update", () => {
  const plan = modelPlan()
  expect(refused(() => plan.call("goal.create", { name: " \t" }))).toMatchObject({
    status: 400,
    errors: [{ path: "name" }],
  })
  const { id } = plan.call("goal.create", { name: "Grow" }).answer as Goal
  expect(refused(() => plan.call("goal.update", { id, name: "" }))).toMatchObject({ status: 400 })
  expect(refused(() => plan.call("goal.update", { id: 999, name: "x" }))).toMatchObject({ status: 404 })
})

test("an update without changes answers the goal and causes no event", () => {
  const plan = modelPlan()
  const goal = plan.call("goal.create", { name: "Grow" }).answer as Goal
  const { answer, seq } = plan.call("goal.update", { id: goal.id, name: "Grow", color: goal.color })
  expect(answer).toEqual(goal)
  expect(seq).toBeUndefined()
})

test("orders must name goals of the plan, each once", () => {
  const plan = modelPlan()
  const [a, b] = ["A", "B"].map((name) => (plan.call("goal.create", { name }).answer as Goal).id) as [number, number]
  const orders = (list: object[]) => plan.call("goal.updateOrders", { orders: list })
  expect(
    refused(() =>
      orders([
        { id: a, order: 1 },
        { id: 999, order: 2 },
      ]),
    ),
  ).toMatchObject({
    status: 400,
    errors: [{ path: "1.id" }],
  })
  expect(
    refused(() =>
      orders([
        { id: a, order: 1 },
        { id: a, order: 2 },
      ]),
    ),
  ).toMatchObject({ status: 400 })
  expect(orders([]).seq).toBeUndefined()
  orders([
    { id: b, order: 1 },
    { id: a, order: 2 },
  ])
  expect(plan.log.at(-1)).toMatchObject({
    event: "GoalOrderUpdated",
    payload: {
      data: [
        { id: b, order: 1 },
        { id: a, order: 2 },
      ],
    },
  })
})
