import "./countdown-widget.css"
import clsx from "clsx"
import { Move, Users } from "lucide-react"
import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { meeting } from "~/ui/meeting/texts"
import { IconButton } from "~/ui/parts/button"
import { useDialogPlace } from "~/ui/parts/dialog/use-dialog-place"
import { useBackCloses } from "~/ui/parts/use-back-closes"

type WidgetProps = {
  /** Key under which the position is stored. */
  name: "countdown" | "wheel"
  label: string
  className?: string
  /** Closes it. Undefined while that would lose something: Escape then leaves it open. */
  onLeave?(): void
  onDoubleClick?(event: MouseEvent): void
  children: ReactNode
}

const gap = 12
const usual = { x: 400, y: 400 }
const sizes = { countdown: 160, wheel: 380 }

/** Beside the other widget where that is in the way, else the usual place. */
const freePlace = (name: WidgetProps["name"]) => {
  const other = document.querySelector(`.widget:not([data-widget="${name}"])`)?.getBoundingClientRect()
  const size = sizes[name]
  if (!other || other.left > usual.x + size || other.right < usual.x) return usual
  const right = other.right + gap
  return { ...usual, x: right + size <= window.innerWidth ? right : other.left - gap - size }
}

const focusOpener = (name: WidgetProps["name"]) =>
  document.querySelector<HTMLElement>(`[data-opens="${name}"]`)?.focus({ preventScroll: true })

/** The widget that had the focus when it went, until the end of that commit. */
let left: WidgetProps["name"] | undefined

/**
 * Keeps the focus in the widget when its focused button goes or is disabled, so that the next key is the widget's; once the
 * widget has gone, its opener has the focus. Opened by a press it takes the focus, and so does a widget in place of another; one
 * that somebody shares does not.
 */
const useHeldFocus = (frame: RefObject<HTMLElement | null>, name: WidgetProps["name"]) => {
  const inside = useRef(false)
  useLayoutEffect(() => {
    const { current } = frame
    const pressed = document.activeElement?.matches(`[data-opens="${name}"]`)
    if (pressed || left === name) current?.focus({ preventScroll: true })
    left = undefined
    return () => {
      if (!current?.contains(document.activeElement)) return
      left = name
      queueMicrotask(() => {
        if (left === name) focusOpener(name)
        left = undefined
      })
    }
  }, [frame, name])
  useLayoutEffect(() => {
    const { activeElement: at } = document
    if (inside.current && (at === document.body || at?.matches(":disabled")))
      frame.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => {
      inside.current = true
    },
    // Not called for an element that React removes.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      inside.current = frame.current?.contains(relatedTarget) ?? false
    },
  }
}

/** A round widget over the board, moved by dragging its face or by arrow keys on its handle. */
export const Widget = ({ name, label, className, onLeave, onDoubleClick, children }: WidgetProps) => {
  const [start] = useState(() => freePlace(name))
  const { placed, handle, grip } = useDialogPlace(name, () => {}, start)
  useBackCloses(() => onLeave?.(), onLeave !== undefined)
  const frame = useRef<HTMLElement | null>(null)
  const held = useHeldFocus(frame, name)
  return (
    <div
      role="dialog"
      tabIndex={-1}
      data-widget={name}
      ref={(node) => {
        frame.current = node
        placed(node)
      }}
      aria-label={label}
      className={clsx("widget draggable", className)}
      {...handle}
      {...held}
      onDoubleClick={onDoubleClick}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.preventDefault()
        if (onLeave) onLeave()
        else focusOpener(name)
      }}
    >
      <button
        type="button"
        className="move-handle widget-handle secondary centered rigid"
        aria-label={meeting.move}
        {...grip}
      >
        <Move className="icon small" aria-hidden="true" />
      </button>
      {children}
    </div>
  )
}

export const ShareButton = ({ on, onChange }: { on: boolean; onChange(on: boolean): void }) => (
  <IconButton small label={meeting.share} aria-pressed={on} className="share" onClick={() => onChange(!on)}>
    <Users className="icon small" aria-hidden="true" />
  </IconButton>
)

let chosen = false

/** Whether the next start is shared with everybody; remembered for this visit. */
export const useShare = () => {
  const [share, setShare] = useState(chosen)
  const set = (value: boolean) => {
    chosen = value
    setShare(value)
  }
  return [share, set] as const
}
