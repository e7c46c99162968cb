// cardsWith(): the cards with a label. exchanged(): a card's labels after a change of one.
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { byOrder } from "./gaps"
import type { Rows } from "./rule"

export type Labelled = { entity: "item"; row: Item } | { entity: "task"; row: Task }

/** The cards with a label. */
export const cardsWith = ({ items, tasks }: Pick<Rows, "items" | "tasks">, id: number): Labelled[] => [
  ...[...items.values()].flatMap((row) => (row.labelIds.includes(id) ? [{ entity: "item" as const, row }] : [])),
  ...[...tasks.values()].flatMap((row) => (row.labelIds.includes(id) ? [{ entity: "task" as const, row }] : [])),
]

/** The labels of a card without one of them, and with another, in the order of the plan's. */
export const exchanged = (
  labels: Rows["labels"],
  labelIds: readonly number[],
  { off, on }: { off?: number | undefined; on?: number | undefined },
) => {
  const ids = new Set(labelIds)
  if (off !== undefined) ids.delete(off)
  if (on !== undefined) ids.add(on)
  return [...ids]
    .flatMap((id) => labels.get(id) ?? [])
    .sort(byOrder)
    .map(({ id }) => id)
}
