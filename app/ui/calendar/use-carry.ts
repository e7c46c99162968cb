import { type RefObject, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { cardOf } from "~/ui/plan/card-element"
import type { CardRef } from "~/ui/plan/view-state"

/** A card that a pointer carries. `over`: the day under it, "" where cards without one are, null elsewhere. */
export type Carried = { card: CardRef; over: string | null; width: number }

type Point = { x: number; y: number }
type CarryProps = {
  mayLift(card: CardRef): boolean
  onDrop(card: CardRef, day: string | null): void
}

/** As on the board. */
const activationDistance = 6
const longPress = () => (window.matchMedia("(width < 640px)").matches ? 350 : 250)

const dayUnder = ({ x, y }: Point) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-day]")?.dataset.day ?? null

const blockClick = () => {
  const block = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener("click", block, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", block, { capture: true }))
}

/**
 * Carries a card of `root` from day to day: by mouse after 6 px, by finger after a long press, which scrolls otherwise. Escape
 * puts it back. `clone`: what is drawn at the pointer.
 */
export const useCarry = (root: RefObject<HTMLElement | null>, props: CarryProps) => {
  const [carried, setCarried] = useState<Carried | null>(null)
  const clone = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const look = useRef(() => {})
  // The popup that a card is lifted from covers days until effects have removed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that has been lifted or moved is what changes the page
  useEffect(() => look.current(), [carried])
  useEffect(() => {
    const { current } = root
    if (!current) return
    let end = () => {}
    const begin = (event: PointerEvent) => {
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-card]") : null
      const card = element && cardOf(element)
      if (!element?.closest(".day-popup") && !current.contains(element)) return
      if (!element || !card || event.button !== 0 || !event.isPrimary || !latest.current.mayLift(card)) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      end()
      const { width } = element.getBoundingClientRect()
      const from = { x: event.clientX, y: event.clientY }
      let at = from
      let now: Carried | null = null
      const touch = event.pointerType === "touch"
      const draw = () => {
        clone.current?.style.setProperty("--x", `${at.x}px`)
        clone.current?.style.setProperty("--y", `${at.y}px`)
        const over = dayUnder(at)
        if (now && now.over === over) return
        now = { card, over, width }
        setCarried(now)
      }
      const lift = () => {
        if (touch) navigator.vibrate?.(10)
        look.current = draw
        draw()
      }
      const timer = touch ? setTimeout(lift, longPress()) : undefined
      const move = (event: PointerEvent) => {
        if (event.pointerId !== moved.pointerId) return
        at = { x: event.clientX, y: event.clientY }
        const isFar = Math.hypot(at.x - from.x, at.y - from.y) >= activationDistance
        if (now) return draw()
        if (isFar && touch) end()
        else if (isFar) lift()
      }
      const drop = (event: PointerEvent) => {
        if (event.pointerId !== moved.pointerId) return
        if (now) flushSync(() => setCarried(now))
        const dropped = now
        if (dropped) blockClick()
        end()
        if (dropped && dropped.over !== null) latest.current.onDrop(card, dropped.over === "" ? null : dropped.over)
      }
      const cancel = (event: KeyboardEvent) => {
        if (event.key !== "Escape" || !now) return
        event.preventDefault()
        event.stopPropagation()
        end()
      }
      /** A lifted card moves; the page stays. */
      const hold = (event: TouchEvent) => {
        if (now) event.preventDefault()
      }
      const keep = (event: Event) => {
        if (touch) event.preventDefault()
      }
      const moved = { pointerId: event.pointerId }
      const off = new AbortController()
      const on = { signal: off.signal, capture: true }
      addEventListener("pointermove", move, on)
      addEventListener("pointerup", drop, on)
      addEventListener("pointercancel", () => end(), on)
      addEventListener("blur", ({ target }) => target === window && end(), on)
      addEventListener("keydown", cancel, on)
      addEventListener("contextmenu", keep, on)
      // A card of a popup is gone once it is lifted; its touches still come to it, and no further.
      element.addEventListener("touchmove", hold, { ...on, passive: false })
      end = () => {
        look.current = () => {}
        clearTimeout(timer)
        off.abort()
        setCarried(null)
        end = () => {}
      }
    }
    // What a day has no room for is in a popup.
    document.addEventListener("pointerdown", begin)
    return () => {
      document.removeEventListener("pointerdown", begin)
      end()
    }
  }, [root])
  return { carried, clone }
}
