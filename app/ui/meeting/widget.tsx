import clsx from "clsx"
import { Move, Users } from "lucide-react"
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { meeting } from "~/ui/meeting/texts"
import { IconButton } from "~/ui/parts/button"
import { useBackCloses } from "~/ui/parts/use-back-closes"
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

const gap = 12
const usual = { x: 400, y: 400 }
const sizes = { countdown: 160, wheel: 380 }

/** Beside the other widget where that is in the way, else the usual place. */
const freePlace = (name: WidgetProps["name"]) => {
  const other = document.querySelector(".widget")?.getBoundingClientRect()
  const size = sizes[name]
  if (!other || other.left > usual.x + size || other.right < usual.x) return usual
  const right = other.right + gap
  return { ...usual, x: right + size <= window.innerWidth ? right : other.left - gap - size }
}

/** A round widget over the board, moved by dragging its face or by arrow keys on its handle. */
export const Widget = ({ name, label, className, onLeave, onDoubleClick, children }: WidgetProps) => {
  const [start] = useState(() => freePlace(name))
  const { placed, handle, grip } = useDialogPlace(name, () => {}, start)
  useBackCloses(() => onLeave?.(), onLeave !== undefined)
  const frame = useRef<HTMLElement | null>(null)
  // Opened by a press, it takes the focus, so that Escape closes it; one that somebody shares does not.
  useEffect(() => {
    if (document.activeElement?.matches(`[data-opens="${name}"]`)) frame.current?.focus({ preventScroll: true })
  }, [name])
  return (
    <div
      role="dialog"
      tabIndex={-1}
      ref={(node) => {
        frame.current = node
        placed(node)
      }}
      aria-label={label}
      className={clsx("widget", className)}
      {...handle}
      onDoubleClick={onDoubleClick}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !onLeave) return
        event.preventDefault()
        onLeave()
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-opens="${name}"]`)?.focus())
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
