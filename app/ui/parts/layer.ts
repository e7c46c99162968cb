import { useEffect, useRef } from "react"
import { useBackCloses } from "~/ui/parts/use-back-closes"

type LayerProps = {
  /** Whether Back closes it on a phone. Not for one that the address names: it has its own history entry. */
  back?: boolean
  onClose(): void
}

/** Put into each dialog and popover: what closes it besides its own keys. */
export const Layer = ({ back = true, onClose }: LayerProps) => {
  useBackCloses(onClose, back)
  useUnfocusedEscape(onClose)
  return null
}

/** Closers of the open layers, the lowest first. */
const closers: (() => void)[] = []

const onKeyDown = (event: KeyboardEvent) => {
  if (event.key !== "Escape" || document.activeElement !== document.body) return
  event.preventDefault()
  event.stopImmediatePropagation()
  closers.at(-1)?.()
}

/**
 * Escape closes the top layer also while nothing has the focus, such as after the focused button has gone with its row. React Aria
 * hears only keys that are pressed inside the layer, and takes the focus back some frames later.
 */
const useUnfocusedEscape = (onClose: () => void) => {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const close = () => latest.current()
    if (closers.push(close) === 1) document.addEventListener("keydown", onKeyDown, true)
    return () => {
      closers.splice(closers.indexOf(close), 1)
      if (closers.length === 0) document.removeEventListener("keydown", onKeyDown, true)
    }
  }, [])
}
