import { refusal } from "~/contract/problem"
import type { SystemRole } from "~/contract/user"

/** Who makes a call, from wherever it comes. Never a request. */
export type Actor = {
  /** Null for a plan's API key. */
  userId: number | null
  userName: string
  systemRole: SystemRole
  via: "browser" | "key" | "agent" | "system"
  /** The only plan reached; null: all the person's. */
  planScope: number | null
  clientId: string | null
  /** Present when the caller asked that a repeat does nothing: the key, and a hash of what was sent. */
  idempotency: { key: string; hash: string } | null
  /** `If-Unmodified-Since-Version`: refuse when the entity's modifiedDate is another. */
  version: string | null
  /** Takes the plan's seq with the events that the call caused, for the answer's `X-Plan-Seq`, and another status than the call's. */
  caused?: { seq?: number; status?: 200 | 201 }
}

/** The name an actor's writes are remembered under for idempotency. */
export const callerName = (actor: Actor) => (actor.userId === null ? `k${actor.planScope}` : `u${actor.userId}`)

/** A person's id; the API key has none and reaches no call that asks. */
export const personOf = (actor: Actor): number => {
  if (actor.userId === null) throw refusal(403, "A plan's API key may not do this. Sign in instead.")
  return actor.userId
}
