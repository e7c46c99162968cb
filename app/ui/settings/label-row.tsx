import { GripVertical, Trash2 } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from "react"
import type { Label } from "~/contract/label"
import { labelCalled } from "~/rules/label"
import { PickColor } from "~/ui/dialog/pick-color"
import { Button, IconButton } from "~/ui/parts/button"
import { planLabels as texts } from "~/ui/settings/texts"

type LabelRowProps = {
  label: Label
  /** Of cards that have it. */
  count: number
  /** It is being moved. */
  lifted: boolean
  others: readonly Label[]
  onRename(name: string): void
  onColor(color: string): void
  onMerge(into: Label): void
  onDelete(): void
  /** `y`: of the pointer; null: by keys. */
  onLift(y: number | null): void
  onStep(by: 1 | -1): void
  /** `keeps`: false: it goes back to its place. */
  onDrop(keeps: boolean): void
}

export const LabelRow = (props: LabelRowProps) => {
  const { label, count, lifted, others, onRename, onColor, onMerge, onDelete, onLift, onStep, onDrop } = props
  const [name, setName] = useState(label.name)
  useEffect(() => setName(label.name), [label.name])
  const called = labelCalled(others, name)
  const taken = called && called.id !== label.id ? called : undefined

  const save = () => {
    if (name.trim() === "" || taken) return
    if (name !== label.name) onRename(name.trim())
  }
  const onNameKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Enter") save()
    else if (event.key === "Escape" && name !== label.name) setName(label.name)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onHandleKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0
    if (event.key === " " || event.key === "Enter") lifted ? onDrop(true) : onLift(null)
    else if (lifted && event.key === "Escape") onDrop(false)
    else if (lifted && step !== 0) onStep(step)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    onLift(event.clientY)
  }
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onLift(event.clientY)
  }

  return (
    <>
      <div className="label-row row" data-lifted={lifted || undefined}>
        <button
          type="button"
          className="label-handle centered"
          aria-label={texts.move(label.name)}
          aria-pressed={lifted}
          onKeyDown={onHandleKey}
          onBlur={() => lifted && onDrop(true)}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => onDrop(true)}
          onPointerCancel={() => onDrop(false)}
        >
          <GripVertical className="icon small" aria-hidden="true" />
        </button>
        <PickColor color={label.color} label={texts.colorOf(label.name)} onPick={onColor} />
        <input
          className="input quiet"
          aria-label={texts.nameOf(label.name)}
          aria-invalid={taken !== undefined || undefined}
          aria-describedby={taken && `label-taken-${label.id}`}
          maxLength={200}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={onNameKey}
          onBlur={() => {
            save()
            if (name.trim() === "") setName(label.name)
          }}
        />
        <span className="numeric secondary rigid">{texts.cards(count)}</span>
        <IconButton small label={texts.deleteLabel(label.name)} onClick={onDelete}>
          <Trash2 className="icon small" aria-hidden="true" />
        </IconButton>
      </div>
      {taken && (
        <div className="row label-taken" id={`label-taken-${label.id}`} role="status">
          <span className="field-error grow">{texts.taken(taken.name)}</span>
          <Button
            size="small"
            // The field keeps the focus, so that its text is not saved or dropped first.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onMerge(taken)}
          >
            {texts.merge(taken.name)}
          </Button>
        </div>
      )}
    </>
  )
}
