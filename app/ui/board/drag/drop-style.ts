import type { DraggableProvided, DraggableStateSnapshot } from "@hello-pangea/dnd"
import type { CSSProperties } from "react"

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches

/**
 * The library's style with our own duration of the drop animation, ms. The library waits for the transition's end, so there must
 * be one. The moving card is a compositor layer, so that nothing under it is repainted.
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
