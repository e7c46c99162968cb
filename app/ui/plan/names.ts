import type { BoardReader } from "~/client/board/board-types"
import type { BoardEntity } from "~/contract/fields/field"
import type { Place } from "~/ui/plan/drop"
import { cardTexts, lists } from "~/ui/plan/texts"

/** An action's name: its heading, or the beginning of its description. */
export const itemName = (item: { topic: string; description: string }) =>
  item.topic.trim() || item.description.trim().slice(0, 80) || cardTexts.untitledAction

export const nameOf = (store: BoardReader, entity: BoardEntity, id: number): string => {
  if (entity === "goal") return store.goal(id)?.name || cardTexts.untitledGoal
  if (entity === "label") return store.label(id)?.name ?? ""
  if (entity === "task") return store.task(id)?.description || cardTexts.untitledTask
  const item = store.item(id)
  return item ? itemName(item) : cardTexts.untitledAction
}

export const placeName = (store: BoardReader, place: Place): string => {
  if (place.list === "tasks")
    return cardTexts.columnOf(cardTexts.columns[place.type], nameOf(store, "item", place.itemId))
  if (place.list === "goal") return nameOf(store, "goal", place.goalId)
  return place.list === "goals" ? lists.goals : place.list === "list" ? lists.actions : lists.lanes
}
