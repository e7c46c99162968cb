// Where a row is in its list, by its neighbours: spotOf() then, spotNow() now. fits(): whether an order is between two.
import { type BoardRow, rowIn } from "../card"
import { byOrder, listOf, orderIn, sameList } from "../gaps"
import type { List, Rows } from "../rule"
import type { Resolve } from "./kind"

/** A row's place in a list: the ids of its neighbours there, null at an end. */
export type Spot = { list: List; before: number | null; after: number | null }

export const kindIn = {
  goals: "goal",
  list: "item",
  lanes: "item",
  tasks: "task",
  labels: "label",
  results: "keyResult",
} as const

/** The neighbours of `row` in its list. */
export const besides = (rows: Rows, list: List, row: BoardRow): [BoardRow | undefined, BoardRow | undefined] => {
  const near = rows.near({ list, order: orderIn(list, row), reach: 1 })
  const at = near.findIndex(({ id }) => id === row.id)
  return at < 0 ? [undefined, undefined] : [near[at - 1], near[at + 1]]
}

/** `moved`: rows that are not where they were, so that none can be placed before them. */
export const spotOf = (rows: Rows, row: BoardRow | undefined, moved?: ReadonlySet<string>): Spot | undefined => {
  const list = row && listOf(row)
  if (!list) return undefined
  let [before, after] = besides(rows, list, row)
  while (after && moved?.has(`${kindIn[list.of]}:${after.id}`)) [, after] = besides(rows, list, after)
  return { list, before: before?.id ?? null, after: after?.id ?? null }
}

/** The list and its current neighbours, without a neighbour that has left the list. */
export const spotNow = (rows: Rows, { list, before, after }: Spot, resolve: Resolve) => {
  const now: List =
    list.of === "tasks"
      ? { ...list, itemId: resolve("item", list.itemId) }
      : list.of === "results"
        ? { ...list, goalId: resolve("goal", list.goalId) }
        : list
  const found = (id: number | null) => {
    const kind = kindIn[list.of]
    const row = id === null ? undefined : rowIn(rows, kind, resolve(kind, id))
    const its = row && listOf(row)
    return its && sameList(its, now) ? row : undefined
  }
  return { list: now, before: found(before), after: found(after) }
}

/** Whether a row with this order sorts between the neighbours. */
export const fits = (
  list: List,
  row: { id: number; order: number },
  before: BoardRow | undefined,
  after: BoardRow | undefined,
) => {
  const place = (other: BoardRow) => ({ id: other.id, order: orderIn(list, other) })
  return (!before || byOrder(place(before), row) < 0) && (!after || byOrder(row, place(after)) < 0)
}
