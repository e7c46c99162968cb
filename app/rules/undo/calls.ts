// callsOf(): the calls that an undo makes now.
import type { BoardRow } from "../card"
import { keyOf, ordersBetween } from "../gaps"
import type { RuleCall } from "../index"
import type { Rows } from "../rule"
import { itself, type Resolve } from "./kind"
import { joined, withoutGone } from "./lists"
import { besides, fits, kindIn, spotNow } from "./spot"
import type { Inverse } from "./step"

/**
 * The calls to make now: with the old order if it still puts the row between its old neighbours, else with a new one.
 */
export const callsOf = (rows: Rows, inverse: Inverse, resolve: Resolve = itself): RuleCall[] => {
  const { spot, joins } = inverse
  if (joins) return joined(rows, inverse.call, joins, resolve)
  const call = renewed(withoutGone(rows, inverse.call, resolve), resolve)
  if (!spot) return [call]
  const { list, before, after } = spotNow(rows, spot, resolve)
  const key = "orders" in call.input ? "order" : keyOf(list)
  const fields = ("orders" in call.input ? call.input.orders[0] : call.input) as Record<typeof key, number>
  const makes = call.name.endsWith(".create")
  // A created row is the youngest.
  const id = makes ? 0 : resolve(kindIn[list.of], spot.id)
  if (!(makes && fields[key] === -1) && fits(list, { id, order: fields[key] }, before, after)) return [call]
  const beside = (row: BoardRow, side: 0 | 1): BoardRow | undefined => {
    const other = besides(rows, list, row)[side]
    return other?.id === id ? beside(other, side) : other
  }
  const orders = before
    ? ordersBetween(rows, list, id, before, beside(before, 1))
    : ordersBetween(rows, list, id, after && beside(after, 0), after)
  const calls = orders.map((order) => {
    const input = { ...fields, [key]: order }
    return { ...call, input: "orders" in call.input ? { ...call.input, orders: [input] } : input } as RuleCall
  })
  // Alone in its list, a row has no order to find.
  return makes ? [calls[0] ?? call] : calls
}

/** A result returns under its id, but is a new one in a goal that was made again. */
const renewed = (call: RuleCall, resolve: Resolve): RuleCall => {
  if (call.name !== "keyResult.restore" || resolve("goal", call.input.goalId) === call.input.goalId) return call
  const { id, ...input } = call.input
  return { name: "keyResult.create", input }
}
