// createPresence(): who is present in one topic, as Phoenix tells it: metas by key, each with its phx_ref.
import type { Member } from "./realtime-hub.ts"

export type Meta = Record<string, unknown>
export type PresenceState = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: PresenceState; leaves: PresenceState }

type Entry = { key: string /** as the client gave it */; text: string; meta: Meta & { phx_ref: string } }

let count = 0

export function createPresence() {
  const entries = new Map<Member, Entry>()
  // What the members were told last, for those that changed since.
  const told = new Map<Member, Entry | null>()

  function replace(member: Member, next: Entry | null) {
    const before = entries.get(member) ?? null
    if (!told.has(member)) told.set(member, before)
    if (next) entries.set(member, next)
    else entries.delete(member)
  }

  return {
    /** false when that is what is there already */
    put(member: Member, meta: Meta): boolean {
      const before = entries.get(member)
      const text = JSON.stringify(meta)
      if (before?.text === text) return false
      const chain = before ? { phx_ref_prev: before.meta.phx_ref } : {}
      const ref = (++count).toString(36)
      replace(member, { key: member.presenceKey, text, meta: { ...meta, ...chain, phx_ref: ref } })
      return true
    },

    remove(member: Member): boolean {
      if (!entries.has(member)) return false
      replace(member, null)
      return true
    },

    state: () => group(entries.values()),

    /** What changed since the last call; null when nothing did. */
    takeDiff(): PresenceDiff | null {
      const joins: Entry[] = []
      const leaves: Entry[] = []
      for (const [member, before] of told) {
        const now = entries.get(member)
        if (before?.meta.phx_ref === now?.meta.phx_ref) continue
        if (now) joins.push(now)
        if (before) leaves.push(before)
      }
      told.clear()
      return joins.length + leaves.length > 0 ? { joins: group(joins), leaves: group(leaves) } : null
    },
  }
}

function group(entries: Iterable<Entry>): PresenceState {
  const metas = new Map<string, Meta[]>()
  for (const { key, meta } of entries) {
    const same = metas.get(key)
    if (same) same.push(meta)
    else metas.set(key, [meta])
  }
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]))
}
