import type { RealtimeChannel } from "@supabase/realtime-js"
import { type Observable, observable } from "./observable"

export type Presence = {
  /** Ids of the people who have the plan open. */
  online: Observable<ReadonlySet<number>>
  /** Listens on a channel that is not joined yet; `announce` it once it is. */
  attach(channel: RealtimeChannel): void
  announce(channel: RealtimeChannel): void
  clear(): void
}

type Announced = { userId: number; userName: string; connectionId: string }

const nobody: ReadonlySet<number> = new Set()

/** Who has the plan open, a tab each: a person is there while any of their tabs is. */
export const openPresence = (me: Announced): Presence => {
  const online = observable<ReadonlySet<number>>(nobody)
  const set = (ids: ReadonlySet<number>) => {
    const before = online.get()
    if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) online.set(ids)
  }
  return {
    online,
    attach: (channel) => {
      channel.on("presence", { event: "sync" }, () => {
        const tabs = Object.values(channel.presenceState<Announced>()).flat()
        set(new Set(tabs.flatMap(({ userId }) => (typeof userId === "number" ? [userId] : []))))
      })
    },
    announce: (channel) => void channel.track(me),
    clear: () => set(nobody),
  }
}
