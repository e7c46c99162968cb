import { type PointerEvent, useRef } from "react"

/** Distance in px, or speed in px/ms, of a push down that closes a sheet. */
const far = 110
const fast = 0.6

const prevent = (event: Event) => event.preventDefault()

/** Moves a sheet on from where the finger has left it. */
const glide = (sheet: HTMLElement, from: number, to: string) => {
  const style = getComputedStyle(sheet)
  // 0 with reduced motion. The build may turn milliseconds into seconds.
  const time = style.getPropertyValue("--t-pop").trim()
  const duration = (Number.parseFloat(time) || 0) * (time.endsWith("ms") ? 1 : 1000)
  const easing = style.getPropertyValue("--ease-out")
  return sheet.animate([{ translate: `0 ${from}px` }, { translate: `0 ${to}` }], { duration, easing, fill: "forwards" })
}

/**
 * Handlers for the part of a phone's sheet that takes it along when it is pushed down, and closes it after a long or fast
 * push. `sheetOf`: the sheet of that part.
 */
export const useSheetPush = (onClose: () => void, sheetOf: (part: Element) => HTMLElement | null) => {
  const push = useRef<{ y: number; time: number }>()
  const onPointerDown = ({ button, currentTarget, pointerId, clientY, timeStamp }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return
    currentTarget.setPointerCapture(pointerId)
    // Chromium takes a fast push for a fling, which `touch-action` does not stop, and then ignores the next tap.
    currentTarget.addEventListener("touchmove", prevent, { passive: false })
    push.current = { y: clientY, time: timeStamp }
  }
  const onPointerMove = ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
    const from = push.current
    if (from) sheetOf(currentTarget)?.style.setProperty("translate", `0 ${Math.max(0, clientY - from.y)}px`)
  }
  const onPointerUp = ({ currentTarget, clientY, timeStamp, type }: PointerEvent<HTMLElement>) => {
    const from = push.current
    if (!from) return
    push.current = undefined
    currentTarget.removeEventListener("touchmove", prevent)
    const down = Math.max(0, clientY - from.y)
    const closes = type === "pointerup" && (down > far || (down > 24 && down / (timeStamp - from.time) > fast))
    const sheet = sheetOf(currentTarget)
    sheet?.style.removeProperty("translate")
    if (!sheet || down === 0) return
    const gliding = glide(sheet, down, closes ? "100%" : "0")
    gliding.onfinish = () => {
      if (closes) onClose()
      // A sheet that stayed open in spite of that is in its place again.
      requestAnimationFrame(() => gliding.cancel())
    }
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

const sheetOf = (handle: Element) => handle.closest<HTMLElement>(".as-sheet")

/** The top of a phone's sheet: pushing it down closes the sheet. */
export const SheetHandle = ({ onClose }: { onClose(): void }) => (
  <div className="sheet-handle" {...useSheetPush(onClose, sheetOf)}>
    <SheetMark />
  </div>
)

/** The bar that shows where a phone's sheet is pushed down. */
export const SheetMark = () => <span className="sheet-mark" />
