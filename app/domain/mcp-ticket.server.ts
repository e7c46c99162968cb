// Who an agent acts for: a person by a ticket of their session, or a plan by its API key.
import { refusal } from "~/contract/problem"
import { insertTicket, takeTicket } from "~/database/mcp-ticket.server"
import { randomText, sha256 } from "~/outside/signing.server"
import type { Identity, Person } from "./actor"
import { planOfApiKey } from "./integration.server"
import { people } from "./people.server"
import { personInSession } from "./session.server"

/** Opens one connection to the MCP server, within a minute. */
export const mcpTicket = async ({ sessionId }: Person) => {
  const token = `lt_${randomText(32)}`
  const expiresAt = sessionId && (await insertTicket(sha256(token), sessionId))
  if (!expiresAt) throw refusal(403, "A ticket needs a session: sign in.")
  return { token, url: `${people().mcpUrl}/mcp`, expiresAt }
}

const base = { clientId: null, idempotency: null, version: null } as const

/** The person whose ticket this is; the ticket is used up. */
export const identityOfTicket = async (token: string): Promise<Identity | undefined> => {
  const sessionId = await takeTicket(sha256(token))
  return sessionId === undefined ? undefined : identityInSession(sessionId)
}

export const identityOfKey = async (apiKey: string): Promise<Identity | undefined> => {
  const planScope = await planOfApiKey(apiKey)
  return planScope === undefined
    ? undefined
    : { ...base, userId: null, userName: "Integration", systemRole: 3, via: "key", planScope }
}

/** The person as they are now; undefined once the session has ended or the person is disabled. */
export const identityInSession = async (sessionId: string): Promise<Identity | undefined> => {
  const person = await personInSession(sessionId)
  if (!person) return undefined
  const { userId, userName, systemRole } = person
  return { ...base, userId, userName, systemRole, via: "agent", sessionId, planScope: null }
}
