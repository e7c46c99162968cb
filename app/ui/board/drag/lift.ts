import type { DraggableProvided, DraggableStateSnapshot, FluidDragActions, PreDragActions } from "@hello-pangea/dnd"
import type { CSSProperties } from "react"

export type Point = { x: number; y: number }
type Edges = { top: number; right: number; bottom: number; left: number }

/**
 * The lifted card as it was, px. `index`: in its list; `after`: height of the cards after it; `grabbed`: from its left to the
 * pointer; `room`: its height with its gap.
 */
export type Lifted = {
  list: HTMLElement | null
  index: number
  width: number
  height: number
  room: number
  after: number
  grabbed: number
}

let lifted: Lifted | null = null

/** The card being dragged, as it was before. */
export const liftedCard = () => lifted

/**
 * Margins around a point of a card that take the card's whole room: to the drag library the card is that point, and others make
 * way for all of it.
 */
export const marginsAround = ({ top, right, left }: Edges, room: number, { x, y }: Point): Edges => ({
  top: y - top,
  right: right - x,
  bottom: top + room - y,
  left: x - left,
})

export const listed = "[data-rfd-draggable-id]"

/** Remembers the card's place, and marks the cards after it, which stay where they are while it is elsewhere. */
export const keepPlace = (card: HTMLElement, pressedX = 0) => {
  const box = card.getBoundingClientRect()
  const list = card.closest<HTMLElement>("[data-rfd-droppable-id]")
  const cards = [...(list?.querySelectorAll<HTMLElement>(`:scope > ${listed}`) ?? [])]
  const at = cards.indexOf(card)
  const last = cards.at(-1)?.getBoundingClientRect()
  forgetPlace()
  lifted = {
    list,
    index: at < 0 ? Number(card.closest<HTMLElement>(".slot")?.dataset.index ?? 0) : at,
    width: box.width,
    height: box.height,
    room: box.height + (Number.parseFloat(getComputedStyle(card).marginBottom) || 0),
    after: last ? last.bottom - box.bottom : 0,
    grabbed: pressedX - box.left,
  }
  if (at < 0) return
  for (const other of cards.slice(at + 1)) other.dataset.after = ""
}

/** Once the drop has ended. */
export const forgetPlace = () => {
  lifted = null
  for (const each of document.querySelectorAll<HTMLElement>("[data-after]")) delete each.dataset.after
}

/** The margins of a card that clips do not collapse with those around it. */
const noSize = {
  transition: "none",
  "box-sizing": "border-box",
  width: "0",
  height: "0",
  "min-width": "0",
  "min-height": "0",
  padding: "0",
  border: "0",
  overflow: "hidden",
}

/**
 * Lifts a card as the point where it was pressed. The library decides by the card's box; for a point, the list is the one under
 * the pointer, and the place in it follows from the middles of the cards there.
 */
export const liftAtPointer = (pending: PreDragActions, pressed: Point, target: Element): FluidDragActions => {
  const card = target.closest<HTMLElement>(listed)
  if (!card) return pending.fluidLift(pressed)
  keepPlace(card, pressed.x)
  const { top, right, bottom, left } = marginsAround(card.getBoundingClientRect(), lifted?.room ?? 0, pressed)
  const styles = { ...noSize, margin: `${top}px ${right}px ${bottom}px ${left}px` }
  // Measured by the library while it lifts, and never painted.
  for (const [name, value] of Object.entries(styles)) card.style.setProperty(name, value)
  try {
    return pending.fluidLift(pressed)
  } finally {
    for (const name of Object.keys(styles)) card.style.removeProperty(name)
  }
}

/** The library's style; the moving card is a compositor layer, so that nothing under it is repainted. */
export const dropStyle = (
  style: DraggableProvided["draggableProps"]["style"],
  { isDragging }: DraggableStateSnapshot,
): CSSProperties => {
  if (!isDragging) return { ...style }
  const card = liftedCard()
  return { ...style, ...(card && { width: card.width, height: card.height }), willChange: "transform" }
}
