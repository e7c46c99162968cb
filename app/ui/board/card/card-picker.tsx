import { useRef } from "react"
import { DayPicker } from "~/ui/parts/day-picker"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { OwnerPicker } from "~/ui/plan/owner-picker"
import type { Picker } from "~/ui/plan/view-state"

/** The picker's anchor in the card, or the card itself. */
const anchorOf = ({ what, card }: Picker) =>
  document.querySelector(`[data-picks="${what}:${card.entity}:${card.id}"]`) ??
  document.querySelector(`[data-card="${card.entity}:${card.id}"]`)

type CardPickerProps = { picker: Picker; onClose(): void }

/** The owner picker or calendar at a card. Import it lazily. */
export const CardPicker = ({ picker, onClose }: CardPickerProps) => {
  const { change } = useBoard()
  const { what, card } = picker
  const task = useRow("task", card.entity === "task" ? card.id : 0)
  const item = useRow("item", card.entity === "item" ? card.id : 0)
  const anchor = useRef<Element | null>(null)
  anchor.current ??= anchorOf(picker)
  if (!anchor.current || (!task && !item)) return null
  if (what === "due") {
    if (!task) return null
    const onPick = (dueDate: string | null) => change("task.update", { id: task.id, dueDate })
    return <DayPicker anchor={anchor} dueDate={task.dueDate} onPick={onPick} onClose={onClose} />
  }
  const ownerId = (task ? task.ownerId : item?.owner?.id) ?? null
  const onPick = (ownerId: number | null) =>
    task ? change("task.update", { id: task.id, ownerId }) : change("item.update", { id: card.id, ownerId })
  return <OwnerPicker anchor={anchor} ownerId={ownerId} onPick={onPick} onClose={onClose} />
}
