import { useEffect, useRef, useState } from "react"

const layers = "[role=dialog], [role=alertdialog], .popover"

const focusedLayer = () => document.activeElement?.closest(layers) ?? null

/**
 * Closes an opening layer on Escape until it has the focus. From then on it handles its keys itself; before, they go to what had the
 * focus when it opened, or to the page.
 */
export const useEarlyEscape = (on: boolean, onClose: () => void) => {
  // Before its effects run: a layer whose code is there takes the focus in them.
  const [below] = useState(() => (typeof document === "undefined" ? null : focusedLayer()))
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const layer = focusedLayer()
    if (!on || (layer && layer !== below)) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current()
    }
    const stop = () => {
      document.removeEventListener("keydown", onKeyDown, true)
      document.removeEventListener("focusin", onFocus)
    }
    const onFocus = () => {
      const layer = focusedLayer()
      if (layer && layer !== below) stop()
    }
    document.addEventListener("keydown", onKeyDown, true)
    document.addEventListener("focusin", onFocus)
    return stop
  }, [on, below])
}
