import { generateKeyPairSync } from "node:crypto"
import { compactVerify, decodeProtectedHeader, jwtVerify } from "jose"
import { expect, test } from "vitest"
import { openRealtime, serverTicket, ticketFor, visitorTicket } from "./realtime.server"

const url = "https://abc.supabase.co"
const ada = { id: 7, userName: "Ada", sessionId: "s-1" }

test("tokens are signed with the project's ES256 key under its id, and browsers get the publishable key", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  openRealtime({
    url,
    anonKey: "sb_publishable_a-b",
    jwtKey: { kid: "7d1", jwk: privateKey.export({ format: "jwk" }) },
  })
  const ticket = await ticketFor(ada)
  expect([ticket.url, ticket.apiKey]).toEqual([url, "sb_publishable_a-b"])
  for (const { token } of [ticket, await visitorTicket({ linkId: 3, until: null })]) {
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: "7d1", typ: "JWT" })
    await compactVerify(token, publicKey)
  }
  const { payload } = await jwtVerify(ticket.token, publicKey)
  expect(payload).toMatchObject({ sub: "7", role: "authenticated", session_id: "s-1", user_id: 7 })
})

test("a project's secret signs without an id", async () => {
  const jwtSecret = "a secret of the project that is long enough"
  openRealtime({ url, anonKey: "anon", jwtSecret })
  const { token } = await ticketFor(ada)
  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" })
  await compactVerify(token, new TextEncoder().encode(jwtSecret))
})

test("browsers get the public address, the server its internal one", async () => {
  openRealtime({
    url,
    internalUrl: "http://kong:8000",
    anonKey: "anon",
    jwtSecret: "a secret of the project that is long enough",
  })
  expect((await ticketFor(ada)).url).toBe(url)
  expect((await serverTicket()).url).toBe("http://kong:8000")
})
