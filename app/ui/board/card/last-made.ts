import { useRef } from "react"
import type { Entity } from "~/contract/fields/field"
import { useBoard } from "~/ui/plan/board-context"
import { focusCard } from "~/ui/plan/card-element"

/** Remembers the cards that a field of new cards makes, so that the next keys belong to the last of them. */
export const useLastMade = (entity: Entity) => {
  const { store } = useBoard().session
  const last = useRef<number | null>(null)
  return {
    /** Takes what `change` returns. */
    made: (sent: { id: number } | undefined) => {
      if (sent) last.current = sent.id
    },
    any: () => last.current !== null,
    /** Focuses the last card; false if there is none. */
    focus: () => {
      if (last.current === null) return false
      focusCard({ entity, id: store.realId(last.current) })
      return true
    },
  }
}
