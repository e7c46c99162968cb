import { fieldIn, fieldsWith, namesWith } from "~/contract/card-fields"
import type { BoardEntity, Entity } from "~/contract/field"
import type { Task } from "~/contract/task"
import { type BoardRow, givenFields, isItem, isLabel, isTask, rowIn, valueIn } from "./card"
import { byOrder, keyOf, listOf, orderIn, ordersBetween, type Placed, sameList } from "./gaps"
import type { RuleCall } from "./index"
import { alongIn, isAlong, type Joined, joined, waitersOf, withoutGone } from "./inverse-lists"
import { ruleBack } from "./inverse-repeat"
import { cardsWith } from "./label"
import type { Change, List, Rows } from "./rule"

/** Undo of a call: the rows it changed, and the calls that restore them. */

type Row = BoardRow
type Fields = Record<string, unknown>

/** A row's place in a list: the ids of its neighbours there, null at an end. */
type Spot = { list: List; before: number | null; after: number | null }

/**
 * A row after the call: its `fields` were changed, or it was created, or it was deleted; or a label was put on it, or taken off
 * it, along with a change of the label.
 */
export type Touched = { entity: BoardEntity; id: number } & (
  | { what: "changed"; fields: Fields; spot?: Spot }
  | { what: "made"; fields: Fields }
  | { what: "removed"; parent: { entity: Entity; id: number } | null }
  | { what: "along" }
)

/**
 * `remakes`: the former id of the row that this create restores. `spot`: the place of row `id`, whose old order is in
 * the call.
 */
export type Inverse = { call: RuleCall; remakes?: number; spot?: Spot & { id: number }; joins?: Joined }
export type Step = { touched: Touched[]; inverse: Inverse[] }

/** The fields to compare to see whether a created row is unchanged. */
const contentOf = (entity: BoardEntity): readonly string[] =>
  entity === "label" ? ["name", "color"] : [...givenFields[entity], ...namesWith(entity, "compared")]

/** What a call sends to make a row again: what follows from other rows is not sent. */
const remadeOf = (entity: BoardEntity) =>
  entity === "label"
    ? ["name", "color", "order"]
    : fieldsWith(entity, "sent").flatMap(([name, field]) => ("follows" in field ? [] : [name]))

const pick = (row: Row | Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, valueIn(row, key)]))

const only = (keys: readonly string[], allowed: readonly string[]) => keys.every((key) => allowed.includes(key))

const rowsIn = (rows: Rows, list: List): ReadonlyMap<number, Row> =>
  ({ goals: rows.goals, list: rows.items, lanes: rows.items, tasks: rows.tasks, labels: rows.labels })[list.of]

/** The neighbours of `row` in its list. */
const besides = (rows: Rows, list: List, row: Row): [Row | undefined, Row | undefined] => {
  const near = rows.near({ list, order: orderIn(list, row), reach: 1 })
  const at = near.findIndex(({ id }) => id === row.id)
  return at < 0 ? [undefined, undefined] : [near[at - 1], near[at + 1]]
}

/** `moved`: rows that are not where they were, so that none can be placed before them. */
const spotOf = (rows: Rows, row: Row | undefined, moved?: ReadonlySet<number>): Spot | undefined => {
  const list = row && listOf(row)
  if (!list) return undefined
  let [before, after] = besides(rows, list, row)
  while (after && moved?.has(after.id)) [, after] = besides(rows, list, after)
  return { list, before: before?.id ?? null, after: after?.id ?? null }
}

/** The list and its current neighbours, without a neighbour that has left the list. */
const spotNow = (rows: Rows, { list, before, after }: Spot, resolve: (id: number) => number) => {
  const now: List = list.of === "tasks" ? { ...list, itemId: resolve(list.itemId) } : list
  const found = (id: number | null) => {
    const row = id === null ? undefined : rowsIn(rows, now).get(resolve(id))
    const its = row && listOf(row)
    return its && sameList(its, now) ? row : undefined
  }
  return { list: now, before: found(before), after: found(after) }
}

/** Whether a row with this order sorts between the neighbours. */
const fits = (list: List, row: { id: number; order: number }, before: Row | undefined, after: Row | undefined) => {
  const place = (other: Row) => ({ id: other.id, order: orderIn(list, other) })
  return (!before || byOrder(place(before), row) < 0) && (!after || byOrder(row, place(after)) < 0)
}

