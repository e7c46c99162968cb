import type { BoardReader } from "~/client/board/board-types"
import type { Entity } from "~/contract/field"
import type { TaskType } from "~/contract/task"
import type { RuleCall } from "~/rules/index"
import { moveGoal, moveTask, moveToGoal, moveToLanes, moveToList } from "~/rules/ordering"
import { filtered, taskColumn } from "~/ui/plan/board-context"

/**
 * Where a card is dropped. `index` counts the other cards shown there; without it, behind the last.
 * The dialogs' "Move to" makes the same calls.
 */
export type Place =
  | { list: "goals"; index?: number }
  | { list: "list" | "lanes"; index?: number }
  | { list: "goal"; goalId: number }
  | { list: "tasks"; itemId: number; type: TaskType; index?: number }

const rows = <Row>(ids: readonly number[], read: (id: number) => Row | undefined): Row[] =>
  ids.flatMap((id) => read(id) ?? [])

/** The calls that bring a card to a place. `goalId`: the goal whose actions alone are shown. */
export const callsTo = (
  store: BoardReader,
  card: { entity: Entity; id: number },
  place: Place,
  goalId: number | null,
): RuleCall[] => {
  const { planId } = store
  if (card.entity === "goal" && place.list === "goals") {
    const goal = store.goal(card.id)
    const goals = rows(store.list("goals"), store.goal)
    return goal ? moveGoal({ planId, goals, goal, index: place.index ?? goals.length }) : []
  }
  if (card.entity === "item") {
    const item = store.item(card.id)
    if (!item || item.completed) return []
    if (place.list === "goal") return moveToGoal({ planId, item, goalId: place.goalId })
    if (place.list !== "list" && place.list !== "lanes") return []
    const all = rows(store.list(place.list), store.item)
    const shown = rows(store.list(filtered(place.list, goalId)), store.item)
    const drop = { planId, all, shown, item, index: place.index ?? shown.length }
    return place.list === "list" ? moveToList(drop) : moveToLanes(drop)
  }
  if (card.entity === "task" && place.list === "tasks") {
    const task = store.task(card.id)
    if (!task) return []
    const column = rows(store.list(taskColumn(place.itemId, place.type)), store.task)
    return moveTask({
      planId,
      task,
      to: { itemId: place.itemId, type: place.type },
      column,
      index: place.index ?? column.length,
    })
  }
  return []
}
