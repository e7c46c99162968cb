import { useEffect, useId, useRef } from "react"
import type { Entity } from "~/contract/fields/field"
import { dialog } from "~/ui/dialog/texts"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { common } from "~/ui/parts/texts"
import "./edit-frame.css"

type GoneNoticeProps = {
  entity: Entity
  /** Text typed in the dialog before the card was deleted. */
  typed: readonly string[]
  onClose(): void
}

/** Replaces a dialog whose card is missing or deleted, and hands back the typed text. */
export const GoneNotice = ({ entity, typed, onClose }: GoneNoticeProps) => {
  const close = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const text = typed.join("\n\n")
  useEffect(() => close.current?.focus(), [])
  return (
    <DialogFrame
      role="alertdialog"
      label={dialog.gone[entity]}
      className="message-dialog"
      dismissable
      onClose={onClose}
    >
      <p className="alone">{dialog.gone[entity]}</p>
      {text !== "" && (
        <>
          <label className="label typed-label" htmlFor={id}>
            {dialog.typed}
          </label>
          <textarea ref={field} id={id} className="input typed" readOnly dir="auto" rows={4} value={text} />
        </>
      )}
      <div className="message-actions row">
        {text !== "" && <CopyButton text={text} label={dialog.copyTyped} field={field} />}
        <Button ref={close} variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </DialogFrame>
  )
}
