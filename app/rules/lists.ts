// listedRows(): the rows that a call's fields list, for its rule to read. listed(): the call with these fields as its rule writes them.
import { fieldsWith } from "~/contract/fields/card-fields"
import type { Entity, Listed } from "~/contract/fields/field"
import { invalid } from "~/contract/problem"
import { rowIn } from "./card"
import { byOrder } from "./gaps"
import type { Needs, RowOf, Rows } from "./rule"
import { refuseWaiting } from "./waiting"

const nouns = { goal: "goal", item: "action", task: "task", label: "label" } as const

type Lists = Record<string, number[] | undefined>

/** `needs`: what the rule reads besides. */
export const listedRows = (entity: Entity, input: object, needs: Needs = {}): Needs => {
  const all = { ...needs }
  for (const [name, { lists }] of fieldsWith(entity, "lists")) {
    const ids = (input as Lists)[name]
    if (!ids) continue
    if (lists === "label") all.labels = true
    else all[`${lists}s`] = [...(all[`${lists}s`] ?? []), ...ids]
    if (lists === entity && entity !== "goal" && ids.length > 0) all.chain = { of: entity, ids }
  }
  return all
}

/** The card with other ids in its lists; undefined: the row is not listed any more. */
export const relisted = <Card extends object>(
  entity: Entity,
  card: Card,
  idOf: (lists: Listed, id: number) => number | undefined,
): Card => {
  const lists = fieldsWith(entity, "lists").map(([name, { lists }]) => {
    const ids = (card as Record<string, number[]>)[name] ?? []
    return [name, ids.flatMap((id) => idOf(lists, id) ?? [])]
  })
  return { ...card, ...Object.fromEntries(lists) }
}

/** Each list has every id once, in its order; 400 for a row that the plan does not have, and 409 for a cycle. `row`: the card before. */
export const listed = <Input extends object>(
  rows: Rows,
  entity: Entity,
  input: Input,
  row?: RowOf["item"] | RowOf["task"],
): Input => {
  const lists = fieldsWith(entity, "lists").flatMap(([name, { lists }]) => {
    const ids = (input as Lists)[name]
    if (!ids) return []
    const found = [...new Set(ids)].map((id) => {
      const row = rowIn(rows, lists, id)
      if (!row) throw invalid(name, `There is no ${nouns[lists]} ${id} in this plan.`)
      return row
    })
    if (lists === entity && entity !== "goal")
      refuseWaiting(rows, entity, {
        path: name,
        row,
        isDraft: isDraftIn(input, row),
        on: found as RowOf["item" | "task"][],
      })
    const sorted = lists === "label" ? found.sort(byOrder) : found.sort((a, b) => a.id - b.id)
    return [[name, sorted.map(({ id }) => id)]]
  })
  return lists.length > 0 ? { ...input, ...Object.fromEntries(lists) } : input
}

const isDraftIn = (input: object, row: { isDraft: boolean } | undefined) =>
  "isDraft" in input && input.isDraft !== undefined ? input.isDraft === true : row?.isDraft === true
