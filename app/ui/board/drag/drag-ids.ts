import type { BoardReader } from "~/client/board/board-types"
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import type { Place } from "~/ui/plan/drop"

/** The drag library's ids of cards and lists. They stay the same when a temporary id becomes real. */

export const dragId = (store: BoardReader, entity: Entity, id: number) => `${entity}/${store.keyOf(entity, id)}`

export const readDragId = (store: BoardReader, dragged: string): { entity: Entity; id: number } => {
  const [entity, key] = dragged.split("/")
  return { entity: entity as Entity, id: store.realId(Number(key)) }
}

export const columnDropId = (store: BoardReader, itemId: number, type: TaskType) =>
  `tasks/${store.keyOf("item", itemId)}/${type}`

export const readDropId = (store: BoardReader, dropped: string): Place => {
  const [list, key, type] = dropped.split("/")
  if (list === "tasks") return { list, itemId: store.realId(Number(key)), type: Number(type) as TaskType }
  return { list: list as "goals" | "list" | "lanes" }
}

/** A drop target that is not a list, for `data-place`. */
export const goalPlace = (goalId: number) => `goal/${goalId}`
export const statusPlace = (itemId: number, type: TaskType) => `tasks/${itemId}/${type}`
/** A place among the lanes, reached by keys. */
export const lanesPlace = (index: number) => `lanes/${index}`

export const readPlace = (place: string): Place => {
  const [list, id, type] = place.split("/")
  if (list === "goal") return { list, goalId: Number(id) }
  if (list === "lanes") return { list, index: Number(id) }
  return { list: "tasks", itemId: Number(id), type: Number(type) as TaskType }
}
