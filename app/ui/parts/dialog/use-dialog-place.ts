import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef } from "react"
import { dialogPlaces } from "~/client/memory/board-looks"
import { useSheetPush } from "~/ui/parts/sheet-push"

type Place = { x: number; y: number }

const margin = 8
const usual: Place = { x: 400, y: 400 }
const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -16, y: 0 },
  ArrowRight: { x: 16, y: 0 },
  ArrowUp: { x: 0, y: -16 },
  ArrowDown: { x: 0, y: 16 },
}

export const isPhone = () => window.matchMedia("(width < 640px)").matches

/**
 * Remembers a dialog's position by key and keeps it inside the window. Put `placed` on the frame, `handle` on its header and
 * `grip` on the button that moves it by arrow keys (Home: back to the start). On a phone the frame is a sheet, and pushing
 * the header down closes it. `start`: the initial position; "center" holds until it is moved.
 */
export const useDialogPlace = (key: string, onClose: () => void, start: Place | "center" = usual) => {
  const modal = useRef<HTMLElement | null>(null)
  const wanted = useRef<Place | "center">(undefined)
  const drag = useRef<{ from: Place; at: Place }>(undefined)
  const push = useSheetPush(onClose, () => modal.current)
  wanted.current ??= dialogPlaces.read(key) ?? start

  /** The wanted position, clamped to the part of the window that no notch or home bar covers. */
  const shown = useCallback((): Place => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = modal.current ?? {}
    const { clientWidth, clientHeight } = document.documentElement
    const style = getComputedStyle(document.documentElement)
    const inset = (side: string) => Number.parseFloat(style.getPropertyValue(`--inset-${side}`)) || 0
    const center = { x: Math.round((clientWidth - width) / 2), y: Math.round((clientHeight - height) / 2) }
    const { x, y } = wanted.current === "center" ? center : (wanted.current ?? usual)
    const within = (at: number, size: number, from: number, to: number) =>
      Math.max(from + margin, Math.min(at, to - size - margin))
    return {
      x: within(x, width, inset("left"), clientWidth - inset("right")),
      y: within(y, height, inset("top"), clientHeight - inset("bottom")),
    }
  }, [])

  const put = useCallback(() => {
    const { x, y } = shown()
    modal.current?.style.setProperty("--x", `${x}px`)
    modal.current?.style.setProperty("--y", `${y}px`)
  }, [shown])

  const moveTo = (place: Place | "center") => {
    wanted.current = place
    put()
  }
  const keep = () => {
    const place = shown()
    wanted.current = place
    dialogPlaces.write(key, place)
  }

  const placed = useCallback(
    (node: HTMLElement | null) => {
      modal.current = node
      put()
    },
    [put],
  )
  useEffect(() => {
    const observer = new ResizeObserver(put)
    if (modal.current) observer.observe(modal.current)
    window.addEventListener("resize", put)
    return () => {
      observer.disconnect()
      window.removeEventListener("resize", put)
    }
  }, [put])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest("button, a, input, [role=tab]")
    if (event.button !== 0 || onControl) return
    if (isPhone()) return push.onPointerDown(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: { x: event.clientX, y: event.clientY }, at: shown() }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return push.onPointerMove(event)
    const { from, at } = drag.current
    moveTo({ x: at.x + event.clientX - from.x, y: at.y + event.clientY - from.y })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return push.onPointerUp(event)
    drag.current = undefined
    keep()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step && event.key !== "Home") return
    event.preventDefault()
    const { x, y } = shown()
    moveTo(step ? { x: x + step.x, y: y + step.y } : start)
    keep()
  }

  return {
    placed,
    handle: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    grip: { onKeyDown },
  }
}
