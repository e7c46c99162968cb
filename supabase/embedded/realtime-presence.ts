// createPresence(): presence of one topic in Phoenix's form: metas by key, each with its phx_ref.
import { randomUUID } from "node:crypto"

export type Meta = Record<string, unknown>
export type PresenceState = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: PresenceState; leaves: PresenceState }

/** `person`: by the token; "" for an anonymous client. */
type Present = { presenceKey: string; person: string }
type Entry = { key: string /** without the refs */; text: string; meta: Meta & { phx_ref: string } }

let count = 0

export const createPresence = (maxBytes: number) => {
  const entries = new Map<Present, Entry>()
  let bytes = 0
  // Keys changed since the last diff, with the state that members were sent.
  const announced = new Map<Present, Entry | null>()

  const replace = (member: Present, next: Entry | null) => {
    const before = entries.get(member) ?? null
    if (!announced.has(member)) announced.set(member, before)
    bytes += (next ? sizeOf(next) : 0) - (before ? sizeOf(before) : 0)
    if (next) entries.set(member, next)
    else entries.delete(member)
  }

  /** The client's key, unless another person uses it here: clients merge the metas of a key. */
  const keyOf = ({ presenceKey, person }: Present) => {
    for (const [other, { key }] of entries) if (key === presenceKey && other.person !== person) return randomUUID()
    return presenceKey
  }

  return {
    put(member: Present, meta: Meta): "changed" | "same" | "full" {
      const before = entries.get(member)
      const text = JSON.stringify(meta)
      if (before?.text === text) return "same"
      const chain = before ? { phx_ref_prev: before.meta.phx_ref } : {}
      const key = before?.key ?? keyOf(member)
      const next = { key, text, meta: { ...meta, ...chain, phx_ref: (++count).toString(36) } }
      if (bytes + sizeOf(next) - (before ? sizeOf(before) : 0) > maxBytes) return "full"
      replace(member, next)
      return "changed"
    },

    remove(member: Present): boolean {
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
      const changed = [...announced].filter(
        ([member, before]) => before?.meta.phx_ref !== entries.get(member)?.meta.phx_ref,
      )
      const keys = new Set(changed.flatMap(([member, before]) => [before?.key, entries.get(member)?.key]))
      const isConcerned = (entry: Entry | null | undefined): entry is Entry => entry != null && keys.has(entry.key)
      const now = [...entries.values()].filter(isConcerned)
      const unchanged = [...entries].filter(([member]) => !announced.has(member)).map(([, entry]) => entry)
      const before = [...announced.values(), ...unchanged].filter(isConcerned)
      announced.clear()
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

/** Refs and punctuation included, about. */
const sizeOf = ({ key, text }: Entry) => Buffer.byteLength(key) + Buffer.byteLength(text) + 64

const group = (entries: Iterable<Entry>): PresenceState => {
  const metas = new Map<string, Meta[]>()
  for (const { key, meta } of entries) {
    const same = metas.get(key)
    if (same) same.push(meta)
    else metas.set(key, [meta])
  }
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]))
}
