import type { BoardReader } from "~/client/board/board-types"
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import type { RuleCall } from "~/rules/index"
import { moveGoal, moveTask, moveToGoal, moveToLanes, moveToList } from "~/rules/ordering"
import { filtered, taskColumn } from "~/ui/plan/board-context"
import type { ViewState } from "~/ui/plan/view-state"

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

/** The calls that bring a card to a place. The goal and the filter say which cards are shown. */
export const callsTo = (
  store: BoardReader,
  card: { entity: Entity; id: number },
  place: Place,
  { goalId, filtering }: Pick<ViewState, "goalId" | "filtering">,
): RuleCall[] => {
  const { planId } = store
  const lists = filtering ?? store
  if (card.entity === "goal" && place.list === "goals") {
    const goal = store.goal(card.id)
    const all = rows(store.list("goals"), store.goal)
    const shown = rows(lists.list("goals"), store.goal)
    return goal ? moveGoal({ planId, all, shown, goal, index: place.index ?? shown.length }) : []
  }
  if (card.entity === "item") {
    const item = store.item(card.id)
    if (!item || item.completed) return []
    if (place.list === "goal") return moveToGoal({ planId, item, goalId: place.goalId })
    if (place.list !== "list" && place.list !== "lanes") return []
    const all = rows(store.list(place.list), store.item)
    const shown = rows(lists.list(filtered(place.list, goalId)), store.item)
    const drop = { planId, all, shown, item, index: place.index ?? shown.length }
    return place.list === "list" ? moveToList(drop) : moveToLanes(drop)
  }
  if (card.entity === "task" && place.list === "tasks") {
    const task = store.task(card.id)
    if (!task) return []
    const { itemId, type, index } = place
    const column = rows(store.list(taskColumn(itemId, type)), store.task)
    const shown = rows(lists.list(taskColumn(itemId, type)), store.task)
    return moveTask({ planId, task, to: { itemId, type }, column, shown, index: index ?? shown.length })
  }
  return []
}
