import type { DraggableProvided, DraggableStateSnapshot } from "@hello-pangea/dnd"
import type { CSSProperties } from "react"
import { liftedCard } from "~/ui/board/drag/lift"

/** The library's style; the moving card is a compositor layer, so that nothing under it is repainted. */
export const dropStyle = (
  style: DraggableProvided["draggableProps"]["style"],
  { isDragging }: DraggableStateSnapshot,
): CSSProperties => {
  if (!isDragging) return { ...style }
  const card = liftedCard()
  return { ...style, ...(card && { width: card.width, height: card.height }), willChange: "transform" }
}
