// callerOf(): who connects, by a ticket or a plan's key, asked again with every call.
import { countCall, refuseSpent } from "~/api/rate-limit.server"
import type { Identity } from "~/domain/actor"
import { identityInSession, identityOfKey, identityOfTicket } from "~/domain/mcp-ticket.server"

export type Caller = {
  /** The caller as they are now; undefined once the session has ended or the key has been replaced. */
  identity: () => Promise<Identity | undefined>
  /** What rate limits count for. */
  counted: string
  /** A person, or a plan's key: what limits on connections count for. */
  name: string
  /** A session ends while nobody calls; a key is noticed with the next call. */
  inSession: boolean
}

const longestCredential = 200

/** A ticket only where `tickets`; undefined: the credential is not valid. Refuses with 429 who tries many. */
export const callerOf = async (given: string, address: string, tickets: boolean): Promise<Caller | undefined> => {
  if (given === "" || given.length > longestCredential) return undefined
  refuseSpent(`ip ${address}`, "wrongKey")
  if (tickets && given.startsWith("lt_")) {
    const identity = await identityOfTicket(given)
    const { sessionId, userId } = identity ?? {}
    if (sessionId && userId) {
      return { identity: () => identityInSession(sessionId), counted: sessionId, name: `u${userId}`, inSession: true }
    }
  }
  const identity = await identityOfKey(given)
  if (!identity) await countCall(`ip ${address}`, "wrongKey")
  if (!identity) return undefined
  const name = `k${identity.planScope}`
  return { identity: () => identityOfKey(given), counted: name, name, inSession: false }
}
