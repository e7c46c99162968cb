// Undo of what cards list: labels put on them and taken off, and the cards that they wait for.
import { fieldsWith } from "~/contract/card-fields"
import type { BoardEntity } from "~/contract/field"
import type { LabelledCards } from "~/contract/label"
import { rowIn, rowsOfKind, valueIn } from "./card"
import type { RuleCall } from "./index"
import type { CardChange, Change, Rows } from "./rule"

/** The row that a list of the call's row gets besides what it has by then. */
export type Joined = { field: string; id: number }

const entityOf = (name: RuleCall["name"]) => name.split(".")[0] as BoardEntity

/** The call without labels and cards that are gone by now, where it lists them. */
export const withoutGone = (rows: Rows, call: RuleCall, resolve: (id: number) => number): RuleCall => {
  const there = (of: ReadonlyMap<number, unknown>, ids: number[] = []) => ids.filter((id) => of.has(resolve(id)))
  if (call.name === "label.setCards") {
    const side = (cards: LabelledCards = {}) => ({
      itemIds: there(rows.items, cards.itemIds),
      taskIds: there(rows.tasks, cards.taskIds),
    })
    return { ...call, input: { ...call.input, on: side(call.input.on), off: side(call.input.off) } }
  }
  const input = call.input as Record<string, unknown>
  const lists = listsOf(call).flatMap(([name, { lists }]) =>
    input[name] ? [[name, there(rowsOfKind(rows, lists), input[name] as number[])]] : [],
  )
  return lists.length > 0 ? ({ ...call, input: { ...input, ...Object.fromEntries(lists) } } as RuleCall) : call
}

/** The fields of the call's row that list rows. */
const listsOf = ({ name }: RuleCall) => {
  const entity = entityOf(name)
  return entity === "label" ? [] : fieldsWith(entity, "lists")
}

/** Nothing where the row is gone, or the list has the other one again. */
export const joined = (
  rows: Rows,
  call: RuleCall,
  { field, id }: Joined,
  resolve: (id: number) => number,
): RuleCall[] => {
  const entity = entityOf(call.name)
  const row = rowIn(rows, entity, resolve((call.input as { id: number }).id))
  const ids = row && (valueIn(row, field) as number[])
  if (!ids || ids.includes(resolve(id))) return []
  return [{ ...call, input: { ...call.input, [field]: [...ids, resolve(id)] } } as RuleCall]
}

/** The cards that list this one of their kind, which a deletion takes from their lists. */
export const waitersOf = (rows: Rows, entity: BoardEntity, id: number): { field: string; waiter: number }[] => {
  if (entity === "label") return []
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
export const isAlong = (change: Change): change is Along => "along" in change && change.op === "update"

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
