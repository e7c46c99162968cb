import type { BoardReader } from "~/client/board/board-types"
import type { Entity } from "~/rules/rule"
import type { Place } from "~/ui/plan/drop"
import { board, drag } from "~/ui/plan/texts"

/** An action is called by its heading, else by the beginning of its description. */
export const itemName = (item: { topic: string; description: string }) =>
  item.topic.trim() || item.description.trim().slice(0, 80) || board.untitledAction

export const nameOf = (store: BoardReader, entity: Entity, id: number): string => {
  if (entity === "goal") return store.goal(id)?.name || board.untitledGoal
  if (entity === "task") return store.task(id)?.description || board.untitledTask
  const item = store.item(id)
  return item ? itemName(item) : board.untitledAction
}

export const placeName = (store: BoardReader, place: Place): string => {
  if (place.list === "tasks") return board.columnOf(board.columns[place.type], nameOf(store, "item", place.itemId))
  if (place.list === "goal") return nameOf(store, "goal", place.goalId)
  return place.list === "goals" ? drag.goals : place.list === "list" ? drag.actions : drag.lanes
}
