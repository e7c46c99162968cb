// Agents ask to be let in: what is asked for, a person's consent, and the tokens that it becomes.
import { afterAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { identityOfAccess } from "~/domain/sign-in/mcp-ticket.server"
import { sealRequest } from "~/domain/sign-in/oauth-request.server"
import { origin } from "../support/api/api.ts"
import {
  type Asked,
  callback,
  consented,
  openOauth,
  proof,
  read,
  refused,
  request,
  resource,
  sealed,
} from "../support/api/oauth.ts"

const { api, agents, codeFor, exchange, registered } = await openOauth()
afterAll(api.close)

test("the server describes itself", async () => {
  const { status, body } = await api.call("GET", "/.well-known/oauth-authorization-server")
  expect([status, body]).toMatchObject([
    200,
    {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    },
  ])
  expect((await api.call("GET", "/oauth/token")).status).toBe(405)
})

test("a request is refused on a page until its redirect address is known to be right, then at that address", async () => {
  const { challenge } = proof()
  const id = await registered(callback, "https://app.example/cb?x=1")
  const ask = (more: Asked) => refused(request(id, challenge, more))
  for (const clientId of ["", "lc_unknown", "javascript:1", "http://example.org/x", [id, id]])
    expect(await ask({ client_id: clientId })).toEqual({ page: "client" })
  const others = [
    "http://localhost:4000/callback/",
    "http://localhost:4000/callback?x",
    "http://localhost:4000/callbacks",
    "http://127.0.0.1:4000/callback",
  ]
  const tricks = [
    "https://app.example/cb",
    "https://app.example/cb?x=1&y",
    "https://app.example.evil/cb?x=1",
    "https://app.example:444/cb?x=1",
    "http://localhost:4000@evil.example/callback",
  ]
  for (const uri of [...others, ...tricks, "HTTP://localhost:4000/callback", undefined, [callback, callback]])
    expect([uri, await ask({ redirect_uri: uri })]).toEqual([uri, { page: "redirect" }])
  expect(await read(request(id, challenge, { redirect_uri: "http://localhost:51234/callback" }))).toMatchObject({
    request: { redirectUri: "http://localhost:51234/callback", host: "localhost:51234", verified: false },
  })
  const at = (error: string, state: string | null = "a state") => [
    "http://localhost:4000/callback",
    error,
    state,
    origin,
  ]
  expect(await ask({ response_type: "token" })).toEqual(at("unsupported_response_type"))
  for (const more of [
    { code_challenge: undefined },
    { code_challenge_method: "plain" },
    { code_challenge_method: undefined },
    { code_challenge: "short" },
  ])
    expect(await ask(more)).toEqual(at("invalid_request"))
  for (const other of [undefined, "http://localhost:3000/mcp", `${resource}/x`, "x", [resource, resource]])
    expect([other, await ask({ resource: other })]).toEqual([other, at("invalid_target")])
  for (const scope of ["plans:admin", "plans:read plans:admin"])
    expect(await ask({ scope })).toEqual(at("invalid_scope"))
  expect(await ask({ state: "x".repeat(601) })).toEqual(at("invalid_request", null))
})

test("consent becomes a code, the code tokens, and the tokens an agent that acts within them", async () => {
  const ada = await api.person()
  const [{ plan }, other] = [await api.filled(ada), await api.plan(ada)]
  const stranger = await api.plan(await api.person())
  const held = await codeFor(ada, { plans: [plan.id, stranger.id] })
  const answer = await exchange(held, { resource })
  expect(answer).toMatchObject({
    status: 200,
    body: { token_type: "Bearer", expires_in: 3600, scope: "plans:read plans:propose" },
  })
  const identity = await identityOfAccess(String(answer.body.access_token))
  expect(identity).toMatchObject({ userId: ada.id, agent: "Helper", access: "propose", plans: [plan.id], via: "agent" })
  expect(await agents(ada)).toMatchObject([
    {
      name: "Helper",
      host: "localhost:4000",
      verified: false,
      scopes: ["plans:read", "plans:propose"],
      plans: [plan.id],
    },
  ])
  expect(other.id).not.toBe(plan.id)
  // Nothing that the database holds opens anything.
  const stored = JSON.stringify(
    await db()`select t::text, g::text from app.agent_grant g left join app.agent_token t on t.grant_id = g.id`,
  )
  for (const secret of [held.code, answer.body.access_token, answer.body.refresh_token]) {
    expect(stored).not.toContain(String(secret))
    expect(stored).not.toContain(Buffer.from(String(secret)).toString("hex"))
  }
})

test("only what was asked for is granted, and no scope asks for all", async () => {
  const ada = await api.person()
  const { challenge } = proof()
  const id = await registered()
  const onlyReads = await sealed(request(id, challenge, { scope: "plans:read" }), ada)
  expect(await consented(ada, onlyReads, { access: "write" })).toEqual({ page: "invalid" })
  const all = await codeFor(ada, { access: "write", days: "" })
  expect((await exchange(all)).body.scope).toBe("plans:read plans:propose plans:write")
  expect(await agents(ada)).toMatchObject([{ plans: null, expires: null, lastUsedAt: null }])
})

test("a request waits ten minutes, for the person who saw it, and grants once", async () => {
  const [ada, ben] = [await api.person(), await api.person()]
  const { challenge } = proof()
  const id = await registered()
  const found = await read(request(id, challenge), ada)
  if (!("request" in found)) throw new Error("refused")
  expect(await consented(ada, sealRequest({ ...found.request, until: Date.now() - 1 }))).toEqual({ page: "expired" })
  const waiting = sealRequest(found.request)
  expect(await consented(ben, waiting)).toEqual({ page: "person" })
  expect(await consented(ada, `${waiting.slice(0, -3)}abc`)).toEqual({ page: "invalid" })
  const denied = await consented(ada, waiting, { answer: "deny" })
  expect("to" in denied && new URL(denied.to).searchParams.get("error")).toBe("access_denied")
  const both = await Promise.all([consented(ada, waiting), consented(ada, waiting)])
  expect(both.filter((answer) => "to" in answer)).toHaveLength(1)
  expect(both).toContainEqual({ page: "invalid" })
})
