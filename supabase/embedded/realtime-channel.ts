// channelOf(join, config, of): what a connection joins by a phx_join; it opens once its rights are known.
import { randomUUID } from "node:crypto"
import type { Rights } from "./realtime-authority.ts"
import { type ClientMessage, isObject } from "./realtime-frames.ts"
import type { Member } from "./realtime-hub.ts"
import { createRate, PRESENCE_WINDOW_MS, type RealtimeLimits } from "./realtime-limits.ts"
import { type Claims, personOf } from "./realtime-token.ts"

export type Channel = Member & {
  /** without the prefix */
  name: string
  joinRef: string | null
  token: string
  claims: Claims
  rights: Rights
  /** when the rights were last confirmed, by performance.now() */
  checkedAt: number
  open: boolean
  presenceEnabled: boolean
  ack: boolean
  self: boolean
  mayChangePresence: () => boolean
}

type Of = Pick<Channel, "name" | "version" | "token" | "claims" | "write"> & { limits: RealtimeLimits }

export const channelOf = (
  { topic, joinRef, ref }: ClientMessage,
  config: Record<string, unknown>,
  { limits, ...of }: Of,
): Channel => {
  const broadcast = isObject(config.broadcast) ? config.broadcast : {}
  const presence = isObject(config.presence) ? config.presence : {}
  const { key } = presence
  const channel: Channel = {
    ...of,
    topic,
    joinRef: joinRef ?? ref,
    rights: { hear: false, send: false, meet: false, appear: false },
    checkedAt: 0,
    open: false,
    presenceEnabled: presence.enabled === true,
    presenceKey: typeof key === "string" && key !== "" ? key : randomUUID(),
    person: personOf(of.claims),
    ack: broadcast.ack === true,
    self: broadcast.self === true,
    mayChangePresence: createRate(limits.presencePerWindow, PRESENCE_WINDOW_MS),
    canListen: () => channel.rights.hear,
    meets: () => channel.presenceEnabled && channel.rights.meet,
  }
  return channel
}
