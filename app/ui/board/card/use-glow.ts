import { type RefObject, useEffect } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { serverNow } from "~/client/server-clock"
import { useBoard } from "~/ui/plan/board-context"
import type { CardRef } from "~/ui/plan/view-state"

/** Each card's last rendered look, and when this tab last changed it; lives as long as the open plan. */
type Seen = { since: number; looks: Map<string, string>; ours: Map<string, number> }
const seenBy = new WeakMap<BoardReader, Seen>()

const seenOf = (store: BoardReader): Seen => {
  const known = seenBy.get(store)
  if (known) return known
  const seen = { since: serverNow(), looks: new Map(), ours: new Map() }
  seenBy.set(store, seen)
  return seen
}

/** How long an event may echo an own change, ms. */
const echo = 2_000
/** A card younger than this was created while the board was open, ms. */
const fresh = 5_000

/** Makes a card glow in its goal's colour when somebody else created or changed it. `looks`: its visible state. */
export const useGlow = (
  element: RefObject<HTMLElement | null>,
  { entity, id }: CardRef,
  looks: string,
  createdDate: string,
) => {
  const { store } = useBoard().session
  useEffect(() => {
    const seen = seenOf(store)
    const now = serverNow()
    const key = `${entity}:${store.keyOf(entity, id)}`
    const before = seen.looks.get(key)
    seen.looks.set(key, looks)
    if (store.isSaving(entity, id)) seen.ours.set(key, now)
    if (now - (seen.ours.get(key) ?? 0) < echo) return
    const isNew = now - seen.since > echo && store.keyOf(entity, id) === id && now - Date.parse(createdDate) < fresh
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
