import type { GhostPlace } from "~/client/agent/ghosts"
import { useView } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

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
