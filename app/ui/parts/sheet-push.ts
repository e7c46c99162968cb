import { type PointerEvent, useRef } from "react"

/** Distance in px, or speed in px/ms, of a push down that closes a sheet. */
const far = 110
const fast = 0.6

const prevent = (event: Event) => event.preventDefault()

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
    sheetOf(currentTarget)?.style.removeProperty("translate")
    const down = clientY - from.y
    const closes = down > far || (down > 24 && down / (timeStamp - from.time) > fast)
    if (closes && type === "pointerup") onClose()
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}
