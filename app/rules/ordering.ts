import { greatestOrder } from "~/contract/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task, TaskType } from "~/contract/task"
import type { Move } from "./index"

/**
 * Turns a drop into calls. Lists are given in the order shown, `index` is the place among the list's other cards (as in a list
 * without the dragged one). Only rows whose order changes are sent; nothing to change gives no call.
 */

type Plan = { planId: number }

/** An order behind the last one; where there is none greater, the same, which goes by age. */
export const behind = (last: number, by = 1) => Math.min(last + by, greatestOrder)

/** The list with `row` at `index`, wherever it was before. */
const placed = <Row extends { id: number }>(list: readonly Row[], row: Row, index: number): Row[] => {
  const others = list.filter(({ id }) => id !== row.id)
  others.splice(Math.max(0, Math.min(index, others.length)), 0, row)
  return others
}

/** Ranks 1, 2, 3 … for a list; those that differ from `rankOf`. */
const renumbered = <Row extends { id: number }>(list: readonly Row[], rankOf: (row: Row) => number) =>
  list.flatMap((row, index) => (rankOf(row) === index + 1 ? [] : [{ row, order: index + 1 }]))

/** `all` with `item` at its new place: behind the card that precedes it among `shown`, else before the one that follows. */
const placedAmong = <Row extends { id: number }>({
  all,
  shown = all,
  item,
  index,
}: {
  all: readonly Row[]
  shown?: readonly Row[]
  item: Row
  index: number
}): Row[] => {
  const around = placed(shown, item, index)
  const at = around.indexOf(item)
  const [before, after] = [around[at - 1], around[at + 1]]
  const others = all.filter(({ id }) => id !== item.id)
  const find = (row: Row) => others.findIndex(({ id }) => id === row.id)
  return placed(others, item, before ? find(before) + 1 : after ? find(after) : others.length)
}

type Drop = Plan & { all: readonly Item[]; shown?: readonly Item[]; item: Item; index: number }

export const moveGoal = (at: Plan & { goals: readonly Goal[]; goal: Goal; index: number }): Move[] => {
  const orders = renumbered(placed(at.goals, at.goal, at.index), (goal) => goal.order).map(({ row, order }) => ({
    id: row.id,
    order,
  }))
  return orders.length > 0 ? [{ name: "goal.updateOrders", input: { planId: at.planId, orders } }] : []
}

/**
 * An action within the list, or a lane put back into it. `all` are the list's actions of every goal, `shown` those on screen,
 * which `index` counts: the hidden ones keep their places around them.
 */
export const moveToList = (drop: Drop): Move[] => {
  const { item } = drop
  const leavesFocus = (row: Item) => row.id === item.id && row.focus
  const orders = renumbered(placedAmong(drop), (row) => (leavesFocus(row) ? Number.NaN : row.order)).map(
    ({ row, order }) => ({ id: row.id, order, ...(leavesFocus(row) ? { focus: false } : {}) }),
  )
  return orders.length > 0 ? [{ name: "item.updateOrders", input: { planId: drop.planId, orders } }] : []
}

/** A lane to another place, or an action of the list into focus. `all` and `shown` as for the list. */
export const moveToLanes = (drop: Drop): Move[] => {
  const orders = renumbered(placedAmong(drop), (row) => (row.focus ? row.focusOrder : Number.NaN)).map(
    ({ row, order }) => ({ id: row.id, order, focus: true }),
  )
  return orders.length > 0 ? [{ name: "item.updateFocusOrders", input: { planId: drop.planId, orders } }] : []
}

/** An action or a lane dropped on a goal. */
export const moveToGoal = (at: Plan & { item: Item; goalId: number }): Move[] =>
  at.item.goalId === at.goalId
    ? []
    : [{ name: "item.moveActionToGoal", input: { planId: at.planId, itemId: at.item.id, goalId: at.goalId } }]

/** A task to a column, of its own lane or another. Done sorts itself by date, so `index` counts in to do and doing alone. */
export const moveTask = (
  at: Plan & { task: Task; to: { itemId: number; type: TaskType }; column: readonly Task[]; index: number },
): Move[] => {
  const { task, to } = at
  const place = {
    complete: to.type === 2,
    type: to.type,
    ...(to.itemId === task.itemId ? {} : { itemId: to.itemId }),
  }
  const changesColumn = task.type !== to.type || task.itemId !== to.itemId
  if (to.type === 2) {
    if (!changesColumn) return []
    return [
      {
        name: "task.updateOrders",
        input: { planId: at.planId, orders: [{ id: task.id, order: task.order, ...place }] },
      },
    ]
  }
  const orders = renumbered(placed(at.column, task, at.index), (row) =>
    row.id === task.id && changesColumn ? Number.NaN : row.order,
  ).map(({ row, order }) =>
    row.id === task.id ? { id: row.id, order, ...place } : { id: row.id, order, complete: row.complete },
  )
  return orders.length > 0 ? [{ name: "task.updateOrders", input: { planId: at.planId, orders } }] : []
}
