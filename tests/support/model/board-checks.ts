import { expect } from "vitest"
import type { BoardStore, ListKey } from "~/client/board/board-types"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Board } from "~/contract/plan"
import type { Task } from "~/contract/task"
import type { Rows } from "~/rules/rule"
import { chainTo } from "~/rules/waiting"
import { modelPlan } from "./model-plan"

/** A model plan with goals, actions and tasks, and invariants of a store's board. */

export const seeded = () => {
  const plan = modelPlan()
  for (const name of ["Grow", "Hire"]) plan.call("goal.create", { name })
  for (const name of ["Roads", "Snow"]) plan.call("label.create", { name })
  const [grow, hire] = plan.views().goals
  plan.call("keyResult.create", { goalId: grow?.id, name: "Sign-ups", start: 0, target: 300 })
  plan.call("keyResult.create", { goalId: grow?.id, name: "Failures", start: 8, target: 2, current: 5 })
  for (const goal of [grow, hire, hire])
    plan.call("item.create", { topic: "Act", goalId: goal?.id, focus: goal === grow })
  for (const item of plan.views().items) {
    for (const type of [0, 1, 2]) plan.call("task.create", { itemId: item.id, description: "t", type })
  }
  return plan
}

/** The board without modification times: a reorder changes them on the server, and its event doesn't contain them. */
export const comparable = ({
  goals,
  items,
  tasks,
  labels,
  keyResults,
}: Pick<Board, "goals" | "items" | "tasks" | "labels" | "keyResults">) => {
  const sorted = <Row extends { id: number }>(rows: Row[]) => rows.slice().sort((a, b) => a.id - b.id)
  return {
    goals: sorted(goals).map((row) => ({ ...row, modifiedDate: "" })),
    items: sorted(items).map((row) => ({ ...row, modifiedDate: "" })),
    tasks: sorted(tasks).map((row) => ({ ...row, modified: "" })),
    labels: sorted(labels),
    keyResults: sorted(keyResults).map((row) => ({ ...row, modifiedDate: "" })),
  }
}

/** Whether a card waits, over others, for itself. */
export const chainsBack = (rows: Pick<Rows, "items" | "tasks">, entity: "item" | "task", id: number) => {
  const cards: ReadonlyMap<number, Item | Task> = entity === "item" ? rows.items : rows.tasks
  return (cards.get(id)?.blockedByIds ?? []).some((each) => chainTo(rows, entity, each, id) !== undefined)
}

/** Completed goals too. */
const allGoals = (store: BoardStore) => [...store.list("goals"), ...store.list("closedGoals")]

export const shown = (store: BoardStore) => {
  const goals = allGoals(store).map((id) => store.goal(id) as Goal)
  const items = (["list", "lanes", "history"] as const).flatMap((column) =>
    store.list(column).map((id) => store.item(id) as Item),
  )
  // An action may have moved to a draft goal, which no event announced.
  const goalIds = [...new Set([0, ...goals.map(({ id }) => id), ...items.map(({ goalId }) => goalId ?? 0)])]
  const perGoal = goalIds.flatMap((id) =>
    (["list", "lanes", "history"] as const).flatMap((column) => store.list(`${column}:${id}`)),
  )
  expect(perGoal.slice().sort()).toEqual(items.map(({ id }) => id).sort())
  const tasks = items.flatMap(({ id }) =>
    ([0, 1, 2] as const).flatMap((type) => store.list(`tasks:${id}:${type}`).map((task) => store.task(task) as Task)),
  )
  for (const goalId of goalIds) {
    const theirs = tasks.filter((task) => (task.goalId ?? 0) === goalId)
    expect(store.tally(goalId)).toEqual({
      tasks: theirs.length,
      tasksDone: theirs.filter(({ complete }) => complete).length,
    })
  }
  const labels = store.list("labels").map((id) => store.label(id) as Label)
  for (const row of items) expect(chainsBack(store.rows, "item", row.id), "no action waits for itself").toBe(false)
  for (const row of tasks) expect(chainsBack(store.rows, "task", row.id), "no task waits for itself").toBe(false)
  const keyResults = goals.flatMap(({ id }) =>
    store.list(`results:${id}`).map((each) => store.keyResult(each) as KeyResult),
  )
  return { goals, items, tasks, labels, keyResults }
}

export const inOrder = (store: BoardStore) => {
  const orders = (column: ListKey, of: (id: number) => (number | string)[]) => {
    const keys = store.list(column).map(of)
    for (let at = 1; at < keys.length; at++) {
      const [[a, x], [b, y]] = [keys[at - 1], keys[at]] as [[number, number], [number, number]]
      expect(a < b || (a === b && x < y), `${column} is sorted`).toBe(true)
    }
  }
  orders("labels", (id) => [(store.label(id) as Label).order, id])
  orders("goals", (id) => [(store.goal(id) as Goal).order, id])
  orders("list", (id) => [(store.item(id) as Item).order, id])
  orders("lanes", (id) => [(store.item(id) as Item).focusOrder, id])
  orders("history", (id) => [-Date.parse((store.item(id) as Item).completedDate as string), id])
  for (const item of store.list("lanes")) {
    for (const type of [0, 1] as const) orders(`tasks:${item}:${type}`, (id) => [(store.task(id) as Task).order, id])
    orders(`tasks:${item}:2`, (id) => [-Date.parse((store.task(id) as Task).completedDate as string), id])
  }
}

/** The ids a person may act on, and one that doesn't exist. */
export const visibleIds = (store: BoardStore) => {
  const goals = allGoals(store)
  const items = (["list", "lanes", "history"] as const).flatMap((column) => store.list(column))
  const tasks = items.flatMap((id) => ([0, 1, 2] as const).flatMap((type) => store.list(`tasks:${id}:${type}`)))
  const labels = store.list("labels")
  const results = goals.flatMap((id) => store.list(`results:${id}`))
  const checkIns = goals.flatMap((id) => store.list(`checkIns:${id}`))
  return {
    goals: [...goals, 999],
    items: [...items, 999],
    tasks: [...tasks, 999],
    labels: [...labels, 999],
    results: [...results, 999],
    checkIns: [...checkIns, 999],
  }
}
