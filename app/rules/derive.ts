import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { noGoalColor } from "./goal-palette"

/** What a row shows of the rows above it. A row that shows the same already is answered itself. */

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

/** A task of an action that has changed; its own colour goes when the action comes to another goal. */
export const taskAfter = (task: Task, before: Item, after: Item): Task =>
  shownTask(before.goalId === after.goalId || task.ownColor === null ? task : { ...task, ownColor: null }, after)
