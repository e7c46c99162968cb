import { useEffect, useRef, useState } from "react"

const layers = "[role=dialog], [role=alertdialog], .popover"

const focusedLayer = () => document.activeElement?.closest(layers) ?? null

type EarlyKeys = {
  onClose(): void
  /** The layer begins in a text field: gets what was typed for it so far. Otherwise such keys go to the page. */
  onText?: ((typed: string) => void) | undefined
}

/**
 * Keys for an opening layer until it has the focus: Escape closes it, and letters are what its field begins with. From then on it
 * handles its keys itself; before, they go to what had the focus when it opened, or to the page.
 */
export const useEarlyKeys = (on: boolean, { onClose, onText }: EarlyKeys) => {
  // Before its effects run: a layer whose code is there takes the focus in them.
  const [below] = useState(() => (typeof document === "undefined" ? null : focusedLayer()))
  const latest = useRef({ onClose, onText })
  latest.current = { onClose, onText }
  const typed = useRef("")
  useEffect(() => {
    const layer = focusedLayer()
    if (!on || (layer && layer !== below)) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.isComposing) return
      const { onClose, onText } = latest.current
      const closes = key === "Escape"
      if (!closes && !(onText && isText(event))) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (closes) return onClose()
      typed.current = key === "Backspace" ? [...typed.current].slice(0, -1).join("") : typed.current + key
      onText?.(typed.current)
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

const isText = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && ([...key].length === 1 || key === "Backspace")
