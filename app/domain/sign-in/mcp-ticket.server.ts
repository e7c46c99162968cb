// Who an agent acts for: a person by a ticket of their session or by what they have allowed, or a plan by its API key.
import { refusal } from "~/contract/problem"
import { insertTicket, takeTicket } from "~/database/sign-in/mcp-ticket.server"
import { type Identity, ownAccess, type Person } from "~/domain/core/actor"
import { randomText, sha256, signed, verified } from "~/outside/signing.server"
import { accountOptions } from "./accounts.server"
import { accessBy } from "./agent-access.server"
import { resource } from "./oauth-request.server"
import { holderOf } from "./plan-key.server"
import { personInSession } from "./session.server"

const purpose = "mcp ticket"
const prefix = "lt_"
/** Tickets that were tried here. None works twice, so a second try is refused here. */
const tried = new Set<string>()
const triedAtMost = 20_000

/** Opens one connection to the MCP server, within a minute. */
export const mcpTicket = async ({ sessionId }: Person) => {
  // Signed, so that trying invented ones costs no statement.
  const token = `${prefix}${signed(purpose, randomText(32))}`
  const expiresAt = sessionId && (await insertTicket(sha256(token), sessionId))
  if (!expiresAt) throw refusal(403, "A ticket needs a session: sign in.")
  return { token, url: `${accountOptions().mcpUrl}/mcp`, expiresAt }
}

const base = { ...ownAccess, clientId: null, idempotency: null, version: null } as const

/** The person whose ticket this is; the ticket is used up. */
export const identityOfTicket = async (token: string): Promise<Identity | undefined> => {
  if (!token.startsWith(prefix) || !verified(purpose, token.slice(prefix.length)) || tried.has(token)) return undefined
  const sessionId = await takeTicket(sha256(token))
  if (tried.size >= triedAtMost) tried.clear()
  tried.add(token)
  return sessionId === undefined ? undefined : identityInSession(sessionId)
}

/** The identity of a plan's key; undefined once it is replaced, deleted or expired. */
export const identityOfKey = async (apiKey: string) => {
  const holder = await holderOf(apiKey)
  if (!holder || holder.hasExpired) return undefined
  const { hasExpired: _, ...who } = holder
  return { ...base, ...who }
}

/** The person as they are now; undefined once the session has ended or the person is disabled. */
export const identityInSession = async (sessionId: string): Promise<Identity | undefined> => {
  const person = await personInSession(sessionId)
  if (!person) return undefined
  const { userId, userName, systemRole } = person
  return { ...base, userId, userName, systemRole, via: "agent", sessionId, planScope: null }
}

/** The agent as its person has allowed it; undefined once that has ended, or for a token of another server. */
export const identityOfAccess = async (token: string) => {
  const found = await accessBy(token)
  if (found?.resource !== resource()) return undefined
  const { userId, userName, systemRole, grantId, agent, access, plans } = found
  const who = { userId, userName, systemRole, via: "agent", grantId, agent, access, plans, planScope: null } as const
  return { ...base, ...who } satisfies Identity
}
