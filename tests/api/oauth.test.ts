// Agents sign in: registration and documents of programs, consent, codes and tokens, and how they end.
import { createHash, randomBytes } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { db } from "~/database/connection.server"
import { sweepAccounts } from "~/domain/core/sweeps.server"
import { identityOfAccess } from "~/domain/sign-in/mcp-ticket.server"
import { answerRequest, type Consent, readRequest, sealRequest } from "~/domain/sign-in/oauth-request.server"
import { openReach } from "~/outside/reach.server"
import { type Caller, openApi, origin } from "../support/api/api.ts"

const api = await openApi()
afterAll(api.close)

const resource = "http://localhost:3001/mcp"
const callback = "http://localhost:4000/callback"

const post = async (
  path: string,
  body: string | Record<string, string> | object,
  type = "application/x-www-form-urlencoded",
) => {
  const answer = await api.dispatch(
    new Request(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body:
        typeof body === "string"
          ? body
          : type === "application/json"
            ? JSON.stringify(body)
            : new URLSearchParams(body as Record<string, string>),
    }),
    { ip: "127.0.0.1" },
  )
  const text = await answer.text()
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown> }
}
const registered = async (...redirect_uris: string[]) => {
  const asked = { client_name: "Helper", redirect_uris: redirect_uris.length > 0 ? redirect_uris : [callback] }
  return String((await post("/oauth/register", asked, "application/json")).body.client_id)
}

const proof = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

type Asked = Record<string, string | string[] | undefined>
const query = (fields: Asked) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) params.append(name, each)
  return params
}
const request = (clientId: string, challenge: string, more: Asked = {}) =>
  query({
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    resource,
    ...more,
  })
const read = (params: URLSearchParams, as: Caller | null = null) => readRequest(params, as?.id ?? null, () => undefined)
const refused = async (params: URLSearchParams) => {
  const found = await read(params)
  if (!("to" in found)) return found
  const url = new URL(found.to)
  return [
    `${url.origin}${url.pathname}`,
    url.searchParams.get("error"),
    url.searchParams.get("state"),
    url.searchParams.get("iss"),
  ]
}

const sealed = async (params: URLSearchParams, as: Caller) => {
  const found = await read(params, as)
  if (!("request" in found)) throw new Error(JSON.stringify(found))
  return sealRequest(found.request)
}
const consented = (as: Caller, request: string, more: Partial<Consent> = {}) =>
  answerRequest(as.id, { request, answer: "allow", plans: null, access: "propose", days: "365", ...more })

const codeFor = async (as: Caller, more: Partial<Consent> = {}, asked: Asked = {}, client?: string) => {
  const clientId = client ?? (await registered())
  const { verifier, challenge } = proof()
  const answered = await consented(as, await sealed(request(clientId, challenge, asked), as), more)
  if (!("to" in answered)) throw new Error(answered.page)
  const params = new URL(answered.to).searchParams
  expect([params.get("state"), params.get("iss")]).toEqual(["a state", origin])
  return { clientId, verifier, code: params.get("code") ?? "" }
}
type Held = Awaited<ReturnType<typeof codeFor>>
const exchange = ({ clientId, verifier, code }: Held, more: Record<string, string> = {}) =>
  post("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: callback,
    ...more,
  })
const refresh = (clientId: string, token: unknown) =>
  post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: String(token) })
const connected = async (as: Caller, more: Partial<Consent> = {}) => {
  const held = await codeFor(as, more)
  const { body } = await exchange(held)
  return { ...held, access: String(body.access_token), refresh: String(body.refresh_token), body }
}
const agents = async (as: Caller) => (await api.send(accountCalls.agents, {}, { as })).body
const invalidGrant = { status: 400, body: { error: "invalid_grant" } }

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

