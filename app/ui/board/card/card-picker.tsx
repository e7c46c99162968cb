import { useRef } from "react"
import { dueChange } from "~/rules/dates"
import { EstimatePicker } from "~/ui/board/card/estimate-picker"
import { board } from "~/ui/board/texts"
import { LabelPicker } from "~/ui/dialog/label-picker"
import { dialog } from "~/ui/dialog/texts"
import { WaitChain } from "~/ui/dialog/wait-chain"
import { WaitPicker } from "~/ui/dialog/wait-picker"
import { DayPicker } from "~/ui/parts/day/day-picker"
import type { Repetition } from "~/ui/parts/day/repeat-head"
import { useBoard, useRow, useWeekStart } from "~/ui/plan/board-context"
import { OwnerPicker } from "~/ui/plan/owner-picker"
import type { Picker } from "~/ui/plan/view-state"

/** The picker's anchor in the card, or the card itself. */
const anchorOf = ({ what, card }: Picker) =>
  document.querySelector(`[data-picks="${what}:${card.entity}:${card.id}"]`) ??
  document.querySelector(`[data-card="${card.entity}:${card.id}"]`)

type CardPickerProps = { picker: Picker; onClose(): void }

/** The owner picker, calendar, estimate, labels or what it waits for, at a card. Import it lazily. */
export const CardPicker = ({ picker, onClose }: CardPickerProps) => {
  const { change } = useBoard()
  const { what, card } = picker
  const weekStart = useWeekStart()
  const task = useRow("task", card.entity === "task" ? card.id : 0)
  const item = useRow("item", card.entity === "item" ? card.id : 0)
  const anchor = useRef<Element | null>(null)
  anchor.current ??= anchorOf(picker)
  if (!anchor.current || (!task && !item)) return null
  if (what === "due") {
    const onPick = (dueDate: string | null) =>
      task
        ? change("task.update", { id: card.id, ...dueChange(task, dueDate) })
        : change("item.update", { id: card.id, dueDate })
    const { dueDate } = (task ?? item) as { dueDate: string | null }
    const repeat = task && {
      repetition: task,
      onRepeat: (repetition: Repetition) => void change("task.update", { id: card.id, ...repetition }),
    }
    return (
      <DayPicker
        anchor={anchor}
        dueDate={dueDate}
        weekStart={weekStart}
        onPick={onPick}
        onClose={onClose}
        {...(repeat && { repeat })}
      />
    )
  }
  if ((what === "waits" || what === "chain") && card.entity !== "goal") {
    const waiting = { entity: card.entity, id: card.id }
    const Shown = what === "waits" ? WaitPicker : WaitChain
    return <Shown anchor={anchor} card={waiting} onClose={onClose} />
  }
  if (what === "labels") return <LabelPicker anchor={anchor} card={card} onClose={onClose} />
  if (what === "value" || what === "effort") {
    if (!item) return null
    const estimates = {
      value: { label: board.value, hint: dialog.valueHint, value: item.businessValue, most: 10 },
      effort: { label: board.effort, hint: dialog.effortHint, value: item.effortAndComplexity, most: 5 },
    }
    const onPick = (value: number) =>
      change("item.update", {
        id: item.id,
        ...(what === "value" ? { businessValue: value } : { effortAndComplexity: value }),
      })
    return <EstimatePicker anchor={anchor} {...estimates[what]} onPick={onPick} onClose={onClose} />
  }
  const ownerId = (task ? task.ownerId : item?.owner?.id) ?? null
  const onPick = (ownerId: number | null) =>
    task ? change("task.update", { id: task.id, ownerId }) : change("item.update", { id: card.id, ownerId })
  return <OwnerPicker anchor={anchor} ownerId={ownerId} onPick={onPick} onClose={onClose} />
}
