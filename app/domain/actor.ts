import type { Call, CallerOf, HandlersFor } from "~/contract/call"
import type { Capability } from "~/contract/capability"
import type { SystemRole } from "~/contract/user"

/** Who makes a call, over whatever transport. Never a request. */
export type Identity = {
  /** Null for a plan's API key. */
  userId: number | null
  userName: string
  systemRole: SystemRole
  via: "browser" | "key" | "agent" | "system"
  /** The only plan within reach; null: all plans of the person. */
  planScope: number | null
  clientId: string | null
  /** Set when a repeat must do nothing: the key, and a hash of the input. */
  idempotency: { key: string; hash: string } | null
  /** `If-Unmodified-Since-Version`: refuse when the entity's modifiedDate is another. */
  version: string | null
  /** Filled in while the call runs. */
  caused?: {
    /** The plan's seq with the call's events, for `X-Plan-Seq`. */
    seq?: number
    /** A status other than the call's own. */
    status?: 200 | 201
    /** What is stored under the call's idempotency key. */
    answer?: unknown
    /** The answer is for this caller alone, never stored. */
    secret?: true
    /** Set when this call repeats another: what that one answered. */
    replay?: { status: number | null; answer: unknown }
  }
}

/** An identity as it makes one call; `door` answers it. */
export type Actor = Identity & {
  /** What the call needs in its plan; null: it is about no plan. */
  needs: Capability | null
}

/** A person, not a plan's API key. */
export type Person = Actor & { userId: number }

export type Handlers<R extends Record<string, Call>> = HandlersFor<R, Actor, Person>
/** Who a call's handler gets. */
export type ActorOf<C> = CallerOf<C, Actor, Person>

/** The name an actor's answers are stored under for idempotency. */
export const callerName = (actor: Identity) => (actor.userId === null ? `k${actor.planScope}` : `u${actor.userId}`)
