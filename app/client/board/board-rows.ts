import type { Entity } from "~/contract/field"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { byAge, byOrder } from "~/rules/gaps"
import type { RowOf } from "~/rules/rule"

/**
 * The columns of a row and their sort order. Columns beginning with "*" are for counting and lookup and never shown.
 */

export type AnyRow = RowOf[Entity]

export const columnsOf = (entity: Entity, row: AnyRow): string[] => {
  if (entity === "goal") return ["goals"]
  if (entity === "task") {
    const task = row as Task
    return [`tasks:${task.itemId}:${task.type}`]
  }
  const item = row as Item
  const goal = item.goalId ?? 0
  const columns = ["*items", `*items:${goal}`]
  if (item.focus) columns.push("*focus")
  if (item.completed) columns.push("history", `history:${goal}`)
  else if (item.focus) columns.push("lanes", `lanes:${goal}`)
  else if (item.type === 0) columns.push("list", `list:${goal}`)
  return columns
}

type Compare = (a: AnyRow, b: AnyRow) => number

const byFocusOrder: Compare = (a, b) => (a as Item).focusOrder - (b as Item).focusOrder || byAge(a, b)
const newestFirst: Compare = (a, b) => {
  const [x, y] = [(a as Item | Task).completedDate ?? "", (b as Item | Task).completedDate ?? ""]
  return x === y ? byAge(a, b) : x < y ? 1 : -1
}

export const comparing = (column: string): Compare => {
  if (column.startsWith("history") || (column.startsWith("tasks:") && column.endsWith(":2"))) return newestFirst
  return column.startsWith("lanes") || column === "*focus" ? byFocusOrder : byOrder
}

/** Whether two states of a row have the same columns, positions and counts. */
export const samePlace = (entity: Entity, a: AnyRow, b: AnyRow): boolean => {
  if (a.order !== b.order) return false
  if (entity === "goal") return true
  if (entity === "task") {
    const [x, y] = [a as Task, b as Task]
    return (
      x.itemId === y.itemId &&
      x.goalId === y.goalId &&
      x.type === y.type &&
      x.completedDate === y.completedDate &&
      x.readOnly === y.readOnly
    )
  }
  const [x, y] = [a as Item, b as Item]
  return (
    x.goalId === y.goalId &&
    x.type === y.type &&
    x.focus === y.focus &&
    x.focusOrder === y.focusOrder &&
    x.completedDate === y.completedDate
  )
}

const sameValue = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.is((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

/** Of rows, plans or members. */
export const sameRow = <Row extends object>(a: Row, b: Row): boolean => {
  if (a === b) return true
  const keys = Object.keys(a) as (keyof Row)[]
  return keys.length === Object.keys(b).length && keys.every((key) => sameValue(a[key], b[key]))
}
