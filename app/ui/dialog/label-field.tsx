import { Plus, X } from "lucide-react"
import { type KeyboardEvent, useId } from "react"
import { PickButton } from "~/ui/dialog/pick-button"
import { labelTexts as texts } from "~/ui/dialog/texts"
import { useBoard } from "~/ui/plan/board-context"
import { LabelChip } from "~/ui/plan/card-labels"
import type { CardRef } from "~/ui/plan/view-state"
import "./labels.css"
import "./pairs.css"

const loadPicker = () => import("~/ui/dialog/label-picker")

type LabelFieldProps = {
  card: CardRef
  ids: readonly number[]
  readOnly: boolean
  onPick(labelIds: number[]): void
}

/** The labels row of a dialog; none where nothing can be chosen. */
export const LabelField = ({ card, ids, readOnly, onPick }: LabelFieldProps) => {
  const { store } = useBoard().session
  const label = useId()
  if (readOnly && ids.length === 0) return null
  const without = (id: number) => onPick(ids.filter((each) => each !== id))
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return
    event.preventDefault()
    without(id)
  }
  return (
    <div className="pair">
      <span id={label}>{texts.label}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these are the labels there are */}
      <div className="label-chips wraps label-field slim" role="group" aria-labelledby={label}>
        {ids.map((id) => (
          <LabelChip key={store.keyOf("label", id)} id={id}>
            {!readOnly && (
              <button
                type="button"
                className="reach anchor centered muted"
                aria-label={texts.remove(store.label(id)?.name ?? "")}
                onClick={() => without(id)}
                onKeyDown={(event) => onKeyDown(event, id)}
              >
                <X className="icon tiny" aria-hidden="true" />
              </button>
            )}
          </LabelChip>
        ))}
        {!readOnly && (
          <PickButton
            className="icon-button small"
            label={texts.add}
            opens="dialog"
            load={loadPicker}
            picker={({ LabelPicker }, anchor, close) => <LabelPicker anchor={anchor} card={card} onClose={close} />}
          >
            <Plus className="icon small" aria-hidden="true" />
          </PickButton>
        )}
      </div>
    </div>
  )
}
