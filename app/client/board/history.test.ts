import { expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import { refusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import { byOrder } from "~/rules/gaps"
import { moveTask } from "~/rules/ordering"
import { comparable, seeded } from "../../../tests/support/model/board-checks"
import type { ModelPlan } from "../../../tests/support/model/model-plan"
import { type ModelTab, modelTab, settled } from "../../../tests/support/model/model-tab"

const two = () => {
  const plan = seeded()
  const [mine, theirs] = [modelTab(plan, "a"), modelTab(plan, "b")] as const
  /** All changes reach the server and both tabs. */
  const sync = async () => {
    for (const tab of [mine, theirs]) {
      while (tab.queue.length > 0) {
        tab.send()
        await tab.receive()
      }
    }
    for (const tab of [mine, theirs]) await tab.rest()
  }
  const first = () => ({
    goal: plan.views().goals[0] as Goal,
    item: plan.views().items[0] as Item,
    task: plan.views().tasks[0] as Task,
  })
  return { plan, mine, theirs, sync, first }
}

const state = ({ history }: ModelTab) => history.state.get()

test("undo and redo change the server too; a new change clears the redo stack", async () => {
  const { plan, mine, sync, first } = two()
  const { task, goal } = first()
  const was = comparable(plan.views())
  expect(state(mine)).toEqual({ undo: false, redo: false })
  expect(mine.history.undo()).toBeUndefined()
  mine.do({ name: "goal.update", input: { id: goal.id, name: "Renamed" } })
  mine.do({ name: "task.update", input: { id: task.id, ownerId: 2 } })
  await sync()
  const became = comparable(plan.views())
  expect(mine.history.undo()).toEqual({ done: true })
  expect(mine.store.task(task.id)?.owner).toBeNull()
  expect(mine.history.undo()).toEqual({ done: true })
  expect(state(mine)).toEqual({ undo: false, redo: true })
  await sync()
  expect(comparable(plan.views())).toEqual(was)
  mine.history.redo()
  mine.history.redo()
  await sync()
  expect(comparable(plan.views())).toEqual(became)
  mine.history.undo()
  mine.do({ name: "task.update", input: { id: task.id, type: 1 } })
  expect(state(mine)).toEqual({ undo: true, redo: false })
})

test("undo refuses a change that somebody else has changed since; earlier ones can still be undone", async () => {
  const { mine, theirs, sync, first } = two()
  const { task, goal } = first()
  mine.do({ name: "goal.update", input: { id: goal.id, color: "#a8660a" } })
  mine.do({ name: "task.update", input: { id: task.id, description: "Mine" } })
  await sync()
  theirs.do({ name: "task.update", input: { id: task.id, description: "Theirs" } })
  await sync()
  expect(mine.history.undo()).toEqual({ done: false, why: "changed", entity: "task", id: task.id })
  expect(mine.store.task(task.id)?.description).toBe("Theirs")
  expect(mine.queue).toEqual([])
  expect(mine.history.undo()).toEqual({ done: true })
  expect(mine.store.goal(goal.id)?.color).toBe(goal.color)
})

test("a gesture is one entry, and so is a text typed without a pause", async () => {
  const { plan, mine, first } = two()
  const { task, item } = first()
  const was = comparable(plan.views())
  const shown = () => mine.store.task(task.id)
  mine.together(() => {
    mine.do({ name: "task.updateOrders", input: { orders: [{ id: task.id, order: 1, type: 1 }] } })
    mine.do({ name: "item.update", input: { id: item.id, focus: !item.focus } })
  })
  for (const description of ["P", "Pl", "Plan"]) mine.do({ name: "task.update", input: { id: task.id, description } })
  expect(mine.history.undo()).toEqual({ done: true })
  expect(shown()).toMatchObject({ description: task.description, type: 1 })
  expect(mine.history.redo()).toEqual({ done: true })
  expect(shown()?.description).toBe("Plan")
  mine.history.undo()
  mine.history.undo()
  expect(shown()?.type).toBe(0)
  expect(mine.store.item(item.id)?.focus).toBe(was.items.find(({ id }) => id === item.id)?.focus)
  expect(state(mine).undo).toBe(false)
})

test("a created card can be undone and redone, and later changes apply to the recreated card", async () => {
  const { plan, mine, theirs, sync } = two()
  const { id } = mine.mutate("item.create", { topic: "New" })
  mine.do({ name: "item.update", input: { id, businessValue: 7 } })
  await sync()
  mine.history.undo()
  mine.history.undo()
  await sync()
  expect(plan.views().items.some(({ topic }) => topic === "New")).toBe(false)
  mine.history.redo()
  mine.history.redo()
  await sync()
  const made = plan.views().items.find(({ topic }) => topic === "New") as Item
  expect(made.businessValue).toBe(7)
  mine.history.undo()
  theirs.do({ name: "task.create", input: { itemId: made.id, description: "Theirs" } })
  await sync()
  expect(mine.history.undo()).toEqual({ done: false, why: "filled", entity: "item", id: made.id })
})

test("cards created together inside each other are undone and redone together, unless somebody added to them", async () => {
  const { plan, mine, theirs, sync } = two()
  const was = comparable(plan.views())
  const named = () => [
    plan.views().goals.some(({ name }) => name === "New goal"),
    plan.views().items.find(({ topic }) => topic === "New action")?.goal?.name,
    plan.views().tasks.some(({ description }) => description === "New task"),
  ]
  mine.history.together(() => {
    const goal = mine.mutate("goal.create", { name: "New goal" })
    const item = mine.mutate("item.create", { goalId: goal.id, topic: "New action" })
    mine.mutate("task.create", { itemId: item.id, description: "New task" })
  })
  for (let round = 0; round < 2; round++) {
    await sync()
    expect(named()).toEqual([true, "New goal", true])
    expect(mine.history.undo()).toEqual({ done: true })
    await sync()
    expect(comparable(plan.views())).toEqual(was)
    expect(mine.history.redo()).toEqual({ done: true })
  }
  await sync()
  const item = plan.views().items.find(({ topic }) => topic === "New action") as Item
  theirs.do({ name: "task.create", input: { itemId: item.id, description: "Theirs" } })
  await sync()
  expect(mine.history.undo()).toMatchObject({ done: false, why: "filled", entity: "item" })
})

/** A tab whose server restores the task that was deleted last; `asked` lists what it was asked to restore. */
const withBin = () => {
  const plan = seeded()
  const task = plan.views().tasks[0] as Task
  const asked: unknown[] = []
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const tab = modelTab(plan, "a", undefined, async (card) => {
    asked.push(card)
    // The answer comes after the deletion's event.
    await arrived
    tab.store.putRow("task", card.id, task)
  })
  const deliver = async () => {
    while (tab.queue.length > 0) {
      tab.send()
      await tab.receive()
    }
    await tab.rest()
    arrive()
    await settled()
  }
  return { plan, task, tab, asked, deliver }
}

test("a deletion is undone by the server once it has taken it, under the same id, and redone", async () => {
  const { task, tab, asked, deliver } = withBin()
  const { id } = task
  tab.do({ name: "task.remove", input: { id } })
  const undone = tab.history.undo()
  expect(undone).toMatchObject({ done: true })
  await settled()
  expect(asked).toEqual([])
  await deliver()
  expect(asked).toEqual([{ entity: "task", id }])
  expect(await (undone?.done && undone.settled)).toEqual({ done: true })
  expect(tab.store.task(id)?.description).toBe(task.description)
  expect(state(tab)).toEqual({ undo: false, redo: true })
  expect(tab.history.redo()).toEqual({ done: true })
  expect(tab.store.task(id)).toBeUndefined()
  expect(state(tab)).toEqual({ undo: true, redo: false })
})

test("a deletion is undone by itself after later changes, which stay in the history", async () => {
  const { plan, task, tab, asked, deliver } = withBin()
  const goal = plan.views().goals[0] as Goal
  tab.do({ name: "task.remove", input: { id: task.id } })
  tab.do({ name: "goal.update", input: { id: goal.id, name: "Renamed" } })
  await deliver()
  expect(tab.history.undoDeletion({ entity: "task", id: task.id })).toMatchObject({ done: true })
  await settled()
  expect(asked).toHaveLength(1)
  expect(tab.history.undoDeletion({ entity: "task", id: task.id })).toBeUndefined()
  expect(tab.history.undo()).toEqual({ done: true })
  expect(tab.store.goal(goal.id)?.name).toBe(goal.name)
})

test("people who can't restore get a reason, and no earlier change is undone instead", async () => {
  const { mine, sync, first } = two()
  const { task, goal } = first()
  mine.do({ name: "goal.update", input: { id: goal.id, name: "Renamed" } })
  mine.do({ name: "task.remove", input: { id: task.id } })
  await sync()
  expect(mine.history.undo()).toEqual({ done: false, why: "admins" })
  expect(mine.store.goal(goal.id)?.name).toBe("Renamed")
  expect(mine.history.undo()).toEqual({ done: true })
})

test("a change that the server refuses leaves the history", async () => {
  const { plan, mine, first } = two()
  const { task } = first()
  plan.call("item.update", { id: task.itemId, completed: true })
  mine.do({ name: "task.update", input: { id: task.id, description: "Late" } })
  expect(state(mine).undo).toBe(true)
  mine.send()
  await mine.receive()
  await settled()
  expect(state(mine).undo).toBe(false)
})

test("an undo that a rule refuses returns the rule's reason", async () => {
  const { mine, theirs, sync, first } = two()
  const { task } = first()
  mine.do({ name: "task.update", input: { id: task.id, dueDate: "2026-02-01T00:00:00.000Z" } })
  await sync()
  theirs.do({ name: "item.update", input: { id: task.itemId, completed: true } })
  await sync()
  expect(mine.history.undo()).toMatchObject({
    done: false,
    why: "refused",
    message: expect.stringContaining("completed"),
  })
})

/** The ids of a column's tasks on the server. */
const columnOf = (plan: ModelPlan, { itemId, type }: Pick<Task, "itemId" | "type">) =>
  plan
    .views()
    .tasks.filter((task) => task.itemId === itemId && task.type === type)
    .sort(byOrder)
    .map(({ id }) => id)

const drop = (tab: ModelTab, id: number, index: number) => {
  const { store } = tab
  const task = store.task(id) as Task
  const column = store.list(`tasks:${task.itemId}:${task.type}`).map((id) => store.task(id) as Task)
  const calls = moveTask({ planId: store.planId, task, to: { itemId: task.itemId, type: task.type }, column, index })
  tab.together(() => calls.forEach(tab.do))
}

test("an undo returns a card between its neighbours after others moved cards and the column was respaced", async () => {
  const { plan, mine, theirs, sync, first } = two()
  const { task } = first()
  for (let count = 0; count < 9; count++) {
    plan.call("task.create", { itemId: task.itemId, description: "t", order: count })
  }
  await sync()
  const [a, b, c, d] = columnOf(plan, task) as [number, number, number, number]
  drop(mine, b, 8)
  await sync()
  const before = new Map(plan.views().tasks.map(({ id, order }) => [id, order]))
  // Drops cards at one place until the gap is used up.
  for (let round = 0; round < 40; round++) {
    drop(theirs, columnOf(plan, task).at(4 + (round % 3)) as number, 5)
    await sync()
  }
  const orders = new Map(plan.views().tasks.map(({ id, order }) => [id, order]))
  expect(orders.get(c)).not.toBe(before.get(c))
  expect(mine.history.undo()).toEqual({ done: true })
  await sync()
  expect(columnOf(plan, task).slice(0, 3)).toEqual([a, b, c])
  for (const { id, order } of plan.views().tasks) if (id !== b) expect(order).toBe(orders.get(id))
  expect(mine.history.redo()).toEqual({ done: true })
  await sync()
  expect(columnOf(plan, task).indexOf(b)).toBeGreaterThan(5)

  // A card that somebody else has moved since stays in place.
  drop(mine, d, 0)
  await sync()
  drop(theirs, d, 7)
  await sync()
  expect(mine.history.undo()).toMatchObject({ done: false, why: "changed", id: d })
})

test("offline drops of two people are all accepted and converge to one order", async () => {
  const { plan, mine, theirs, sync, first } = two()
  const { task } = first()
  for (let count = 0; count < 8; count++) plan.call("task.create", { itemId: task.itemId, description: "t" })
  await sync()
  const was = columnOf(plan, task)
  for (let round = 0; round < 20; round++) {
    drop(mine, was[0] as number, 4 + (round % 2))
    drop(mine, was[1] as number, 4)
    drop(theirs, was[7] as number, 2 + (round % 2))
    drop(theirs, was[8] as number, 4)
  }
  await sync()
  const now = columnOf(plan, task)
  for (const { store } of [mine, theirs]) expect(store.list(`tasks:${task.itemId}:${task.type}`)).toEqual(now)
  const moved = new Set([0, 1, 7, 8].map((at) => was[at]))
  expect(now.filter((id) => !moved.has(id))).toEqual(was.filter((id) => !moved.has(id)))
  expect(now.slice().sort()).toEqual(was.slice().sort())
})

test("an applied proposal is undone in its turn, and not redone; a refusal says why", async () => {
  const { mine, sync, first } = two()
  const { goal } = first()
  const undone: string[] = []
  mine.do({ name: "goal.update", input: { id: goal.id, name: "Before" } })
  mine.history.applied(async () => void undone.push("first"))
  const takeOut = mine.history.applied(async () => void undone.push("second"))
  mine.history.applied(async () => {
    throw refusal(409, "Ada has changed one of these cards since.")
  })
  await sync()
  const refused = mine.history.undo()
  expect(refused?.done && (await refused.settled)).toEqual({
    done: false,
    why: "refused",
    message: "Ada has changed one of these cards since.",
  })
  takeOut()
  takeOut()
  const taken = mine.history.undo()
  expect(taken?.done && (await taken.settled)).toEqual({ done: true })
  expect(undone).toEqual(["first"])
  expect(state(mine)).toEqual({ undo: true, redo: false })
  expect(mine.history.undo()).toEqual({ done: true })
  expect(state(mine)).toEqual({ undo: false, redo: true })
  mine.history.applied(async () => {})
  expect(state(mine)).toEqual({ undo: true, redo: false })
})

test("a deleted label comes back under its id, with its place and cards, and goes and comes again", async () => {
  const { plan, mine, sync, first } = two()
  const [label] = plan.views().labels
  if (!label) throw new Error("The plan has no labels.")
  const { task } = first()
  mine.do({ name: "task.update", input: { id: task.id, labelIds: [label.id] } })
  await sync()
  const was = comparable(plan.views())
  mine.do({ name: "label.remove", input: { id: label.id } })
  await sync()
  expect(mine.history.undo()).toEqual({ done: true })
  // At once, and once the server has it.
  expect([mine.store.label(label.id)?.order, mine.store.task(task.id)?.labelIds]).toEqual([label.order, [label.id]])
  await sync()
  expect(comparable(plan.views())).toEqual(was)
  mine.history.redo()
  await sync()
  expect(mine.store.label(label.id)).toBeUndefined()
  mine.history.undo()
  await sync()
  expect(comparable(plan.views())).toEqual(was)
})

test("a label that was made and deleted before the server has it comes back", async () => {
  const { plan, mine, sync } = two()
  mine.do({ name: "label.create", input: { name: "Winter" } })
  const id = mine.store.list("labels").at(-1) as number
  mine.do({ name: "label.remove", input: { id } })
  expect(mine.history.undo()).toEqual({ done: true })
  await sync()
  expect(plan.views().labels.map(({ name }) => name)).toContain("Winter")
})

test("a copy of an action with many tasks is undone by one deletion, and redone from the bin", async () => {
  const plan = seeded()
  const item = plan.views().items[0] as Item
  for (let at = 0; at < 60; at++) plan.call("task.create", { itemId: item.id, description: `Task ${at}` })
  const asked: unknown[] = []
  const tab = modelTab(plan, "a", undefined, async (card) => void asked.push(card))
  const deliver = async () => {
    while (tab.queue.length > 0) {
      tab.send()
      await tab.receive()
    }
    await tab.rest()
    await settled()
  }
  const { id } = tab.mutate("item.copy", { id: item.id })
  await deliver()
  const real = tab.store.realId(id)
  const sent = plan.views().tasks.length
  expect(tab.history.undo()).toEqual({ done: true })
  expect(tab.queue).toHaveLength(1)
  await deliver()
  expect(plan.views().tasks).toHaveLength(sent - 62)
  expect(state(tab)).toEqual({ undo: false, redo: true })
  const redone = tab.history.redo()
  expect(await (redone?.done && redone.settled)).toEqual({ done: true })
  expect(asked).toEqual([{ entity: "item", id: real }])
  expect(state(tab)).toEqual({ undo: true, redo: false })
})