test("a program registers itself as a public client, with addresses that may take an answer", async () => {
  const asked = {
    client_name: "Claude\u202e",
    redirect_uris: [callback],
    token_endpoint_auth_method: "client_secret_post",
  }
  expect(await post("/oauth/register", asked, "application/json")).toMatchObject({
    status: 201,
    body: { client_name: "Claude", redirect_uris: [callback], token_endpoint_auth_method: "none" },
  })
  const statusOf = async (redirect_uris: unknown) => {
    const { status, body } = await post("/oauth/register", { redirect_uris }, "application/json")
    return status === 201 ? 201 : body.error
  }
  for (const uri of [
    "https://claude.ai/api/mcp/auth_callback",
    "http://127.0.0.1/cb",
    "http://[::1]:1/",
    "cursor://a/cb",
    "com.example.app:/cb",
  ])
    expect([uri, await statusOf([uri])]).toEqual([uri, 201])
  const wrong = [
    "http://example.org/cb",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ms-msdt:/id",
    "myapp://x",
  ]
  for (const uri of [
    ...wrong,
    "https://a.example/#x",
    "https://me@a.example/",
    "/cb",
    "https://a.example/ä",
    `https://a.example/${"x".repeat(500)}`,
  ])
    expect([uri, await statusOf([uri])]).toEqual([uri, "invalid_redirect_uri"])
  for (const list of [[], undefined, "x", [1], Array(11).fill(callback)])
    expect(await statusOf(list)).toBe("invalid_redirect_uri")
  for (const body of ["{", "[]", "null", '"x"', ""])
    expect([body, await post("/oauth/register", body, "application/json")]).toMatchObject([
      body,
      { status: 400, body: { error: "invalid_client_metadata" } },
    ])
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

test("a code works once, within a minute, for its client, verifier and address; used again it ends what it gave", async () => {
  const ada = await api.person()
  const held = await codeFor(ada)
  const others: Record<string, string>[] = [
    { code_verifier: "x".repeat(43) },
    { client_id: await registered() },
    { redirect_uri: "http://localhost:4001/callback" },
    { code: "x" },
  ]
  for (const wrong of others) expect([wrong, await exchange(held, wrong)]).toMatchObject([wrong, invalidGrant])
  expect(await exchange(held, { resource: "https://other.example/mcp" })).toMatchObject({
    status: 400,
    body: { error: "invalid_target" },
  })
  expect((await exchange(held, { client_id: "" })).body.error).toBe("invalid_client")
  for (const missing of ["grant_type", "code", "code_verifier"])
    expect([missing, await exchange(held, { [missing]: "" })]).toMatchObject([
      missing,
      { status: 400, body: { error: "invalid_request" } },
    ])
  expect((await refresh(held.clientId, "")).body.error).toBe("invalid_request")
  for (const grant_type of ["password", "constructor", "__proto__"])
    expect((await exchange(held, { grant_type })).body.error).toBe("unsupported_grant_type")
  const [first, second] = await Promise.all([exchange(held), exchange(held)])
  expect([first.status, second.status].sort()).toEqual([200, 400])
  const token = String(first.body.access_token ?? second.body.access_token)
  expect(await identityOfAccess(token)).toBeUndefined()
  expect(await agents(ada)).toEqual([])

  const late = await codeFor(ada)
  await db()`update app.agent_grant set code_expires = now() where person_id = ${ada.id}`
  expect(await exchange(late)).toMatchObject(invalidGrant)
})

test("a client that sends HTTP authentication to the token endpoint is told that it is unknown by that scheme", async () => {
  const ask = (headers: Record<string, string>) =>
    api.dispatch(
      new Request(`${origin}/oauth/token`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x" }),
      }),
      { ip: "127.0.0.1" },
    )
  const tried = await ask({ authorization: `Basic ${btoa("client:secret")}` })
  expect([tried.status, tried.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="Laneway"'])
  expect(await tried.json()).toMatchObject({ error: "invalid_client" })
  const bare = await ask({})
  expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([401, null])
})

test("an agent that has ended does nothing more in this process, whether or not it has heard of it yet", async () => {
  const ada = await api.person()
  const ways: [string, (held: Awaited<ReturnType<typeof connected>>) => Promise<unknown>][] = [
    [
      "by its person",
      async () => api.send(accountCalls.endAgent, { id: (await agents(ada))[0]?.id ?? 0 }, { as: ada }),
    ],
    ["by itself", ({ clientId, refresh: token }) => post("/oauth/revoke", { token, client_id: clientId })],
    ["by its token", ({ clientId, access: token }) => post("/oauth/revoke", { token, client_id: clientId })],
    ["by a code that is used again", (held) => exchange(held)],
    ["by a replaced refresh token", ({ clientId }) => refresh(clientId, replaced)],
  ]
  let replaced = ""
  for (const [how, end] of ways) {
    const held = await connected(ada)
    const access = how.includes("replaced")
      ? String((await refresh(held.clientId, held.refresh)).body.access_token)
      : held.access
    replaced = held.refresh
    expect([how, await identityOfAccess(access)]).toMatchObject([how, { userId: ada.id }])
    await end(held)
    expect([how, await identityOfAccess(access)]).toEqual([how, undefined])
  }
})

test("a refresh token is replaced at each use, and a replaced one ends the grant for thief and owner", async () => {
  const ada = await api.person()
  const first = await connected(ada)
  const next = await refresh(first.clientId, first.refresh)
  expect(next.status).toBe(200)
  expect(await identityOfAccess(String(next.body.access_token))).toMatchObject({ userId: ada.id })
  expect(await refresh(await registered(), next.body.refresh_token)).toMatchObject(invalidGrant)
  expect(await refresh(first.clientId, `${String(next.body.refresh_token).slice(0, -3)}abc`)).toMatchObject(
    invalidGrant,
  )
  expect(await agents(ada)).toHaveLength(1)
  expect(await refresh(first.clientId, first.refresh)).toMatchObject(invalidGrant)
  expect(await refresh(first.clientId, next.body.refresh_token)).toMatchObject(invalidGrant)
  expect(await identityOfAccess(String(next.body.access_token))).toBeUndefined()
  expect(await agents(ada)).toEqual([])

  const raced = await connected(ada)
  const both = await Promise.all([refresh(raced.clientId, raced.refresh), refresh(raced.clientId, raced.refresh)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await agents(ada)).toEqual([])
})

test("an access token ends after an hour, a grant on its day, a refresh token after 90 days without use", async () => {
  const ada = await api.person()
  const { access, refresh: token, clientId } = await connected(ada)
  const age = (column: string, table: string) =>
    db().unsafe(`update app.${table} set ${column} = now() - interval '1 second'`)
  await age("expires_date", "agent_token")
  expect(await identityOfAccess(access)).toBeUndefined()
  const again = await refresh(clientId, token)
  expect(again.body).toMatchObject({ expires_in: 3600 })
  await db()`update app.agent_grant set expires_date = now() + interval '10 minutes' where person_id = ${ada.id}`
  const short = await refresh(clientId, again.body.refresh_token)
  expect(Number(short.body.expires_in)).toBeLessThanOrEqual(600)
  await age("refresh_expires", "agent_grant")
  expect(await refresh(clientId, short.body.refresh_token)).toMatchObject(invalidGrant)
  await sweepAccounts()
  expect(await db()`select from app.agent_grant where person_id = ${ada.id}`).toHaveLength(0)
})

test("ending an agent, revoking its token and disabling the person end what it holds, and nobody ends another's", async () => {
  const [ada, ben] = [await api.person(), await api.person()]
  const [mine, theirs] = [await connected(ada), await connected(ben)]
  expect(await identityOfAccess(mine.access)).toBeDefined()
  const [{ id } = { id: 0 }] = await agents(ada)
  expect((await api.send(accountCalls.endAgent, { id }, { as: ben })).status).toBe(404)
  expect((await api.send(accountCalls.endAgent, { id }, { as: ada })).status).toBe(204)
  expect(await identityOfAccess(mine.access)).toBeUndefined()
  expect(await refresh(mine.clientId, mine.refresh)).toMatchObject(invalidGrant)

  const revoke = (token: string, clientId = theirs.clientId) => post("/oauth/revoke", { token, client_id: clientId })
  expect(await identityOfAccess(theirs.access)).toBeDefined()
  for (const token of [theirs.access, theirs.refresh, "unknown"])
    expect((await revoke(token, mine.clientId)).status).toBe(200)
  expect(await agents(ben)).toHaveLength(1)
  expect((await revoke(theirs.access)).status).toBe(200)
  expect(await identityOfAccess(theirs.access)).toBeUndefined()
  expect((await revoke(theirs.refresh)).status).toBe(200)
  expect(await agents(ben)).toEqual([])

  const last = await connected(ben)
  expect(await identityOfAccess(last.access)).toBeDefined()
  await db()`update app.person set enabled = false where id = ${ben.id}`
  await db()`select pg_notify('session_ended', ${`person ${ben.id}`})`
  await expect.poll(() => identityOfAccess(last.access)).toBeUndefined()
  expect(await refresh(last.clientId, last.refresh)).toMatchObject(invalidGrant)
})

test("the client's own document names it, is verified where answers go to its host, and is fetched with care", async () => {
  let document: Record<string, unknown> | string = {}
  const service = http.createServer(({ url }, response) => {
    if (url === "/redirect") response.writeHead(302, { location: "http://169.254.169.254/latest" }).end()
    else if (url === "/large") for (let n = 0; n < 100; n++) response.write(" ".repeat(10_000))
    else response.end(typeof document === "string" ? document : JSON.stringify(document))
  })
  await new Promise<void>((resolve) => service.listen(0, "localhost", resolve))
  const host = `localhost:${(service.address() as AddressInfo).port}`
  const at = (path: string) => `http://${host}${path}`
  const { challenge } = proof()
  const ask = async (path: string, more: Asked = {}) =>
    read(request(at(path), challenge, { redirect_uri: at("/cb"), ...more }))

  document = { client_id: at("/client"), client_name: "Harbour pilot", redirect_uris: [at("/cb"), callback] }
  expect(await ask("/client")).toMatchObject({ request: { name: "Harbour pilot", host, verified: true } })
  expect(await ask("/client", { redirect_uri: callback })).toMatchObject({
    request: { host: "localhost:4000", verified: false },
  })
  expect(await ask("/client", { redirect_uri: at("/other") })).toEqual({ page: "redirect" })
  expect(await ask("/another")).toEqual({ page: "client" })
  for (const wrong of [
    "{",
    "[]",
    "null",
    { client_id: at("/wrong") },
    { client_id: at("/wrong"), redirect_uris: ["javascript:1"] },
  ]) {
    document = wrong
    expect([wrong, await ask("/wrong")]).toEqual([wrong, { page: "client" }])
  }
  for (const path of ["/redirect", "/large"]) expect([path, await ask(path)]).toEqual([path, { page: "client" }])
  openReach({ loopback: false })
  document = { client_id: at("/later"), redirect_uris: [at("/cb")] }
  expect(await ask("/later")).toEqual({ page: "client" })
  openReach({ loopback: true })
  for (const id of [
    "https://169.254.169.254/x",
    "https://[fd00::1]/x",
    "https://localhost.example/../x",
    "https://a.example",
  ])
    expect([id, await read(request(id, challenge))]).toEqual([id, { page: "client" }])
  service.closeAllConnections()
  service.close()
})

test("registrations without a grant are forgotten after a day, those that were allowed something after 90", async () => {
  const [unused, used] = [await registered(), await registered()]
  const ada = await api.person()
  await codeFor(ada, {}, {}, used)
  await db()`update app.oauth_client set created_date = now() - interval '2 days' where id in (${unused}, ${used})`
  await db()`delete from app.agent_grant where client_id = ${used}`
  await sweepAccounts()
  const { challenge } = proof()
  expect(await read(request(unused, challenge))).toEqual({ page: "client" })
  expect(await read(request(used, challenge))).toMatchObject({ request: { clientId: used } })
})
