import type { RealtimeChannel } from "@supabase/realtime-js"
import { type Observable, observable } from "../observable"

export type Presence = {
  /** The tab's own in the channel. */
  readonly key: string
  /** Ids of the people who have the plan open. */
  online: Observable<ReadonlySet<number>>
  /** Names of the people editing a note in other tabs, by the note's id. */
  writers: Observable<ReadonlyMap<number, readonly string[]>>
  /** Announces the note that this tab edits; null: none. */
  write(noteId: number | null): void
  /** Call it before the channel is joined, and `announce` after. */
  attach(channel: RealtimeChannel): void
  announce(channel: RealtimeChannel): void
  clear(): void
}

type Announced = { userId: number; userName: string; connectionId: string; noteId?: number }

const nobody: ReadonlySet<number> = new Set()
const nothingWritten: ReadonlyMap<number, readonly string[]> = new Map()

/** A channel may change its presence five times in thirty seconds; ms between changes. */
const quiet = 8_000

type Options = {
  me: Announced /** Of a member of the plan. A name in presence is what its sender claims. */
  nameOf(userId: number): string | undefined
}

/** Presence in the plan, tracked per tab: a person is online while any of their tabs is. */
export const openPresence = ({ me, nameOf }: Options): Presence => {
  const online = observable(nobody)
  const writers = observable(nothingWritten)
  let joined: RealtimeChannel | undefined
  let writing: number | null = null
  let sent: number | null = null
  let sentAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (ids: ReadonlySet<number>) => {
    const before = online.get()
    if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) online.set(ids)
  }

  const setWriters = (tabs: readonly Announced[]) => {
    const next = new Map<number, string[]>()
    for (const { userId, connectionId, noteId } of tabs) {
      if (typeof noteId !== "number" || connectionId === me.connectionId) continue
      const name = userId === me.userId ? `${me.userName} (another tab)` : (nameOf(userId) ?? "Somebody")
      const names = next.get(noteId) ?? []
      if (!names.includes(name)) next.set(noteId, [...names, name].sort())
    }
    if (JSON.stringify([...next]) !== JSON.stringify([...writers.get()])) writers.set(next)
  }

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    if (!joined) return
    sent = writing
    sentAt = Date.now()
    void joined.track(writing === null ? me : { ...me, noteId: writing })
  }

  return {
    key: me.connectionId,
    online,
    writers,
    write: (noteId) => {
      writing = noteId
      if (!joined || timer || writing === sent) return
      const wait = sentAt + quiet - Date.now()
      if (wait <= 0) send()
      else
        timer = setTimeout(() => {
          timer = undefined
          if (writing !== sent) send()
        }, wait)
    },
    attach: (channel) => {
      channel.on("presence", { event: "sync" }, () => {
        const tabs = Object.values(channel.presenceState<Announced>()).flat()
        set(new Set(tabs.flatMap(({ userId }) => (typeof userId === "number" ? [userId] : []))))
        setWriters(tabs)
      })
    },
    announce: (channel) => {
      joined = channel
      send()
    },
    clear: () => {
      joined = undefined
      clearTimeout(timer)
      timer = undefined
      set(nobody)
      writers.set(nothingWritten)
    },
  }
}
