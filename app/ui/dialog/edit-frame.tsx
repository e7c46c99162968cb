import { X } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { useBoard, useObserved, useSaving, useView } from "~/ui/board/board-context"
import { NotSaved } from "~/ui/board/card-parts"
import { goalTint } from "~/ui/board/goal-tint"
import type { CardRef } from "~/ui/board/view-state"
import { Button } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog"
import { SaveStatus } from "~/ui/parts/save-status"
import type { SaveState } from "~/ui/parts/use-autosave"
import { dialog } from "~/ui/texts/board"
import { common } from "~/ui/texts/common"

type EditFrameProps = {
  card: CardRef
  /** Its name for screen readers. */
  label: string
  color: string | undefined
  goalName: string | undefined
  /** What the entity belongs to, beside the goal. */
  parent?: string
  tag?: ReactNode
  /** Entries of the footer's first slots. */
  entries: ReactNode
  onClose(): void
  children: ReactNode
}

/** The frame the three dialogs share: goal line, parent, save status, tabs, body, six-slot menu with Close in the last. */
export const EditFrame = ({
  card,
  label,
  color,
  goalName,
  parent,
  tag,
  entries,
  onClose,
  children,
}: EditFrameProps) => (
  <DialogFrame label={label} className="edit" sheet dismissable onClose={onClose}>
    <div className="dlg-tint" {...goalTint(color)}>
      <div className="dlg-h">
        <div className="r1">
          {goalName && (
            <div className="gl">
              <span className="trunc" dir="auto">
                {goalName}
              </span>
            </div>
          )}
          {parent && (
            <span className="muted trunc parent" dir="auto">
              {parent}
            </span>
          )}
          <span className="grow" />
          <CardSaveStatus card={card} />
          {tag}
        </div>
        <div className="tabs">
          <span className="on">{dialog.main}</span>
        </div>
      </div>
      <div className="dlg-b">
        <NotSaved card={card} />
        {children}
      </div>
      <div className="menu6">
        {entries}
        <Button className="x" onClick={onClose}>
          <X className="i" aria-hidden="true" />
          {common.close}
        </Button>
      </div>
    </div>
  </DialogFrame>
)

const CardSaveStatus = ({ card }: { card: CardRef }) => {
  const { session } = useBoard()
  const live = useObserved(session.live)
  const saving = useSaving(card.entity, card.id)
  const failed = useView(({ failed }) => failed.has(`${card.entity}:${card.id}`))
  const [state, setState] = useState<SaveState>("idle")
  useEffect(() => {
    setState((before) => (failed ? "failed" : saving ? "saving" : before === "saving" ? "saved" : before))
  }, [saving, failed])
  // Without a connection nothing is under way: the bar over the board says when it is sent.
  return <SaveStatus state={live === "Connected" || state !== "saving" ? state : "idle"} />
}
