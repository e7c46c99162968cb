// What clients may broadcast, over a socket and over REST: mayBroadcast(), withIdentity().
import { isObject } from "./realtime-frames.ts"
import { type Claims, identityOf } from "./realtime-token.ts"

/** The events that clients may send, by topic kind: the part before the colon. */
export type ClientEvents = Record<string, readonly string[]>

export const mayBroadcast = (clientEvents: ClientEvents | null, topic: string, event: string) => {
  if (!clientEvents) return true
  const kind = topic.slice(0, topic.indexOf(":"))
  return Object.hasOwn(clientEvents, kind) && (clientEvents[kind] ?? []).includes(event)
}

/** The payload with the sender's identity from the token, if that has one; null when it cannot be added. */
export const withIdentity = (payload: string | Buffer, claims: Claims): string | Buffer | null => {
  const identity = identityOf(claims)
  if (Object.keys(identity).length === 0) return payload
  const said: unknown = typeof payload === "string" ? JSON.parse(payload) : null
  return isObject(said) ? JSON.stringify({ ...said, ...identity }) : null
}
