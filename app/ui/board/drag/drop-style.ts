import type { DraggableProvided, DraggableStateSnapshot } from "@hello-pangea/dnd"
import type { CSSProperties } from "react"

/** The library's style; the moving card is a compositor layer, so that nothing under it is repainted. */
export const dropStyle = (
  style: DraggableProvided["draggableProps"]["style"],
  { isDragging }: DraggableStateSnapshot,
): CSSProperties => ({ ...style, ...(isDragging && { willChange: "transform" }) })
