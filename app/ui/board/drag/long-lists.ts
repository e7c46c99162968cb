import type { BoardReader } from "~/client/board/board-types"

// Long lists are virtual: they mount only the cards near the view.

const manyTasks = 250
const manyActions = 120

/** Of actions. */
export const isLong = (ids: readonly number[]) => ids.length > manyActions

/** Whether the lanes together have so many tasks that they are virtual. */
export const hasLongLanes = ({ list }: BoardReader) => {
  let tasks = 0
  for (const id of list("lanes")) for (const type of [0, 1, 2] as const) tasks += list(`tasks:${id}:${type}`).length
  return tasks > manyTasks
}
