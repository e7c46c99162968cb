import type { FluidDragActions, PreDragActions } from "@hello-pangea/dnd"

type Point = { x: number; y: number }

/**
 * Lifts a card so that the library, which decides by the card's middle, finds the column under the pointer: the middle follows
 * the pointer, and the card is drawn beside it where it was grabbed. A lane is as wide as the board and is left as it is.
 */
export const liftByMiddle = (
  pending: PreDragActions,
  pressed: Point,
  now: Point,
  target: Element,
): FluidDragActions => {
  const box = target.closest<HTMLElement>("[data-rfd-draggable-id]:not(.lane-slot)")?.getBoundingClientRect()
  const middle = box ? box.left + box.width / 2 : pressed.x
  const drag = pending.fluidLift({ x: middle, y: pressed.y })
  drag.move(now)
  // In the frame of the first move, which the library applies just before.
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(".dragging")?.style.setProperty("--grabbed", `${middle - pressed.x}px`),
  )
  return drag
}
