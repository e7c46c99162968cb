// conflictOf(): what has changed since, so that steps can't be undone. hasBelow(): whether a row has rows below it.
import { fieldsWith } from "~/contract/fields/card-fields"
import type { BoardEntity } from "~/contract/fields/field"
import { type BoardRow, rowIn, valueIn } from "../card"
import { keyOf, listOf, orderIn, sameList } from "../gaps"
import { cardsWith } from "../labelled"
import type { List, Rows } from "../rule"
import { itself, kindOf, type Resolve } from "./kind"
import { fits, type Spot, spotNow } from "./spot"
import type { Step, Touched } from "./step"

/** `except`: rows below to ignore. */
export const hasBelow = (
  rows: Rows,
  entity: BoardEntity,
  id: number,
  except?: (entity: BoardEntity, id: number) => boolean,
) => {
  if (entity === "goal" && rows.goals.get(id)?.lastCheckIn) return true
  if (entity === "goal")
    for (const result of rows.keyResults.values())
      if (result.goalId === id && !except?.("keyResult", result.id)) return true
  if (entity === "goal")
    for (const item of rows.items.values()) if (item.goalId === id && !except?.("item", item.id)) return true
  if (entity === "item")
    for (const task of rows.tasks.values()) if (task.itemId === id && !except?.("task", task.id)) return true
  return entity === "label" && cardsWith(rows, id).some((card) => !except?.(card.entity, card.row.id))
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
  { key, row }: { key: string; row: BoardRow },
  left: (id: number) => boolean,
  resolve: Resolve,
) => {
  const { list, before, after } = spotNow(rows, spot, resolve)
  if (key !== keyOf(list) || !sameList(listOf(row), list)) return false
  const still = (other: BoardRow | undefined) => (other && !left(other.id) ? other : undefined)
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

/**
 * The conflict that prevents undoing steps, given in the order they were made: the first row changed since. `resolve`
 * gives a row's current id.
 */
export const conflictOf = (rows: Rows, steps: readonly Step[], resolve: Resolve = itself): Conflict | undefined => {
  /** What the steps did to each row, and the last of them that touched it. */
  const all = new Map<string, { touched: Touched; nth: number }>()
  for (const [nth, step] of steps.entries()) {
    for (const touched of step.touched) {
      const key = `${touched.entity}:${resolve(touched.entity, touched.id)}`
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
    const id = resolve(entity, touched.id)
    if (touched.what === "along") continue
    if (touched.what === "removed") {
      const above = touched.parent && { ...touched.parent, id: resolve(touched.parent.entity, touched.parent.id) }
      if (above && !rowIn(rows, above.entity, above.id) && !isOf("removed")(above.entity, above.id))
        return { ...above, why: "gone" }
      continue
    }
    const row = rowIn(rows, entity, id)
    if (!row) return { entity, id, why: "gone" }
    const spot = touched.what === "changed" ? touched.spot : undefined
    const movedLater = (other: number) => (all.get(`${entity}:${other}`)?.nth ?? nth) > nth
    for (const [key, value] of Object.entries(touched.fields)) {
      const kind = idFields.has(key) ? kindOf(entity, key) : undefined
      if (same(value, valueIn(row, key), (id) => (kind ? resolve(kind, id) : id))) continue
      if (spot && isThere(rows, spot, { key, row }, movedLater, resolve)) continue
      if (touched.what === "changed" && isUnseen(key, spot?.list) && isUnseen(key, listOf(row))) continue
      return { entity, id, why: "changed" }
    }
    const isOwn = entity === "label" ? (entity: BoardEntity, id: number) => all.has(`${entity}:${id}`) : isOf("made")
    if (touched.what === "made" && hasBelow(rows, entity, id, isOwn)) return { entity, id, why: "filled" }
  }
  return undefined
}
