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

type SoonOptions = FocusOptions & { onFocused?(focused: HTMLElement): void }

/**
 * Focuses what `find` finds once the changes of the running event are drawn and before the next event, so that a key pressed right
 * away reaches it. In the next frame where it is not there yet, or cannot be focused yet.
 */
export const focusSoon = (find: () => HTMLElement | null | undefined, { onFocused, ...options }: SoonOptions = {}) => {
  const isTaken = () => {
    const element = find()
    element?.focus(options)
    if (!element || document.activeElement !== element) return false
    onFocused?.(element)
    return true
  }
  // React draws the changes of a key or click in a microtask that is queued before this one.
  queueMicrotask(() => isTaken() || requestAnimationFrame(isTaken))
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
