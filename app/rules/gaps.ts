import { greatestOrder, leastOrder } from "~/contract/shared/bounds"
import { type BoardRow, isCheckIn, isItem, isKeyResult, isLabel, isTask } from "./card"
import type { List, Rows } from "./rule"

/**
 * Orders have gaps: a moved row gets the middle between its neighbours and the others stay. When two rows of a list get
 * the same order, the rows around them are respaced.
 */

export type Placed = { id: number; order: number }

/** Distance of a new row from the last one. */
export const gap = 16_384
/** The least distance after respacing, so that many more drops fit at one place before the next respacing. */
const comfortable = gap / 16
/** The least and greatest order assigned by respacing at an end, which leaves room beyond. */
const [floor, ceiling] = [leastOrder + 64 * gap, greatestOrder - 64 * gap]

const bounded = (order: number) => Math.max(leastOrder, Math.min(order, greatestOrder))

/** The order of the row at `index` of a list created as a whole. */
export const orderAt = (index: number) => bounded(gap * (index + 1))

/** The next order, capped at the maximum. */
export const behind = (last: number, by = 1) => bounded(last + gap * by)

/**
 * Rows with equal orders are sorted by age; temporary ids, which are negative and descend, are younger than real ones.
 */
const age = (id: number) => (id > 0 ? id : Number.MAX_SAFE_INTEGER / 2 - id)
export const byAge = (a: { id: number }, b: { id: number }) => age(a.id) - age(b.id)
export const byOrder = (a: Placed, b: Placed) => a.order - b.order || byAge(a, b)

export const sameList = (a: List | undefined, b: List) =>
  a?.of === b.of &&
  (a.of !== "tasks" || b.of !== "tasks" || (a.itemId === b.itemId && a.type === b.type)) &&
  (a.of !== "results" || b.of !== "results" || a.goalId === b.goalId)

/** The field that a list is sorted by. */
export const keyOf = (list: List) => (list.of === "lanes" ? "focusOrder" : "order")
export const orderIn = (list: List, row: BoardRow) =>
  isCheckIn(row) ? 0 : list.of === "lanes" && isItem(row) ? row.focusOrder : row.order

/**
 * The ordered list that contains the row; done tasks and completed actions have none, since they are sorted by date.
 */
export const listOf = (row: BoardRow): List | undefined => {
  if (isLabel(row)) return { of: "labels" }
  if (isCheckIn(row)) return undefined
  if (isKeyResult(row)) return { of: "results", goalId: row.goalId }
  if (isTask(row)) return row.type === 2 ? undefined : { of: "tasks", itemId: row.itemId, type: row.type }
  if (!isItem(row)) return { of: "goals" }
  const { completed, focus, type } = row
  return completed ? undefined : focus ? { of: "lanes" } : type === 0 ? { of: "list" } : undefined
}

/**
 * An order that puts the row `id` between two neighbours; undefined if that needs respacing. Avoids −1, which means "no
 * order" in a create.
 */
export const between = (before: Placed | undefined, after: Placed | undefined, id: number): number | undefined => {
  const [low, high] = [before?.order ?? leastOrder - 1, after?.order ?? greatestOrder + 1]
  const middle = !before
    ? Math.max(leastOrder, high - gap)
    : !after
      ? Math.min(greatestOrder, low + gap)
      : Math.floor((low + high) / 2)
  const order = middle !== -1 ? middle : low < -2 ? -2 : high > 0 ? 0 : -1
  if (order > low && order < high) return order
  if (before && byAge(before, { id }) < 0 && (low < high || byAge({ id }, after as Placed) < 0)) return low
  if (after && byAge({ id }, after) < 0 && low < high) return high
  return undefined
}

/**
 * Respaces the rows of `list` around `row`, as few as give each enough room, so that no other row has its order.
 * Returns the rows with new orders, `row` first; undefined when its order is already unique.
 */
export const spacedOut = (rows: Pick<Rows, "near">, list: List, row: Placed): [Placed, ...Placed[]] | undefined => {
  const around = (reach: number): Placed[] =>
    rows
      .near({ list, order: row.order, reach })
      .filter(({ id }) => id !== row.id)
      .map((other) => ({ id: other.id, order: orderIn(list, other) }))
  if (around(0).length === 0) return undefined
  for (let reach = 8; ; reach *= 4) {
    // One more row on each side is the limit, and one may be the row itself in its old place.
    const found = around(reach + 2)
    const lower = found.filter(({ order }) => order < row.order).slice(-reach - 1)
    const upper = found.filter(({ order }) => order > row.order).slice(0, reach + 1)
    const low = lower.length > reach ? lower.shift()?.order : undefined
    const high = upper.length > reach ? upper.pop()?.order : undefined
    const equal = found.filter(({ order }) => order === row.order)
    const orders = spread([...lower, ...equal, row, ...upper].sort(byOrder), low, high)
    if (!orders) continue
    const own = orders.find(({ id }) => id === row.id) as Placed
    const before = new Map(found.map(({ id, order }) => [id, order]))
    return [own, ...orders.filter(({ id, order }) => id !== row.id && before.get(id) !== order)]
  }
}

/**
 * The orders to send one after another to put the row `id` between two neighbours; empty without neighbours. Two are
 * needed when there is no room between them: the first makes the rule respace them.
 */
export const ordersBetween = (
  rows: Pick<Rows, "near">,
  list: List,
  id: number,
  before: BoardRow | undefined,
  after: BoardRow | undefined,
): number[] => {
  const near = before ?? after
  if (!near) return []
  const now = (row: BoardRow | undefined) => row && { id: row.id, order: orderIn(list, row) }
  const order = between(now(before), now(after), id)
  if (order !== undefined) return [order]
  const shared = orderIn(list, near)
  const spaced = new Map(spacedOut(rows, list, { id, order: shared })?.map((row) => [row.id, row]))
  const then = (row: BoardRow | undefined) => row && (spaced.get(row.id) ?? now(row))
  return [shared, between(then(before), then(after), id) ?? shared]
}

/** The rows spaced evenly between two orders, or from an end of the list; undefined if they would be too close. */
const spread = (rows: Placed[], low: number | undefined, high: number | undefined): Placed[] | undefined => {
  const count = rows.length
  const room = (high ?? ceiling) - (low ?? floor)
  const even = Math.floor(room / (count + 1))
  const whole = low === undefined && high === undefined
  if (even < comfortable && !whole) return undefined
  const step = low !== undefined && high !== undefined ? even : Math.min(even, gap)
  const first =
    low !== undefined
      ? low + step
      : high !== undefined
        ? high - step * count
        : Math.max(floor, Math.min((rows[0] as Placed).order, ceiling - step * count))
  return rows.map(({ id }, index) => ({ id, order: first + step * index }))
}

/**
 * The rows of a sorted list with the given order, and up to `reach` more on each side. `at` answers the row at an
 * index.
 */
export const nearIn = <R extends BoardRow>(
  list: List,
  count: number,
  at: (index: number) => R,
  { order, reach }: { order: number; reach: number },
): R[] => {
  /** The first index with an order ≥ the given one, or > it with `more`. */
  const first = (more: boolean) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      const found = orderIn(list, at(middle))
      if (found < order || (more && found === order)) low = middle + 1
      else high = middle
    }
    return low
  }
  const [from, to] = [Math.max(0, first(false) - reach), Math.min(count, first(true) + reach)]
  return Array.from({ length: to - from }, (_, index) => at(from + index))
}
