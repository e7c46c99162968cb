import type { RealtimeChannel } from "@supabase/realtime-js"
import { problemText } from "~/contract/shared/language/problem-text"
import type { Announced, Presence } from "./presence"

export type PresenceChannel = {
  /** The tab's own in the channel. */
  readonly key: string
  /** Call it before the channel is joined, and `announce` after; `shared`: separately, since deliveries are limited. */
  attach(channel: RealtimeChannel): void
  announce(channel: RealtimeChannel, shared?: boolean): void
  clear(): void
}

/** A channel may change its presence five times in thirty seconds; ms between changes. */
const quiet = 8_000

/**
 * Where deliveries are limited, since all present tabs learn of each other one: a tab announces itself at a random moment, later if others
 * have filled the last minute by then. ms, and deliveries.
 */
const soon = 10_000
const minute = 60_000
const fewEnough = 500

/** Presence in the plan, tracked per tab: a person is online while any of their tabs is. */
export const openPresenceChannel = (
  { me, nameOf, online, writers, writing }: Presence,
  random = Math.random,
): PresenceChannel => {
  let joined: RealtimeChannel | undefined
  let sent: number | null = null
  let sentAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: ReadonlySet<string> | undefined
  let arrivals: number[] = []

  const set = (ids: ReadonlySet<number>) => {
    const before = online.get()
    if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) online.set(ids)
  }

  const setWriters = (tabs: readonly Announced[]) => {
    const next = new Map<number, string[]>()
    for (const { userId, connectionId, noteId } of tabs) {
      if (typeof noteId !== "number" || connectionId === me.connectionId) continue
      const name =
        userId === me.userId
          ? `${me.userName} ${problemText("(another tab)")}`
          : (nameOf(userId) ?? problemText("Somebody"))
      const names = next.get(noteId) ?? []
      if (!names.includes(name)) next.set(noteId, [...names, name].sort())
    }
    if (JSON.stringify([...next]) !== JSON.stringify([...writers.get()])) writers.set(next)
  }

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    if (!joined) return
    sent = writing.get()
    sentAt = Date.now()
    void joined.track(sent === null ? me : { ...me, noteId: sent })
  }

  const sendChange = () => {
    timer = undefined
    if (writing.get() !== sent) send()
  }
  writing.subscribe(() => {
    if (!joined || timer || writing.get() === sent) return
    const wait = sentAt + quiet - Date.now()
    if (wait <= 0) send()
    else timer = setTimeout(sendChange, wait)
  })

  return {
    key: me.connectionId,
    attach: (channel) => {
      channel.on("presence", { event: "sync" }, () => {
        const state = channel.presenceState<Announced>()
        const keys = Object.keys(state)
        for (const key of keys) if (known && !known.has(key)) arrivals.push(Date.now())
        known = new Set(keys)
        const tabs = Object.values(state).flat()
        const ids = tabs.flatMap(({ userId }) => (typeof userId === "number" ? [userId] : []))
        set(new Set(joined ? [me.userId, ...ids] : ids))
        setWriters(tabs)
      })
    },
    announce: (channel, shared = false) => {
      joined = channel
      if (!shared) return send()
      set(new Set([me.userId, ...online.get()]))
      clearTimeout(timer)
      const turn = () => {
        arrivals = arrivals.filter((at) => at > Date.now() - minute)
        const tabs = Object.keys(channel.presenceState()).length
        if (arrivals.length * tabs < fewEnough) send()
        else timer = setTimeout(turn, soon + random() * soon)
      }
      timer = setTimeout(turn, random() * soon)
    },
    clear: () => {
      joined = undefined
      known = undefined
      arrivals = []
      clearTimeout(timer)
      timer = undefined
      set(new Set())
      setWriters([])
    },
  }
}
