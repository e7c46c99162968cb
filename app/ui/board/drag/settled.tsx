import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react"
import { hasLongLanes, isLong } from "~/ui/board/drag/long-lists"
import { useBoard, useView } from "~/ui/plan/board-context"

const SettledContext = createContext(true)

/** Whether long lists also mount cards near the view; at first only the visible ones. */
export const useSettled = () => useContext(SettledContext)

/** Latest time after the board was shown, ms. */
const quiet = 1_000
const begins = ["wheel", "touchstart", "pointerdown", "keydown"]

/**
 * A board settles when the page is idle, or when the person starts to scroll or work. A drag waits for it, because drop targets
 * must be mounted when it starts.
 */
export const Settling = ({ children }: { children: ReactNode }) => {
  const { store } = useBoard().session
  const dragging = useView(({ dragging }) => dragging !== null)
  // Short lists are mounted whole.
  const [settled, setSettled] = useState(() => !hasLongLanes(store) && !isLong(store.list("list")))
  if (dragging && !settled) setSettled(true)
  useEffect(() => {
    if (settled) return
    const settle = () => startTransition(() => setSettled(true))
    const timer = setTimeout(settle, quiet)
    const options = { capture: true, passive: true }
    for (const kind of begins) addEventListener(kind, settle, options)
    return () => {
      clearTimeout(timer)
      for (const kind of begins) removeEventListener(kind, settle, options)
    }
  }, [settled])
  return <SettledContext.Provider value={settled}>{children}</SettledContext.Provider>
}
