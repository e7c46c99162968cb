import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react"
import { useView } from "~/ui/plan/board-context"

const SettledContext = createContext(true)

/** Whether long lists hold what is near the view too; at first it is what is in sight alone. */
export const useSettled = () => useContext(SettledContext)

/** After the board was shown, ms. */
const quiet = 1_000
const begins = ["wheel", "touchstart", "pointerdown", "keydown"]

/**
 * A board is settled when the page is quiet, or when somebody begins to scroll or to work; a drag waits for it, since the places
 * something may be dropped at have to be there when it starts.
 */
export const Settling = ({ children }: { children: ReactNode }) => {
  const dragging = useView(({ dragging }) => dragging !== null)
  const [settled, setSettled] = useState(false)
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
