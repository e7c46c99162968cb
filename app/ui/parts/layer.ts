import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { setInteractionModality } from "react-aria-components"
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
  useReturnedFocus()
  useOpeningByKey()
  return null
}

/**
 * React Aria takes a button's click by Enter or Space for that of a screen reader. For these it waits a frame before it moves the
 * focus into the layer, and then leaves it at the menu instead of its first entry.
 */
const useOpeningByKey = () =>
  useLayoutEffect(() => {
    if (document.activeElement?.matches(":focus-visible")) setInteractionModality("keyboard")
  }, [])

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

/**
 * The focus returns to what had it when the layer opened, or else to the layer below. React Aria returns it in the next frame, in
 * which the page is still inert if the processor is slow: the page becomes usable by an effect, and a frame can come before effects.
 */
const useReturnedFocus = () => {
  // Before any effect: one of them moves the focus into the layer.
  const [{ opener, below }] = useState(() => {
    const opener = document.activeElement as HTMLElement | null
    return { opener, below: opener?.closest<HTMLElement>("[role=dialog], [role=alertdialog]") }
  })
  useEffect(
    () => () => {
      // Effects of a removed parent end before those of its children: React Aria's have made the page usable.
      for (const element of [opener, below]) {
        if (document.activeElement !== document.body) return
        element?.focus({ preventScroll: true })
      }
    },
    [opener, below],
  )
}
