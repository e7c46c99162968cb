import type { DraggableProvided, DraggableStateSnapshot } from "@hello-pangea/dnd"
import type { CSSProperties } from "react"

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/**
 * The library's style with our time for the flight to the new place, ms. It waits for the transition's end, so there has to be one.
 * What moves is a layer of its own: nothing under it is painted again.
 */
export const dropStyle = (
  style: DraggableProvided["draggableProps"]["style"],
  { isDragging, isDropAnimating }: DraggableStateSnapshot,
  duration = 250,
): CSSProperties => ({
  ...style,
  ...(isDragging && { willChange: "transform" }),
  ...(isDropAnimating && { transitionDuration: still() ? "1ms" : `${duration}ms` }),
})
