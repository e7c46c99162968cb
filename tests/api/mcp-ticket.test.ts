// Tickets for one connection to the MCP server.
import { afterAll, expect, test } from "vitest"
import { authCalls } from "~/contract/account"
import { db } from "~/database/connection.server"
import { identityInSession, identityOfKey, identityOfTicket } from "~/domain/sign-in/mcp-ticket.server"
import { endOtherSessions } from "~/domain/sign-in/session.server"
import { type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
afterAll(api.close)

const ticketOf = async (as: Caller) => (await api.send(authCalls.mcpTicket, {}, { as })).body

test("a ticket is its person's, names the server, and works once, also when tried at the same time", async () => {
  const ada = await api.person()
  const asked = Date.now()
  const { token, url, expiresAt } = await ticketOf(ada)
  expect(url).toBe("ws://localhost:3001/mcp")
  expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(asked + 60_000)
  expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 60_000)
  const tried = await Promise.all([1, 2, 3, 4].map(() => identityOfTicket(token)))
  expect(tried.filter(Boolean)).toMatchObject([{ userId: ada.id, userName: ada.userName, planScope: null }])
  expect(await identityOfTicket(token)).toBeUndefined()
})

test("the database holds no ticket that could be used", async () => {
  const { token } = await ticketOf(await api.person())
  const rows =
    await db()`select encode(token_hash, 'escape') as text, encode(token_hash, 'base64') as base from app.mcp_ticket`
  expect(JSON.stringify(rows)).not.toContain(token.slice(3))
})

test("a ticket is dead after a minute, and older ones of the session are removed with the next", async () => {
  const ada = await api.person()
  const { token } = await ticketOf(ada)
  const late = await ticketOf(ada)
  await db()`update app.mcp_ticket set expires_date = now() - interval '1 second'`
  expect(await identityOfTicket(token)).toBeUndefined()
  await ticketOf(ada)
  const kept = await db()`
    select from app.mcp_ticket t join app.session s on s.id = t.session_id where s.person_id = ${ada.id}`
  expect(kept).toHaveLength(1)
  expect(await identityOfTicket(late.token)).toBeUndefined()
})

test("a ticket of an ended session or a disabled person is dead", async () => {
  const [ada, ben] = [await api.person(), await api.person()]
  const [first, second] = [await ticketOf(ada), await ticketOf(ben)]
  await endOtherSessions(ada.id, null)
  await db()`update app.person set enabled = false where id = ${ben.id}`
  expect(await identityOfTicket(first.token)).toBeUndefined()
  expect(await identityOfTicket(second.token)).toBeUndefined()
})

test("a ticket identifies nobody once its session has ended", async () => {
  const ada = await api.person()
  const identity = await identityOfTicket((await ticketOf(ada)).token)
  const sessionId = identity?.sessionId ?? ""
  expect(await identityInSession(sessionId)).toMatchObject({ userId: ada.id })
  await endOtherSessions(ada.id, null)
  expect(await identityInSession(sessionId)).toBeUndefined()
})

test("a ticket needs a signed-in person, and a plan's key is no ticket", async () => {
  expect((await api.send(authCalls.mcpTicket, {})).status).toBe(401)
  const { plan } = await api.filled(await api.person())
  const key = await api.key(plan.id)
  expect((await api.send(authCalls.mcpTicket, {}, { headers: { "x-api-key": key } })).status).toBe(403)
  expect(await identityOfTicket(key)).toBeUndefined()
  expect(await identityOfKey(key)).toMatchObject({ userId: null, planScope: plan.id })
  expect(await identityOfKey(`${key}x`)).toBeUndefined()
})
