import type { ComponentType } from "react"
import type { GhostPlace } from "~/client/agent/ghosts"
import { useView } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/**
 * What the assistant proposes, drawn on the board. The components come with the assistant's code, which a board without
 * a proposal never loads.
 */
export type GhostParts = {
  /** On a card that the proposal changes. */
  Mark: ComponentType<{ card: CardRef }>
  /** Cards of a list that are not there yet. */
  Cards: ComponentType<{ place: GhostPlace }>
  /** On a phone's board, which hides the conversation: how many changes there are, and the way back. */
  Bar: ComponentType
}

export const GhostMark = ({ card }: { card: CardRef }) => {
  const Mark = useView(({ ghosts }) => ghosts?.Mark)
  return Mark ? <Mark card={card} /> : null
}

export const GhostCards = ({ place }: { place: GhostPlace }) => {
  const Cards = useView(({ ghosts }) => ghosts?.Cards)
  return Cards ? <Cards place={place} /> : null
}

export const GhostBar = () => {
  const Bar = useView(({ ghosts }) => ghosts?.Bar)
  return Bar ? <Bar /> : null
}
