// callerOf(): who connects, by a ticket, an agent's access token or a plan's key, asked again with every call.
import { type Counted, countCall } from "~/api/rate-limit.server"
import { callerName, type Identity } from "~/domain/core/actor"
import {
  identityInSession,
  identityOfAccess,
  identityOfKey,
  identityOfTicket,
} from "~/domain/sign-in/mcp-ticket.server"
import { countedOfKey } from "~/domain/sign-in/plan-key.server"

export type Caller = {
  /** The caller as they are now; undefined once the session has ended or the key has been replaced. */
  identity: () => Promise<Identity | undefined>
  /** What rate limits count for. */
  counted: Counted
  /** A person, or a plan's key: what limits on connections count for. */
  name: string
  /** What is said when the identity has ended. */
  ended: string
}

const longestCredential = 200

/** A ticket only where `tickets`; undefined: the credential is not valid. Refuses with 429 who has tried many that are not. */
export const callerOf = async (given: string, address: string, tickets: boolean): Promise<Caller | undefined> => {
  if (given === "" || given.length > longestCredential) return undefined
  const caller = (tickets && (await byTicket(given))) || (await byAccess(given)) || (await byKey(given))
  if (!caller) await countCall(`ip ${address}`, "wrongKey")
  return caller
}

const byTicket = async (given: string): Promise<Caller | undefined> => {
  const { sessionId, userId } = (await identityOfTicket(given)) ?? {}
  if (!sessionId || !userId) return undefined
  const name = `u${userId}`
  return {
    identity: () => identityInSession(sessionId),
    counted: { by: sessionId, all: name },
    name,
    ended: "The session has ended.",
  }
}

const byAccess = async (given: string): Promise<Caller | undefined> => {
  const identity = await identityOfAccess(given)
  if (!identity) return undefined
  const name = callerName(identity)
  return {
    identity: () => identityOfAccess(given),
    // A sum of their own, so that agents can't use up the calls of their person.
    counted: { by: name, all: `agents u${identity.userId}` },
    name,
    ended: "The agent's access has ended.",
  }
}

const byKey = async (given: string): Promise<Caller | undefined> => {
  const identity = await identityOfKey(given)
  if (!identity) return undefined
  return {
    identity: () => identityOfKey(given),
    counted: countedOfKey(identity),
    name: callerName(identity),
    ended: "The key has been replaced, deleted or has expired.",
  }
}
