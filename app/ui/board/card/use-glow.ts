import { type RefObject, useEffect } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { useBoard } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/** What each card looked like when it was last on screen, and when this tab last changed it; for as long as the plan is open. */
type Seen = { since: number; looks: Map<string, string>; ours: Map<string, number> }
const seenBy = new WeakMap<BoardReader, Seen>()

const seenOf = (store: BoardReader): Seen => {
  const known = seenBy.get(store)
  if (known) return known
  const seen = { since: Date.now(), looks: new Map(), ours: new Map() }
  seenBy.set(store, seen)
  return seen
}

/** The answer to one's own change may come back as an event a moment later. */
const echo = 2_000
/** A card younger than this was made while one looked on. */
const fresh = 5_000

/** Lets a card glow in its goal's colour when somebody else made or changed it. `looks` is what of it is shown. */
export const useGlow = (
  element: RefObject<HTMLElement | null>,
  { entity, id }: CardRef,
  looks: string,
  createdDate: string,
) => {
  const { store } = useBoard().session
  useEffect(() => {
    const seen = seenOf(store)
    const now = Date.now()
    const key = `${entity}:${store.keyOf(id)}`
    const before = seen.looks.get(key)
    seen.looks.set(key, looks)
    if (store.isSaving(entity, id)) seen.ours.set(key, now)
    if (now - (seen.ours.get(key) ?? 0) < echo) return
    const isNew = now - seen.since > echo && store.keyOf(id) === id && now - Date.parse(createdDate) < fresh
    if (before === undefined ? !isNew : before === looks) return
    const { current } = element
    if (!current) return
    current.dataset.glow = ""
    const over = setTimeout(() => delete current.dataset.glow, 600)
    return () => {
      clearTimeout(over)
      delete current.dataset.glow
    }
  }, [store, entity, id, looks, createdDate, element])
}
