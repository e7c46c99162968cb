import { type RefObject, useEffect, useRef } from "react"

/** Moves the focus to `opener` when what was open closes. */
export const useFocusAfter = (open: boolean, opener: RefObject<HTMLElement | null>) => {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) opener.current?.focus()
    was.current = open
  }, [open, opener])
}

/**
 * Moves the focus to `box` when the focused control has gone with a changed list: on the page's body, Escape would close nothing.
 */
export const useRestoredFocus = (box: RefObject<HTMLElement | null>, list: unknown) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list is what takes the control away
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [box, list])
}

/** Frames to wait until a row that was scrolled to is mounted. */
const patience = 30

/** Focuses the row that `find` finds once it is mounted, if it is still `wanted` then. */
export const focusMounted = (find: () => HTMLElement | null, wanted = () => true, frames = patience) => {
  if (!wanted()) return
  const row = find()
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusMounted(find, wanted, frames - 1))
}
