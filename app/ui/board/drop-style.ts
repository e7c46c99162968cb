import type { DraggableProvided, DraggableStateSnapshot } from "@hello-pangea/dnd"
import type { CSSProperties } from "react"

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/** The library's style with our time for the flight to the new place, ms. It waits for the transition's end, so there has to be one. */
export const dropStyle = (
  style: DraggableProvided["draggableProps"]["style"],
  { isDropAnimating }: DraggableStateSnapshot,
  duration = 250,
): CSSProperties =>
  isDropAnimating ? { ...style, transitionDuration: still() ? "1ms" : `${duration}ms` } : { ...style }
