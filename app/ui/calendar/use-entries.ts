import { useMemo } from "react"
import { type Calendar, calendarOf, type Dated } from "~/rules/calendar"
import { dayOf } from "~/rules/dates"
import { type BoardContextValue, useBoard, useChanged, useView } from "~/ui/plan/board-context"
import { cardKey } from "~/ui/plan/card-element"
import { itemName, nameOf } from "~/ui/plan/names"
import { cardTexts } from "~/ui/plan/texts"
import type { CardRef } from "~/ui/plan/view-state"

/** The shown cards by day, while the board changes. */
export const useEntries = (): Calendar => {
  const { store } = useBoard().session
  const version = useChanged()
  const filtering = useView(({ filtering }) => filtering)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the rows
  return useMemo(() => calendarOf(store.rows, filtering?.shows), [store, filtering, version])
}

export const refOf = ({ entity, row }: Dated): CardRef => ({ entity, id: row.id })
export const keyOf = (card: Dated) => cardKey(refOf(card))

export const entryName = ({ entity, row }: Dated) =>
  entity === "item" ? itemName(row) : row.description.trim() || cardTexts.untitledTask

/** Where a card belongs: a task's action, an action's goal. */
export const parentName = ({ session: { store } }: Pick<BoardContextValue, "session">, { entity, row }: Dated) =>
  entity === "task" ? nameOf(store, "item", row.itemId) : row.goalId === null ? "" : nameOf(store, "goal", row.goalId)

export const colorOf = ({ entity, row }: Dated) => (entity === "item" ? row.goal?.color : row.color)

/** Open, and due before today. */
export const isLate = ({ row }: Dated, isDone: boolean, today: string) =>
  !isDone && row.dueDate !== null && dayOf(row.dueDate) < today

/** Whether this person may change a card's day: no viewer, and the action is open. */
export const mayMove = ({ session: { store }, can }: Pick<BoardContextValue, "session" | "can">, card: CardRef) => {
  if (!can("changeBoard")) return false
  if (card.entity === "item") return store.item(card.id)?.completed === false
  return card.entity === "task" && store.task(card.id)?.readOnly === false
}
