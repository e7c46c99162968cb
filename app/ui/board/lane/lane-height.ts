import type { BoardReader } from "~/client/board/board-types"
import { taskColumn } from "~/ui/plan/board-context"

/** Estimated height of a task card that was never rendered, px. */
export const taskHeight = (store: BoardReader, id: number) => {
  const { description = "", labelIds = [] } = store.task(id) ?? {}
  const { length } = description
  return 40 + (labelIds.length > 0 ? 24 : 0) + 19 * Math.min(12, Math.ceil(length / 34))
}

/** Gap between two tasks of a column, px. */
export const taskGap = 6
const padding = 16
const addTask = 26
const least = 158

/** A lane's height, px: its longest column by measured or estimated heights. `lists`: of the shown cards. */
export const laneHeight = (
  store: BoardReader,
  sizes: ReadonlyMap<number, number>,
  itemId: number,
  lists: Pick<BoardReader, "list"> = store,
) => {
  let height = least
  for (const type of [0, 1, 2] as const) {
    let column = padding + (type === 0 ? addTask : 0)
    for (const id of lists.list(taskColumn(itemId, type))) {
      column += sizes.get(store.keyOf("task", id)) ?? taskHeight(store, id) + taskGap
    }
    height = Math.max(height, column)
  }
  return height
}
