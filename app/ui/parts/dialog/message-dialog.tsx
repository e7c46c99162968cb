import { Info, Lock, OctagonAlert, TriangleAlert } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { common } from "~/ui/parts/texts"

export type Message = {
  /** `question` has a title instead of a heading in capitals. */
  kind: "question" | "warning" | "error" | "information" | "access"
  title?: string
  text: string
  /** Above the text: what it is about. */
  about?: ReactNode
  /** Paragraphs after the text. */
  more?: ReactNode
  /** Label of the confirming button. Without it there is only Close. */
  confirm?: string
  /** Confirming destroys something. */
  danger?: boolean
}

const headings = {
  warning: { Icon: TriangleAlert, color: "var(--warn-ink)" },
  error: { Icon: OctagonAlert, color: "var(--danger-ink)" },
  information: { Icon: Info, color: "var(--accent-ink)" },
  access: { Icon: Lock, color: "var(--ink)" },
}

type MessageDialogProps = { message: Message; onClose(confirmed: boolean): void }

/** A message or question. The safe button has the initial focus. */
export const MessageDialog = ({ message, onClose }: MessageDialogProps) => {
  const safe = useRef<HTMLButtonElement>(null)
  // Focused by hand after the dialog has taken the focus: its focus scope would override `autoFocus`.
  useEffect(() => safe.current?.focus(), [])
  const heading = message.kind === "question" ? undefined : { ...headings[message.kind], text: common[message.kind] }
  return (
    <DialogFrame
      role="alertdialog"
      label={message.title ?? heading?.text ?? message.text}
      className="message-dialog"
      dismissable
      onClose={() => onClose(false)}
    >
      {heading && (
        <div className="message-kind row" style={{ color: heading.color }}>
          <heading.Icon className="icon" aria-hidden="true" />
          {heading.text}
        </div>
      )}
      {message.title && <h2 className="title">{message.title}</h2>}
      {message.about}
      <p className={message.title ? undefined : "alone"}>{message.text}</p>
      {typeof message.more === "string" ? <p>{message.more}</p> : message.more}
      <div className="message-actions row">
        {message.confirm ? (
          <>
            <Button ref={safe} onClick={() => onClose(false)}>
              {common.cancel}
            </Button>
            <Button variant={message.danger ? "danger" : "primary"} onClick={() => onClose(true)}>
              {message.confirm}
            </Button>
          </>
        ) : (
          <Button ref={safe} variant="primary" onClick={() => onClose(false)}>
            {common.close}
          </Button>
        )}
      </div>
    </DialogFrame>
  )
}
