import type { Call, CallerOf, HandlersFor } from "~/contract/call"
import type { AccessLevel, Capability } from "~/contract/capability"
import type { SystemRole } from "~/contract/role"

/** The person, API key or visitor that makes a call, independent of the transport. */
export type Identity = {
  /** Null for a plan's API key and for a visitor. */
  userId: number | null
  userName: string
  systemRole: SystemRole
  via: "browser" | "key" | "agent" | "system" | "link"
  /** The public link that a visitor came by. */
  linkId?: number
  /** The session that makes the call; absent without one. */
  sessionId?: string
  /** The plan's key that makes the call; the caller's name is the key's. */
  keyId?: number
  /** The owner of that plan. */
  keyOwnerId?: number
  /** The only accessible plan; null: all plans of the person. */
  planScope: number | null
  /** What the credential allows, within the person's role. */
  access: AccessLevel
  /** The plans that an agent was given; null: all of its person's. */
  plans: number[] | null
  /** The agent that acts for the person, by the name it was connected under. */
  agent: string | null
  /** That agent's grant. */
  grantId?: number
  clientId: string | null
  /** Set when a repeat must have no effect: the key, and a hash of the input. */
  idempotency: { key: string; hash: string } | null
  /** `If-Unmodified-Since-Version`: refuse when the entity's modifiedDate differs. */
  version: string | null
  /** Filled in while the call runs. */
  caused?: {
    /** The plan's seq with the call's events, for `X-Plan-Seq`. */
    seq?: number
    /** The answer is a page that continues after the row with this id, for `Link`. */
    next?: number
    /** Rows on all pages, for `X-Total-Count`. */
    total?: number
    /** A status other than the call's own. */
    status?: 200 | 201 | 202
    /** What is stored under the call's idempotency key. */
    answer?: unknown
    /** The call's outcome was applied, and its key taken with it. */
    applied?: true
    /** The answer holds a secret and is never stored. */
    secret?: true
    /** Set when this call is a repeat: the first call's answer. */
    replay?: { status: number | null; answer: unknown }
  }
}

/** The access of people themselves, and of what works in the background for them. */
export const ownAccess = { access: "write", plans: null, agent: null } as const satisfies Partial<Identity>

/** Whether the credential is for this plan; the person's role there is checked elsewhere. */
export const isFor = ({ planScope, plans }: Identity, planId: number) =>
  (planScope === null || planScope === planId) && (plans === null || plans.includes(planId))

/** An identity making one call; `door` creates it. */
export type Actor = Identity & {
  /** The capability that the call needs in its plan; null: it concerns no plan. */
  needs: Capability | null
}

/** A person, not a plan's API key. */
export type Person = Actor & { userId: number }

export type Handlers<R extends Record<string, Call>> = HandlersFor<R, Actor, Person>
/** The actor that a call's handler gets. */
export type ActorOf<C> = CallerOf<C, Actor, Person>

/** The caller that an actor's idempotent answers are stored under, and that limits count for: an agent is one of its own. */
export const callerName = ({ userId, planScope, grantId, keyId }: Caller) =>
  grantId !== undefined
    ? `grant${grantId}`
    : keyId !== undefined
      ? `key${keyId}`
      : userId === null
        ? `k${planScope}`
        : `u${userId}`

type Caller = Pick<Identity, "userId" | "planScope" | "grantId" | "keyId">

/** The name that rows a key makes are stored with; null: a person makes them. */
export const keyName = ({ keyId, userName }: Identity) => (keyId === undefined ? null : userName)
