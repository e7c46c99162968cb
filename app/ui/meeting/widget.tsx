import clsx from "clsx"
import { Move, Users } from "lucide-react"
import type { MouseEvent, ReactNode } from "react"
import { meeting } from "~/ui/meeting/texts"
import { IconButton } from "~/ui/parts/button"
import { useDialogPlace } from "~/ui/parts/use-dialog-place"
import "./widget.css"

type WidgetProps = {
  /** Key under which the position is stored. */
  name: "countdown" | "wheel"
  label: string
  className?: string
  /** Called for Escape, unless closing would lose something. */
  onLeave?(): void
  onDoubleClick?(event: MouseEvent): void
  children: ReactNode
}

/** A round widget over the board, moved by dragging its face or by arrow keys on its handle. */
export const Widget = ({ name, label, className, onLeave, onDoubleClick, children }: WidgetProps) => {
  const { placed, handle, grip } = useDialogPlace(name, () => {})
  return (
    <div
      role="dialog"
      ref={placed}
      aria-label={label}
      className={clsx("widget", className)}
      {...handle}
      onDoubleClick={onDoubleClick}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !onLeave) return
        event.preventDefault()
        onLeave()
      }}
    >
      <button type="button" className="move-handle" aria-label={meeting.move} {...grip}>
        <Move className="icon small" aria-hidden="true" />
      </button>
      {children}
    </div>
  )
}

export const ShareButton = ({ on, onChange }: { on: boolean; onChange(on: boolean): void }) => (
  <IconButton
    small
    label={meeting.share}
    aria-pressed={on}
    className={clsx("share", on && "active")}
    onClick={() => onChange(!on)}
  >
    <Users className="icon small" aria-hidden="true" />
  </IconButton>
)
