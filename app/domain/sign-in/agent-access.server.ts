// Access tokens of agents: newAccessToken(), accessBy(token), endGrant(id, of), endToken(token, clientId).
// forgetAgent(grantId), forgetAgentsOf(personId), forgetAgents(): for what another process ended.
import { notFound } from "~/contract/problem"
import {
  accessOf,
  agentsOf,
  deleteGrant,
  deleteToken,
  type StoredAccess,
  touchGrant,
} from "~/database/sign-in/agent-grant.server"
import type { Person } from "~/domain/core/actor"
import { randomText, sha256, signed, verified } from "~/outside/signing.server"

const purpose = "agent access"
const prefix = "la_"
const cachedFor = 10_000
const mostCached = 20_000

/** Signed, so that trying invented ones costs no statement. */
export const newAccessToken = () => `${prefix}${signed(purpose, randomText(32))}`

export const isAccessToken = (token: string) =>
  token.startsWith(prefix) && verified(purpose, token.slice(prefix.length)) !== undefined

type Cached = { read: Promise<StoredAccess | undefined>; until: number; row?: StoredAccess | undefined }

const accesses = new Map<string, Cached>()

/** Undefined once the token or its grant has ended, or the person is disabled. */
export const accessBy = async (token: string): Promise<StoredAccess | undefined> => {
  const row = isAccessToken(token) ? await keep(sha256(token)).read : undefined
  if (!row || row.until <= Date.now()) return undefined
  if (row.unseen) {
    row.unseen = false
    await touchGrant(row.grantId)
  }
  return row
}

export const agents = ({ userId }: Person) => agentsOf(userId)

export const endAgent = async ({ userId }: Person, { id }: { id: number }) => {
  if (!(await endGrant(id, { personId: userId }))) throw notFound()
  return undefined
}

/** Ends the grant here at once, and in other processes when they hear of it. False: there is none of this person or client. */
export const endGrant = async (id: number, of: Parameters<typeof deleteGrant>[1] = {}) => {
  const isEnded = await deleteGrant(id, of)
  if (isEnded) forgetAgent(id)
  return isEnded
}

/** Ends one access token of the client. */
export const endToken = async (token: string, clientId: string) => {
  const hash = sha256(token)
  await deleteToken(hash, clientId)
  accesses.delete(hash.toString("base64url"))
}

export const forgetAgent = (grantId: number) => forget((row) => row.grantId === grantId)
export const forgetAgentsOf = (personId: number) => forget((row) => row.userId === personId)
export const forgetAgents = () => accesses.clear()

// A token that is still loading or was not found may be one of these.
const forget = (isOf: (row: StoredAccess) => boolean) => {
  for (const [hash, { row }] of accesses) if (!row || isOf(row)) accesses.delete(hash)
}

const keep = (hash: Buffer): Cached => {
  const key = hash.toString("base64url")
  const now = Date.now()
  const had = accesses.get(key)
  if (had && had.until > now) return had
  const cached: Cached = { read: accessOf(hash), until: now + cachedFor }
  cached.read.then(
    (row) => {
      cached.row = row
    },
    () => {
      if (accesses.get(key) === cached) accesses.delete(key)
    },
  )
  accesses.delete(key)
  accesses.set(key, cached)
  const [oldest] = accesses.keys()
  if (accesses.size > mostCached && oldest !== undefined) accesses.delete(oldest)
  return cached
}
