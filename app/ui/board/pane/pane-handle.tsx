import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { limits, type PaneName } from "~/ui/board/pane/pane-sizes"
import { board } from "~/ui/board/texts"
import { isRightToLeft } from "~/ui/parts/direction"

/** Pixels of one press of an arrow key. */
const step = 16

type PaneHandleProps = {
  name: PaneName
  /** Id of the pane's element. */
  of: string
  /** The pane's width, px. */
  width: number
  /** The pane comes after its handle. */
  comesAfter?: boolean
  /** `to`: px, not yet within the pane's limits; `done`: no further move follows. */
  onResize(to: number, done: boolean): void
  onReset(): void
}

/** The gap beside a pane, which resizes it by pointer and keyboard; a double press resets it. */
export const PaneHandle = ({ name, of, width, comesAfter = false, onResize, onReset }: PaneHandleProps) => {
  const drag = useRef<{ x: number; width: number }>()
  const { least, most } = limits[name]
  // In a window too small for all panes, they are narrower than chosen.
  const widthNow = () => document.getElementById(of)?.offsetWidth ?? width
  const grow = comesAfter === isRightToLeft() ? 1 : -1

  const onPointerDown = ({ button, currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return
    currentTarget.setPointerCapture(pointerId)
    drag.current = { x: clientX, width: widthNow() }
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const from = drag.current
    if (from && clientX !== from.x) onResize(from.width + grow * (clientX - from.x), false)
  }
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const from = drag.current
    drag.current = undefined
    if (from && clientX !== from.x) onResize(from.width + grow * (clientX - from.x), true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const across = event.key === "ArrowRight" ? step : event.key === "ArrowLeft" ? -step : 0
    if (across !== 0) onResize(widthNow() + grow * across, true)
    else if (event.key === "Home") onResize(least, true)
    else if (event.key === "End") onResize(most, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, which hr is not
    <div
      id={`handle-${name}`}
      role="separator"
      tabIndex={0}
      aria-label={board.resize[name]}
      aria-controls={of}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      className="pane-handle rigid anchor"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
      onPointerCancel={onPointerUp}
      onDoubleClick={onReset}
    />
  )
}
