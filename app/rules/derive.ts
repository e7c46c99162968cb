import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Task } from "~/contract/task"
import { noGoalColor } from "./goal-palette"
import { meanProgress } from "./progress"
import { isHolding } from "./waiting"

/** Derives a row's fields from the rows above it, and from those it waits for. Returns the same object when nothing changes. */

/** A goal with the progress of its results. */
export const shownGoal = (goal: Goal, results: readonly KeyResult[]): Goal => {
  const progress = meanProgress(results)
  return goal.progress === progress ? goal : { ...goal, progress }
}

export const shownItem = (item: Item, goal: Goal | undefined): Item => {
  const same = item.goal?.id === goal?.id && item.goal?.name === goal?.name && item.goal?.color === goal?.color
  return same ? item : { ...item, goal: goal ? { id: goal.id, name: goal.name, color: goal.color } : null }
}

export const shownTask = (task: Task, item: Item): Task => {
  const { goalId, completed: readOnly } = item
  const color = task.ownColor ?? item.goal?.color ?? noGoalColor
  const same = task.goalId === goalId && task.color === color && task.readOnly === readOnly
  return same ? task : { ...task, goalId, color, readOnly }
}

/** A card, blocked while one that it waits for is open. */
export const shownBlocked = <Card extends Item | Task>(
  card: Card,
  of: (id: number) => Item | Task | undefined,
): Card => {
  const blocked = card.blockedByIds.some((id) => isHolding(of(id)))
  return blocked === card.blocked ? card : { ...card, blocked }
}

/** A task after a change of its action; it loses its own colour when the action moves to another goal. */
export const taskAfter = (task: Task, before: Item, after: Item): Task =>
  shownTask(before.goalId === after.goalId || task.ownColor === null ? task : { ...task, ownColor: null }, after)