/**
 * The calls to make now: with the old order if it still puts the row between its old neighbours, else with a new one.
 */
export const callsOf = (rows: Rows, inverse: Inverse, resolve: (id: number) => number = itself): RuleCall[] => {
  const { spot, joins } = inverse
  if (joins) return joined(rows, inverse.call, joins, resolve)
  const call = withoutGone(rows, inverse.call, resolve)
  if (!spot) return [call]
  const { list, before, after } = spotNow(rows, spot, resolve)
  const key = "orders" in call.input ? "order" : keyOf(list)
  const fields = ("orders" in call.input ? call.input.orders[0] : call.input) as Record<typeof key, number>
  const makes = call.name.endsWith(".create")
  // A created row is the youngest.
  const id = makes ? 0 : resolve(spot.id)
  if (!(makes && fields[key] === -1) && fits(list, { id, order: fields[key] }, before, after)) return [call]
  const beside = (row: Row, side: 0 | 1): Row | undefined => {
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
  return makes ? calls.slice(0, 1) : calls
}

/** `except`: rows below to ignore. */
const hasBelow = (rows: Rows, entity: BoardEntity, id: number, except?: (entity: Entity, id: number) => boolean) => {
  if (entity === "goal")
    for (const item of rows.items.values()) if (item.goalId === id && !except?.("item", item.id)) return true
  if (entity === "item")
    for (const task of rows.tasks.values()) if (task.itemId === id && !except?.("task", task.id)) return true
  return entity === "label" && cardsWith(rows, id).some((card) => !except?.(card.entity, card.row.id))
}

const remake = ({ planId }: Rows, entity: BoardEntity, row: Row): RuleCall => {
  const color = isTask(row) && row.ownColor ? { color: row.ownColor } : {}
  return {
    name: `${entity}.create`,
    input: { planId, ...pick(row, remadeOf(entity)), ...color },
  } as RuleCall
}

/** Cards of one call that undo deletes one by one. */
const mostRemade = 50

/**
 * The step that undoes `changes`, as a function of the rows after them; `rows` are those before. Undefined if it can't
 * be undone: a deletion includes the rows below, and an undo can recreate only a single row.
 */
export const stepOf = (rows: Rows, changes: readonly Change[]): ((after: Rows) => Step) | undefined => {
  const { planId } = rows
  const touched: Touched[] = []
  const first: Inverse[] = []
  const below: Inverse[] = []
  /** The calls that put rows back into a list; `from`: their old place. A row is put back after those before it. */
  const moves: { from: Placed; inverse: Inverse }[] = []
  const colors: Inverse[] = []
  const last: Inverse[] = []
  const moved = new Set(changes.flatMap((change) => (change.op === "update" && !change.spaced ? [change.id] : [])))
  /** Actions made with so many tasks that these are deleted along with them: that is one call, and can't be redone. */
  const filled = new Set(
    changes.length > mostRemade
      ? changes.flatMap((change) => (change.op === "insert" && change.entity === "item" ? change.row.id : []))
      : [],
  )
  const send = (to: Inverse[], name: RuleCall["name"], input: object, more: Omit<Inverse, "call"> = {}) =>
    to.push({ call: { name, input: { planId, ...input } } as RuleCall, ...more })

  for (const change of changes) {
    const { entity } = change
    if (change.op === "update" && change.spaced) continue
    // Reopening a task takes the next one back, and finishing it makes the next one again.
    if (change.op !== "update" && "along" in change) continue
    if (isAlong(change)) {
      touched.push({ entity, id: change.id, what: "along" })
      continue
    }
    if (change.op === "insert") {
      touched.push({ entity, id: change.row.id, what: "made", fields: pick(change.row, contentOf(entity)) })
      if (isTask(change.row) && filled.has(change.row.itemId)) continue
      // Rows below go first: each is made again by a redo.
      send(below, `${entity}.remove`, { id: change.row.id })
      continue
    }
    const { id } = change
    const before = rowIn(rows, entity, id)
    if (!before) return undefined
    if (change.op === "delete") {
      // The labels of cards are put on again by one call.
      if (!isLabel(before) && hasBelow(rows, entity, id)) return undefined
      const above = isTask(before) ? before.itemId : isItem(before) ? before.goalId : null
      const parent =
        above === null ? null : { entity: entity === "task" ? ("item" as const) : ("goal" as const), id: above }
      touched.push({ entity, id, what: "removed", parent })
      const spot = spotOf(rows, before)
      first.push({ call: remake(rows, entity, before), remakes: id, ...(spot ? { spot: { ...spot, id } } : {}) })
      for (const { field, waiter } of waitersOf(rows, entity, id))
        send(last, `${entity}.update` as "task.update", { id: waiter }, { joins: { field, id } })
      continue
    }

    const keys = Object.keys(change.fields)
      .filter((key) => entity === "label" || !fieldIn(entity, key)?.follows)
      .filter((key) => key !== "recurrence" || !("next" in change.fields))
      .map((key) => (key === "owner" ? "ownerId" : key))
    touched.push({ entity, id, what: "changed", fields: pick(change.fields, keys) })
    const spot = spotOf(rows, before, moved)
    const leaves = spot && !sameList(listOf({ ...before, ...change.fields } as Row), spot.list)
    const place = leaves ? pick(before, [keyOf(spot.list)]) : {}
    const put = (name: RuleCall["name"], input: object, key: string | undefined) => {
      if (!spot || key !== keyOf(spot.list)) return send(first, name, input)
      const call = { name, input: { planId, ...input } } as RuleCall
      return moves.push({ from: { id, order: orderIn(spot.list, before) }, inverse: { call, spot: { ...spot, id } } })
    }
    const back = (name: RuleCall["name"], fields: Fields) =>
      put(name, { id, ...fields }, spot && keyOf(spot.list) in fields ? keyOf(spot.list) : undefined)
    const reorder = (name: RuleCall["name"], fields: Fields, key = "order") =>
      put(name, { orders: [{ id, ...fields }] }, key)
    if (entity === "goal" || entity === "label") {
      if (only(keys, ["order"])) reorder(`${entity}.updateOrders`, pick(before, ["order"]))
      else back(`${entity}.update`, pick(before, keys))
    } else if (isTask(before)) {
      const task = before
      const rehung = keys.includes("itemId")
      const rule = ruleBack(task, change.fields as Partial<Task>, changes)
      if (only(keys, ["order", "type", "itemId"]) && !("recurrence" in rule)) {
        reorder("task.updateOrders", pick(task, ["order", "type", "complete", ...(rehung ? ["itemId"] : [])]))
      } else {
        const { ownColor, ...fields } = pick(task, keys)
        const color = ownColor === undefined ? {} : { color: ownColor }
        back("task.update", { ...fields, ...rule, ...place, ...color, ...(rehung ? { order: task.order } : {}) })
      }
    } else if (isItem(before)) {
      const item = before
      if (only(keys, ["order"])) reorder("item.updateOrders", pick(item, ["order"]))
      else if (only(keys, ["focusOrder"]) && item.focus) {
        reorder("item.updateFocusOrders", { order: item.focusOrder, focus: true }, "focusOrder")
      } else {
        const { completed, ...fields } = pick(item, keys)
        if (completed === true) {
          // Completed last: a completed action refuses colours for its tasks. No list spaces out its orders, so they go
          // along; without its order in Focus it would enter at the end.
          const orders = ["order", "focus", "focusOrder"].filter(
            (key) => key in fields || (fields.focus && key !== "order"),
          )
          send(last, "item.update", { id, completed, ...pick(item, orders) })
          for (const key of orders) delete fields[key]
        }
        const more = {
          ...fields,
          ...place,
          ...(completed === false ? { completed } : {}),
        }
        if (Object.keys(more).length > 0) back("item.update", more)
        if (keys.includes("goalId")) {
          for (const task of rows.tasks.values()) {
            const color = task.itemId === id ? task.ownColor : null
            if (color !== null) send(colors, "task.update", { id: task.id, color })
          }
        }
      }
    }
  }
  for (const [id, { on, off }] of alongIn(rows, changes)) send(first, "label.setCards", { id, on: off, off: on })
  moves.sort((a, b) => byOrder(a.from, b.from))
  return (after) => ({
    touched: touched.map((each) =>
      each.what === "changed" ? { ...each, spot: spotOf(after, rowIn(after, each.entity, each.id)) } : each,
    ),
    inverse: [...below.reverse(), ...first, ...moves.map(({ inverse }) => inverse), ...colors, ...last],
  })
}

export type Conflict = { entity: BoardEntity; id: number; why: "gone" | "changed" | "filled" }

const same = (a: unknown, b: unknown, resolve: (id: number) => number): boolean =>
  Object.is(a, b) ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && sameIds(a, b, resolve)) ||
  (typeof a === "number" && typeof b === "number" && resolve(a) === resolve(b))

