import { type PointerEvent, useRef } from "react"
import { type Pushed, pushedAway } from "~/ui/parts/push-away"

/** The bar at the top of a phone's sheet: pushing it down closes the sheet. */
export const SheetHandle = ({ onClose }: { onClose(): void }) => {
  const push = useRef<Pushed>()
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    push.current = { y: event.clientY, time: event.timeStamp }
  }
  const onPointerMove = ({ currentTarget, clientY }: PointerEvent) => {
    if (push.current)
      sheetOf(currentTarget)?.style.setProperty("translate", `0 ${Math.max(0, clientY - push.current.y)}px`)
  }
  const onPointerUp = ({ currentTarget, clientY, timeStamp, type }: PointerEvent) => {
    const from = push.current
    if (!from) return
    push.current = undefined
    sheetOf(currentTarget)?.style.removeProperty("translate")
    if (type === "pointerup" && pushedAway(from, { y: clientY, time: timeStamp })) onClose()
  }
  return (
    <div className="sheet-handle" {...{ onPointerDown, onPointerMove, onPointerUp }} onPointerCancel={onPointerUp} />
  )
}

const sheetOf = (handle: Element) => handle.closest<HTMLElement>(".as-sheet")
