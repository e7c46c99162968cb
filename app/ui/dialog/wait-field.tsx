import { Plus, X } from "lucide-react"
import { type KeyboardEvent, useId } from "react"
import { mostBlockers } from "~/contract/shared/bounds"
import { PickButton } from "~/ui/dialog/pick-button"
import { waitTexts as texts } from "~/ui/dialog/texts"
import { columnOf } from "~/ui/dialog/wait-status"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { nameOf } from "~/ui/plan/names"
import type { WaitingCard } from "~/ui/plan/view-state"
import "./pairs.css"
import "./waits.css"

const loadPicker = () => import("~/ui/dialog/wait-picker")

type WaitFieldProps = {
  card: WaitingCard
  ids: readonly number[]
  readOnly: boolean
  onPick(blockedByIds: number[]): void
}

/** The cards that a dialog's card waits for; none where nothing can be chosen. */
export const WaitField = ({ card, ids, readOnly, onPick }: WaitFieldProps) => {
  const { store } = useBoard().session
  const label = useId()
  if (readOnly && ids.length === 0) return null
  const without = (id: number) => onPick(ids.filter((each) => each !== id))
  return (
    <div className="pair label-pair">
      <span id={label}>{texts.label}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these are the cards that it waits for */}
      <div className="wait-field wraps row slim" role="group" aria-labelledby={label}>
        {ids.map((id) => (
          <WaitChip
            key={store.keyOf(card.entity, id)}
            card={{ entity: card.entity, id }}
            onRemove={readOnly ? undefined : () => without(id)}
          />
        ))}
        {!readOnly && ids.length < mostBlockers && (
          <PickButton
            className="icon-button small"
            label={texts.add}
            opens="dialog"
            load={loadPicker}
            picker={({ WaitPicker }, anchor, close) => <WaitPicker anchor={anchor} card={card} onClose={close} />}
          >
            <Plus className="icon small" aria-hidden="true" />
          </PickButton>
        )}
        {!readOnly && ids.length >= mostBlockers && <span className="fine muted">{texts.full(mostBlockers)}</span>}
      </div>
    </div>
  )
}

type WaitChipProps = { card: WaitingCard; onRemove: (() => void) | undefined }

const WaitChip = ({ card, onRemove }: WaitChipProps) => {
  const { session, view } = useBoard()
  const task = useRow("task", card.entity === "task" ? card.id : 0)
  const item = useRow("item", card.entity === "item" ? card.id : 0)
  const row = task ?? item
  if (!row) return null
  const name = nameOf(session.store, card.entity, card.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onRemove || (event.key !== "Backspace" && event.key !== "Delete")) return
    event.preventDefault()
    onRemove()
  }
  return (
    <span className="wait-chip row slim fine" {...goalTint(task?.color ?? item?.goal?.color)}>
      <span className="status-mark" data-type={columnOf(row)} aria-hidden="true" />
      <button
        type="button"
        className="truncate"
        dir="auto"
        onClick={() => view.set({ dialog: card })}
        onKeyDown={onKeyDown}
      >
        {name}
      </button>
      {onRemove && (
        <button
          type="button"
          className="reach anchor centered rigid muted"
          aria-label={texts.remove(name)}
          onClick={onRemove}
          onKeyDown={onKeyDown}
        >
          <X className="icon tiny" aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