const sameIds = (a: number[], b: number[], resolve: (id: number) => number) => {
  const there = new Set(b.map(resolve))
  return a.every((id) => there.has(resolve(id)))
}

/**
 * Whether the row with its new order is still between its neighbours: it was only respaced. `left`: the neighbours that
 * were moved themselves after it.
 */
const isThere = (
  rows: Rows,
  spot: Spot,
  { key, row }: { key: string; row: Row },
  left: (id: number) => boolean,
  resolve: (id: number) => number,
) => {
  const { list, before, after } = spotNow(rows, spot, resolve)
  if (key !== keyOf(list) || !sameList(listOf(row), list)) return false
  const still = (other: Row | undefined) => (other && !left(other.id) ? other : undefined)
  return fits(list, { id: row.id, order: orderIn(list, row) }, still(before), still(after))
}

/** Whether the field is an order that the list is not sorted by: it may have been spaced out while it was seen. */
const isUnseen = (key: string, list: List | undefined) =>
  (key === "order" || key === "focusOrder") && (!list || keyOf(list) !== key)

/** Fields that hold ids, which may be temporary or former ones. */
const idFields: ReadonlySet<string> = new Set(
  (["goal", "item", "task"] as const).flatMap((entity) =>
    fieldsWith(entity, "kind").flatMap(([name, { kind, lists }]) => (kind === "card" || lists ? [name] : [])),
  ),
)
const itself = (id: number) => id

