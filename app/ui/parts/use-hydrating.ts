import { useSyncExternalStore } from "react"

const never = () => () => {}

/**
 * Whether the page is drawn as the server has drawn it, which does not know what this browser remembers; false right after
 * hydration, and in what is drawn later.
 */
export const useHydrating = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
