import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Task, TaskType } from "~/contract/task"
import type { BoardRow } from "./card"
import { nearIn, orderIn, ordersBetween } from "./gaps"
import type { RuleCall } from "./index"
import type { List } from "./rule"

/**
 * Turns a drop into calls, each of which names only the dropped card. Lists are given in the order shown; `index` is
 * the place among the list's other cards (as in a list without the dragged one). A card that is already there needs no
 * call.
 */

type Call<Name extends RuleCall["name"]> = Extract<RuleCall, { name: Name }>
type Plan = { planId: number }
type Place<Row> = { list: List; all: readonly Row[]; shown?: readonly Row[]; row: Row; index: number }

/**
 * The index in `others` of a card dropped at `index` of the shown ones: after its shown predecessor, else before its
 * successor.
 */
const placeAmong = <Row extends { id: number }>(others: readonly Row[], shown: readonly Row[], index: number) => {
  const find = (row: Row) => others.findIndex(({ id }) => id === row.id)
  const [before, after] = [shown[index - 1], shown[index]]
  return before ? find(before) + 1 : after ? find(after) : others.length
}

/** The orders to send one after another to put the card in its place. */
const ordersTo = <Row extends BoardRow>({ list, all, shown = all, row, index }: Place<Row>): number[] => {
  const without = (rows: readonly Row[]) => rows.filter(({ id }) => id !== row.id)
  const [others, seen] = [without(all), without(shown)]
  const to = Math.max(0, Math.min(index, seen.length))
  if (shown.findIndex(({ id }) => id === row.id) === to) return []
  const at = placeAmong(others, seen, to)
  const rows = {
    near: (near: { order: number; reach: number }) => nearIn(list, others.length, (at) => others[at] as Row, near),
  }
  const orders = ordersBetween(rows, list, row.id, others[at - 1], others[at])
  return orders.length > 0 ? orders : [orderIn(list, row)]
}

type Drop = Plan & { all: readonly Item[]; shown?: readonly Item[]; item: Item; index: number }

type GoalDrop = Plan & { all: readonly Goal[]; shown?: readonly Goal[]; goal: Goal; index: number }

/** `all` are the plan's goals, `shown` those on screen, which `index` counts; hidden ones stay in place. */
export const moveGoal = ({ planId, goal, ...drop }: GoalDrop) =>
  ordersTo({ ...drop, list: { of: "goals" }, row: goal }).map(
    (order): Call<"goal.updateOrders"> => ({
      name: "goal.updateOrders",
      input: { planId, orders: [{ id: goal.id, order }] },
    }),
  )

type LabelDrop = Plan & { labels: readonly Label[]; label: Label; index: number }

export const moveLabel = ({ planId, labels, label, index }: LabelDrop) =>
  ordersTo({ list: { of: "labels" }, all: labels, row: label, index }).map(
    (order): Call<"label.updateOrders"> => ({
      name: "label.updateOrders",
      input: { planId, orders: [{ id: label.id, order }] },
    }),
  )

type ResultDrop = Plan & { results: readonly KeyResult[]; result: KeyResult; index: number }

export const moveResult = ({ planId, results, result, index }: ResultDrop) =>
  ordersTo({ list: { of: "results", goalId: result.goalId }, all: results, row: result, index }).map(
    (order): Call<"keyResult.updateOrders"> => ({
      name: "keyResult.updateOrders",
      input: { planId, orders: [{ id: result.id, order }] },
    }),
  )

/** Moves an action within the list, or a lane back into it. `all` and `shown` as for goals. */
export const moveToList = ({ planId, item, ...drop }: Drop) =>
  ordersTo({ ...drop, list: { of: "list" }, row: item }).map((order): Call<"item.updateOrders"> => {
    const entry = { id: item.id, order, ...(item.focus ? { focus: false } : {}) }
    return { name: "item.updateOrders", input: { planId, orders: [entry] } }
  })

/** Moves a lane, or an action of the list into focus. `all` and `shown` as for goals. */
export const moveToLanes = ({ planId, item, ...drop }: Drop) =>
  ordersTo({ ...drop, list: { of: "lanes" }, row: item }).map(
    (order): Call<"item.updateFocusOrders"> => ({
      name: "item.updateFocusOrders",
      input: { planId, orders: [{ id: item.id, order, focus: true }] },
    }),
  )

/** Moves an action or a lane to the goal it is dropped on. */
export const moveToGoal = (at: Plan & { item: Item; goalId: number }): Call<"item.moveActionToGoal">[] =>
  at.item.goalId === at.goalId
    ? []
    : [{ name: "item.moveActionToGoal", input: { planId: at.planId, itemId: at.item.id, goalId: at.goalId } }]

type TaskDrop = Plan & {
  task: Task
  to: { itemId: number; type: TaskType }
  /** The column's tasks, and those on screen, which `index` counts. */
  column: readonly Task[]
  shown?: readonly Task[]
  index: number
}

/**
 * Moves a task to a column of its own lane or another. Done is sorted by date, so `index` matters only in to do and
 * doing.
 */
export const moveTask = ({ planId, task, to, column, shown = column, index }: TaskDrop) => {
  const { id, type, itemId } = task
  const stays = type === to.type && itemId === to.itemId
  const list: List = { of: "tasks", ...to }
  const orders = to.type !== 2 ? ordersTo({ list, all: column, shown, row: task, index }) : stays ? [] : [task.order]
  const place = { complete: to.type === 2, type: to.type, ...(to.itemId === itemId ? {} : { itemId: to.itemId }) }
  return orders.map(
    (order): Call<"task.updateOrders"> => ({
      name: "task.updateOrders",
      input: { planId, orders: [{ id, order, ...place }] },
    }),
  )
}
