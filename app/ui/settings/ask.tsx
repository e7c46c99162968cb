import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import "./sections.css"

type AskProps = {
  title: string
  text?: ReactNode
  /** Below the text. */
  more?: ReactNode
  /** Before Cancel. */
  lead?: ReactNode
  /** The label of Cancel. */
  cancel?: string
  onCancel(): void
  /** The buttons after Cancel. */
  children?: ReactNode
}

/** A question below its row. Cancel has the initial focus; Escape cancels, and the focus returns to the button that asked. */
export const Ask = ({ title, text, more, lead, cancel = common.cancel, onCancel, children }: AskProps) => {
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const asker = document.activeElement
    safe.current?.focus()
    safe.current?.closest(".ask")?.scrollIntoView({ block: "nearest" })
    return () => {
      if (document.activeElement === document.body && asker instanceof HTMLElement) asker.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onCancel()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; these are the answers to a question
    <div
      className="ask"
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={onKeyDown}
    >
      <b id={`${id}-title`}>{title}</b>
      <div className="secondary" id={`${id}-text`}>
        {text}
      </div>
      {more}
      <div className="row">
        {lead}
        <Button ref={safe} onClick={onCancel}>
          {cancel}
        </Button>
        {children}
      </div>
    </div>
  )
}
