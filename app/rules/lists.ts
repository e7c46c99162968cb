// listedRows(): the rows that a call's fields list, for its rule to read. listed(): the call with these fields as its rule writes them.
import { fieldsWith } from "~/contract/card-fields"
import type { Entity } from "~/contract/field"
import { invalid } from "~/contract/problem"
import { rowIn } from "./card"
import { byOrder } from "./gaps"
import type { Needs, Rows } from "./rule"

const nouns = { goal: "goal", item: "action", task: "task", label: "label" } as const

/** `needs`: what the rule reads besides. */
export const listedRows = (entity: Entity, input: object, needs: Needs = {}): Needs => {
  const all = { ...needs }
  for (const [name, { lists }] of fieldsWith(entity, "lists")) {
    const ids = (input as Record<string, number[] | undefined>)[name]
    if (!ids) continue
    if (lists === "label") all.labels = true
    else all[`${lists}s`] = [...(all[`${lists}s`] ?? []), ...ids]
  }
  return all
}

/** Each list has every id once, in the order of its rows; 400 for a row that the plan does not have. */
export const listed = <Input extends object>(rows: Rows, entity: Entity, input: Input): Input => {
  const lists = fieldsWith(entity, "lists").flatMap(([name, { lists }]) => {
    const ids = (input as Record<string, number[] | undefined>)[name]
    if (!ids) return []
    const found = [...new Set(ids)].map((id) => {
      const row = rowIn(rows, lists, id)
      if (!row) throw invalid(name, `There is no ${nouns[lists]} ${id} in this plan.`)
      return row
    })
    return [[name, found.sort(byOrder).map(({ id }) => id)]]
  })
  return lists.length > 0 ? { ...input, ...Object.fromEntries(lists) } : input
}