/**
 * The conflict that prevents undoing steps, given in the order they were made: the first row changed since. `resolve`
 * gives a row's current id.
 */
export const conflictOf = (
  rows: Rows,
  steps: readonly Step[],
  resolve: (id: number) => number = itself,
): Conflict | undefined => {
  /** What the steps did to each row, and the last of them that touched it. */
  const all = new Map<string, { touched: Touched; nth: number }>()
  for (const [nth, step] of steps.entries()) {
    for (const touched of step.touched) {
      const key = `${touched.entity}:${resolve(touched.id)}`
      const before = all.get(key)?.touched
      if (before && touched.what === "along") continue
      const fields =
        before && "fields" in before && "fields" in touched ? { ...before.fields, ...touched.fields } : undefined
      const joined = fields && before ? ({ ...touched, what: before.what, fields } as Touched) : touched
      all.set(key, { touched: joined, nth })
    }
  }
  // Undoing these steps also deletes the rows they created, and recreates the rows they deleted.
  const isOf = (what: Touched["what"]) => (entity: BoardEntity, id: number) =>
    all.get(`${entity}:${id}`)?.touched.what === what
  for (const { touched, nth } of all.values()) {
    const { entity } = touched
    const id = resolve(touched.id)
    if (touched.what === "along") continue
    if (touched.what === "removed") {
      const above = touched.parent && { ...touched.parent, id: resolve(touched.parent.id) }
      if (above && !rowIn(rows, above.entity, above.id) && !isOf("removed")(above.entity, above.id))
        return { ...above, why: "gone" }
      continue
    }
    const row = rowIn(rows, entity, id)
    if (!row) return { entity, id, why: "gone" }
    const spot = touched.what === "changed" ? touched.spot : undefined
    const movedLater = (other: number) => (all.get(`${entity}:${other}`)?.nth ?? nth) > nth
    for (const [key, value] of Object.entries(touched.fields)) {
      if (same(value, valueIn(row, key), idFields.has(key) ? resolve : itself)) continue
      if (spot && isThere(rows, spot, { key, row }, movedLater, resolve)) continue
      if (touched.what === "changed" && isUnseen(key, spot?.list) && isUnseen(key, listOf(row))) continue
      return { entity, id, why: "changed" }
    }
    const isOwn = entity === "label" ? (entity: BoardEntity, id: number) => all.has(`${entity}:${id}`) : isOf("made")
    if (touched.what === "made" && hasBelow(rows, entity, id, isOwn)) return { entity, id, why: "filled" }
  }
  return undefined
}
