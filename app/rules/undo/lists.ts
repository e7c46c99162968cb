// Undo of what cards list: labels put on them and taken off, and the cards that they wait for.
import { fieldsWith } from "~/contract/fields/card-fields"
import type { BoardEntity } from "~/contract/fields/field"
import type { LabelledCards } from "~/contract/label"
import { rowIn, rowsOfKind, valueIn } from "../card"
import { partsOf, type RuleCall } from "../index"
import { type CardChange, type Change, isCardEntity, type Rows } from "../rule"
import type { Resolve } from "./kind"

/** The row that a list of the call's row gets besides what it has by then. */
export type Joined = { field: string; id: number }

/** The call without labels and cards that are gone by now, where it lists them; a card made again waits for no draft either. */
export const withoutGone = (rows: Rows, call: RuleCall, resolve: Resolve): RuleCall => {
  const rowOf = (entity: BoardEntity, id: number) => rowIn(rows, entity, resolve(entity, id))
  const there = (entity: BoardEntity, ids: number[] = []) => ids.filter((id) => rowOf(entity, id))
  if (call.name === "label.setCards") {
    const side = (cards: LabelledCards = {}) => ({
      itemIds: there("item", cards.itemIds),
      taskIds: there("task", cards.taskIds),
    })
    return { ...call, input: { ...call.input, on: side(call.input.on), off: side(call.input.off) } }
  }
  const input = call.input as Record<string, unknown>
  const isMade = call.name.endsWith(".create") && input.isDraft !== true
  const isDraft = (entity: BoardEntity, id: number) => (rowOf(entity, id) as { isDraft?: boolean }).isDraft
  const lists = listsOf(call).flatMap(([name, { lists }]) => {
    const ids = there(lists, input[name] as number[] | undefined)
    return input[name] ? [[name, isMade ? ids.filter((id) => !isDraft(lists, id)) : ids]] : []
  })
  return lists.length > 0 ? ({ ...call, input: { ...input, ...Object.fromEntries(lists) } } as RuleCall) : call
}

/** The fields of the call's row that list rows. */
const listsOf = ({ name }: RuleCall) => {
  const entity = partsOf(name)[0]
  return isCardEntity(entity) ? fieldsWith(entity, "lists") : []
}

/** Nothing where the row is gone, or the list has the other one again. */
export const joined = (rows: Rows, call: RuleCall, { field, id }: Joined, resolve: Resolve): RuleCall[] => {
  const entity = partsOf(call.name)[0]
  const row = rowIn(rows, entity, resolve(entity, (call.input as { id: number }).id))
  const ids = row && (valueIn(row, field) as number[])
  const other = resolve(entity, id)
  if (!ids || ids.includes(other)) return []
  return [{ ...call, input: { ...call.input, [field]: [...ids, other] } } as RuleCall]
}

/** The cards that list this one of their kind, which a deletion takes from their lists. */
export const waitersOf = (rows: Rows, entity: BoardEntity, id: number): { field: string; waiter: number }[] => {
  if (!isCardEntity(entity)) return []
  const fields = fieldsWith(entity, "lists").flatMap(([field, { lists }]) =>
    lists === entity ? [field as string] : [],
  )
  return fields.flatMap((field) =>
    [...rowsOfKind(rows, entity).values()].flatMap((row) =>
      (valueIn(row, field) as number[]).includes(id) ? [{ field, waiter: row.id }] : [],
    ),
  )
}

type Along = Extract<CardChange, { op: "update"; entity: "item" | "task" }> & { along: true }
export const isAlong = (change: Change): change is Along =>
  "along" in change && change.op === "update" && (change.entity === "item" || change.entity === "task")

/** By label, the cards that it was put on and taken off along with a change of labels. */
export const alongIn = (rows: Rows, changes: readonly Change[]) => {
  const labels = new Map<number, { on: Required<LabelledCards>; off: Required<LabelledCards> }>()
  const add = (side: "on" | "off", label: number, { entity, id }: Along) => {
    const none = () => ({ itemIds: [], taskIds: [] })
    const of = labels.get(label) ?? { on: none(), off: none() }
    labels.set(label, of)
    of[side][entity === "item" ? "itemIds" : "taskIds"].push(id)
  }
  for (const change of changes.filter(isAlong)) {
    const before = (change.entity === "item" ? rows.items : rows.tasks).get(change.id)?.labelIds ?? []
    const after = change.fields.labelIds ?? []
    for (const label of after) if (!before.includes(label)) add("on", label, change)
    for (const label of before) if (!after.includes(label)) add("off", label, change)
  }
  return labels
}
