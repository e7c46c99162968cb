import { languageInForce } from "~/contract/shared/language/in-force"
import { listen } from "~/database/connection.server"
import { seePerson } from "~/database/sign-in/account.server"
import {
  deleteOtherSessions,
  deleteSession,
  insertSession,
  noticePerson,
  type Place,
  type StoredSession,
  sessionById,
  sessionByNumber,
  sessionChannel,
  sessionsOf,
  touchSession,
} from "~/database/sign-in/session.server"
import type { Tx } from "~/database/transaction.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { signed, verified } from "~/outside/signing.server"
import { forgetAgent, forgetAgents, forgetAgentsOf } from "./agent-access.server"
import { forgetKey, forgetKeys } from "./plan-key.server"

export type Session = Omit<StoredSession, "stale" | "unseen" | "language" | "address"> & {
  /** The cookie must be set again: a day has passed, or another secret signs now. */
  renewed: boolean
}

const purpose = "session"
const unknownPlace: Place = { address: null, userAgent: null }
const cachedFor = 10_000
const mostCached = 20_000

type Cached = { read: Promise<StoredSession | undefined>; until: number; userId?: number; moved?: boolean }

const ids = new Map<string, { id: string; newest: boolean }>()
const sessions = new Map<string, Cached>()

/** Creates a session; returns the cookie's value. */
export const startSession = async (personId: number, place: Place = unknownPlace, tx?: Tx) =>
  signed(purpose, await insertSession(personId, place, languageInForce(), tx))

/** Ends a session in every process, for every copy of its cookie. */
export const endSession = async (sessionId: string) => {
  sessions.delete(sessionId)
  await deleteSession(sessionId)
}

/** A person's sessions for a list. */
export const listSessions = (personId: number, current: string | null) => sessionsOf(personId, current)

/** Ends a session of the person by its number in the list; false when they never had it. */
export const endSessionByNumber = async (personId: number, number: number) => {
  const id = await sessionByNumber(personId, number)
  if (id) await endSession(id)
  return id !== undefined
}

/** `current`: the one that stays; null: none does. */
export const endOtherSessions = async (personId: number, current: string | null) => {
  for (const id of await deleteOtherSessions(personId, current)) sessions.delete(id)
}

/** Makes every process reload the person, for example after a change of name or system role. */
export const personChanged = async (personId: number) => {
  forgetPerson(personId)
  await noticePerson(personId)
}

/** The cookie value of a session, signed with the newest secret. */
export const cookieOf = (sessionId: string) => signed(purpose, sessionId)

/** The session of the first valid cookie value, which is used from this address; null: that is not recorded. */
export const sessionOf = async (cookies: string[], address: string | null = null): Promise<Session | undefined> => {
  for (const cookie of cookies) {
    const known = idOf(cookie)
    if (!known) continue
    const cached = keep(known.id)
    const row = await cached.read
    if (!row) continue
    const renewed = row.stale || !known.newest
    // Once while it is cached: a caller that alternates between two addresses costs a statement in ten seconds.
    const moved = address !== null && address !== row.address && !cached.moved
    if (row.stale || row.unseen || moved) {
      const { stale, unseen } = row
      row.stale = row.unseen = false
      if (moved) cached.moved = true
      await touchSession(known.id, stale, address)
      if (unseen) await seePerson(row.userId)
    }
    const { sessionId, userId, userName, email, systemRole } = row
    return { sessionId, userId, userName, email, systemRole, renewed }
  }
  return undefined
}

/** The language that the person in the session of the first valid cookie has chosen. */
export const languageInSession = async (cookies: string[]) => {
  for (const cookie of cookies) {
    const known = idOf(cookie)
    const row = known && (await keep(known.id).read)
    if (row) return row.language
  }
  return null
}

/** The person of a session that has not ended. */
export const personInSession = (sessionId: string) => keep(sessionId).read

/** Drops cached sessions, agents and keys that other processes end, and all that is cached on a new connection. Resolves to a function that stops this. */
export const followSessions = () => {
  ids.clear()
  sessions.clear()
  const onNotice = (payload: string) => {
    const person = /^person (\d+)$/.exec(payload)?.[1]
    const key = /^key ([0-9a-f]{64})$/.exec(payload)?.[1]
    const agent = /^agent (\d+)$/.exec(payload)?.[1]
    if (person) forgetPerson(Number(person))
    else if (key) forgetKey(key)
    else if (agent) forgetAgent(Number(agent))
    else sessions.delete(payload)
  }
  return listen(sessionChannel, onNotice, () => {
    sessions.clear()
    forgetKeys()
    forgetAgents()
    forgetCards()
  })
}

const forgetPerson = (personId: number) => {
  forgetAgentsOf(personId)
  // A session that is still loading or was not found may be this person's.
  for (const [id, { userId }] of sessions) if (!userId || userId === personId) sessions.delete(id)
}

const idOf = (cookie: string) => {
  const known = ids.get(cookie)
  if (known) return known
  const opened = verified(purpose, cookie)
  if (!opened) return undefined
  const id = { id: opened.text, newest: opened.newest }
  ids.set(cookie, id)
  trim(ids)
  return id
}

const keep = (id: string) => {
  const now = Date.now()
  const had = sessions.get(id)
  if (had && had.until > now) return had
  const cached: Cached = { read: sessionById(id), until: now + cachedFor }
  cached.read.then(
    (row) => {
      cached.userId = row?.userId
    },
    () => {
      if (sessions.get(id) === cached) sessions.delete(id)
    },
  )
  sessions.delete(id)
  sessions.set(id, cached)
  trim(sessions)
  return cached
}

const trim = (map: Map<string, unknown>) => {
  const [oldest] = map.keys()
  if (map.size > mostCached && oldest !== undefined) map.delete(oldest)
}
