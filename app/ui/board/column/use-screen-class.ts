import { useSyncExternalStore } from "react"
import { screenClass } from "~/ui/board/column/column-sizes"

export const subscribeToSize = (listener: () => void) => {
  window.addEventListener("resize", listener)
  return () => window.removeEventListener("resize", listener)
}

/** The class of window widths under which the board's layout is stored. */
export const useScreenClass = () => useSyncExternalStore(subscribeToSize, screenClass, screenClass)
