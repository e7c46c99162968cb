import { type BoardRow, isCheckIn, isGoal, isItem, isKeyResult, isLabel, isTask } from "~/rules/card"
import { byAge, byOrder } from "~/rules/gaps"

/**
 * The lists of a row and their sort order. Lists beginning with "*" are for counting and lookup and never shown.
 */

export const listsOf = (row: BoardRow): string[] => {
  if (isGoal(row)) return ["*goals", row.completed ? "closedGoals" : "goals"]
  if (isLabel(row)) return ["labels"]
  if (isKeyResult(row)) return [`results:${row.goalId}`]
  if (isCheckIn(row)) return [`checkIns:${row.goalId}`]
  if (isTask(row)) return [`tasks:${row.itemId}:${row.type}`]
  const goal = row.goalId ?? 0
  const lists = ["*items", `*items:${goal}`]
  if (row.focus) lists.push("*focus")
  if (row.completed) lists.push("history", `history:${goal}`)
  else if (row.focus) lists.push("lanes", `lanes:${goal}`)
  else if (row.type === 0) lists.push("list", `list:${goal}`)
  return lists
}

type Compare = (a: BoardRow, b: BoardRow) => number

const focusOrderOf = (row: BoardRow) => (isItem(row) ? row.focusOrder : 0)
/** Check-ins have no order. */
const byPlace: Compare = (a, b) => (isCheckIn(a) || isCheckIn(b) ? byAge(b, a) : byOrder(a, b))
const completedOf = (row: BoardRow) => ("completedDate" in row && row.completedDate) || ""
const byFocusOrder: Compare = (a, b) => focusOrderOf(a) - focusOrderOf(b) || byAge(a, b)
const newestFirst: Compare = (a, b) => {
  const [x, y] = [completedOf(a), completedOf(b)]
  return x === y ? byAge(a, b) : x < y ? 1 : -1
}

export const comparing = (list: string): Compare => {
  if (list.startsWith("history") || (list.startsWith("tasks:") && list.endsWith(":2"))) return newestFirst
  return list.startsWith("lanes") || list === "*focus" ? byFocusOrder : byPlace
}

/** Whether two states of a row have the same lists, positions and counts. */
export const samePlace = (a: BoardRow, b: BoardRow): boolean => {
  if (isCheckIn(a) || isCheckIn(b)) return isCheckIn(a) && isCheckIn(b) && a.goalId === b.goalId
  if (a.order !== b.order) return false
  if (isKeyResult(a) && isKeyResult(b)) return a.goalId === b.goalId
  if (isTask(a) && isTask(b))
    return (
      a.itemId === b.itemId &&
      a.goalId === b.goalId &&
      a.type === b.type &&
      a.completedDate === b.completedDate &&
      a.readOnly === b.readOnly
    )
  if (isItem(a) && isItem(b))
    return (
      a.goalId === b.goalId &&
      a.type === b.type &&
      a.focus === b.focus &&
      a.focusOrder === b.focusOrder &&
      a.completedDate === b.completedDate
    )
  if (isGoal(a) && isGoal(b)) return a.completed === b.completed
  return true
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
