import type { BoardReader } from "~/client/board/board-types"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { WaitingCard } from "~/ui/plan/view-state"

type Row = Item | Task

export const rowOf = (store: BoardReader, { entity, id }: WaitingCard): Row | undefined => store[entity](id)

/** A task's column; an action is in Focus or not, and done when it is completed. */
export const columnOf = (row: Row): 0 | 1 | 2 => ("itemId" in row ? row.type : row.completed ? 2 : row.focus ? 1 : 0)

/** The cards of a kind in board order: of the open lanes, the list and the history. */
export const rowsOfKind = (store: BoardReader, entity: WaitingCard["entity"]): Row[] => {
  const items = (["lanes", "list", "history"] as const).flatMap((list) => store.list(list))
  if (entity === "item") return items.flatMap((id) => store.item(id) ?? [])
  return items.flatMap((id) =>
    ([1, 0, 2] as const).flatMap((type) => store.list(`tasks:${id}:${type}`).flatMap((task) => store.task(task) ?? [])),
  )
}

/** By card: the cards that wait for it. */
export const waitersIn = (rows: readonly Row[]): Map<number, Row[]> => {
  const waiters = new Map<number, Row[]>()
  for (const row of rows)
    for (const id of row.blockedByIds) {
      const known = waiters.get(id)
      if (known) known.push(row)
      else waiters.set(id, [row])
    }
  return waiters
}

/** The card, and all that wait for it, or for those: it may wait for none of them. */
export const waitingFor = (rows: readonly Row[], id: number): ReadonlySet<number> => {
  const waiters = waitersIn(rows)
  const found = new Set([id])
  for (const each of found) for (const row of waiters.get(each) ?? []) found.add(row.id)
  return found
}
