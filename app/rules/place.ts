import type { EventName } from "~/contract/events"
import type { BoardEntity } from "~/contract/fields/field"
import { greatestOrder } from "~/contract/shared/bounds"
import { rowIn } from "./card"
import { keyOf, listOf, orderIn, sameList, spacedOut } from "./gaps"
import type { Change, Emission, List, RowOf, Rows } from "./rule"

/** Check-ins are sorted by time. */
type Ordered = Exclude<BoardEntity, "checkIn">

type Orders = { order?: number; focusOrder?: number }

const withOrder = <R extends RowOf[BoardEntity]>(list: List, row: R, order: number): R => ({
  ...row,
  [keyOf(list)]: order,
})

/**
 * The row with its final order, and the others of its list that are respaced because one of them has that order
 * already. Only an order that is `given`, or the greatest there is, can collide. Without `given`, one of several rows
 * that are written as sent: no other row makes room. `before`: the row before the change.
 */
export const placed = <E extends BoardEntity>(
  rows: Rows,
  entity: E,
  row: RowOf[E],
  given: Orders | undefined,
  before?: RowOf[E],
): { row: RowOf[E]; others: RowOf[E][]; changes: Change[] } => {
  const alone = { row, others: [], changes: [] }
  const list = listOf(row)
  if (!list || !given) return alone
  const order = orderIn(list, row)
  if (order < greatestOrder && given[keyOf(list)] === undefined) return alone
  if (before && sameList(listOf(before), list) && orderIn(list, before) === order) return alone
  const [own, ...spaced] = spacedOut(rows, list, { id: row.id, order }) ?? []
  if (!own) return alone
  const others = spaced.map(({ id, order }) => withOrder(list, rowIn(rows, entity, id) as RowOf[E], order))
  const changes = spaced.map(
    ({ id, order }) => ({ op: "update", entity, id, fields: { [keyOf(list)]: order }, spaced: true }) as Change,
  )
  return { row: withOrder(list, row, own.order), others, changes }
}

const placeOf: { [E in Ordered]: (row: RowOf[E]) => Partial<RowOf[E]> } = {
  goal: ({ id, order }) => ({ id, order }),
  item: ({ id, order, focus, focusOrder, focusDate }) => ({ id, order, focus, focusOrder, focusDate }),
  task: ({ id, order, complete, type, itemId, completedDate }) => ({
    id,
    order,
    complete,
    type,
    itemId,
    completedDate,
  }),
  label: ({ id, order }) => ({ id, order }),
  keyResult: ({ id, order }) => ({ id, order }),
}

const names = {
  goal: "GoalOrderUpdated",
  item: "ItemOrderUpdated",
  task: "TaskOrderUpdated",
  label: "LabelOrderUpdated",
  keyResult: "KeyResultOrderUpdated",
} satisfies Record<Ordered, EventName>

/** The event of moved rows; none if all are drafts. */
export const orderUpdated = <E extends Ordered>(entity: E, rows: readonly RowOf[E][]): Emission[] => {
  const data = rows.filter((row) => !("isDraft" in row && row.isDraft)).map(placeOf[entity])
  return data.length > 0 ? [{ event: names[entity], data }] : []
}
