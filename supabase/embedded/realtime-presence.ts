// createPresence(): presence of one topic in Phoenix's form: metas by key, each with its phx_ref.
import type { Member } from "./realtime-hub.ts"

export type Meta = Record<string, unknown>
export type PresenceState = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: PresenceState; leaves: PresenceState }

type Entry = { key: string /** as the client gave it */; text: string; meta: Meta & { phx_ref: string } }

let count = 0

export function createPresence() {
  const entries = new Map<Member, Entry>()
  // Keys changed since the last diff, with the state that members were sent.
  const told = new Map<Member, Entry | null>()

  function replace(member: Member, next: Entry | null) {
    const before = entries.get(member) ?? null
    if (!told.has(member)) told.set(member, before)
    if (next) entries.set(member, next)
    else entries.delete(member)
  }

  return {
    /** false when nothing changes */
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

    /**
     * Changes since the last call. A key that existed and remains leaves in one diff and returns in the next:
     * supabase-js 2.100 never removes a meta that leaves a key while others of it stay or join (its issue 2565).
     */
    takeDiffs(): PresenceDiff[] {
      const changed = [...told].filter(([member, before]) => before?.meta.phx_ref !== entries.get(member)?.meta.phx_ref)
      const keys = new Set(changed.map(([member]) => member.presenceKey))
      const isConcerned = (entry: Entry | null | undefined): entry is Entry => entry != null && keys.has(entry.key)
      const now = [...entries.values()].filter(isConcerned)
      const unchanged = [...entries].filter(([member]) => !told.has(member)).map(([, entry]) => entry)
      const before = [...told.values(), ...unchanged].filter(isConcerned)
      told.clear()
      const [joins, leaves] = [group(now), group(before)]
      if (keys.size === 0) return []
      if (!Object.keys(joins).some((key) => key in leaves)) return [{ joins, leaves }]
      return [
        { joins: {}, leaves },
        { joins, leaves: {} },
      ]
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
