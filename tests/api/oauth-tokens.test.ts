// Codes and tokens of agents: what each is good for, and how they end.
import { afterAll, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { db } from "~/database/connection.server"
import { sweepAccounts } from "~/domain/core/sweeps.server"
import { identityOfAccess } from "~/domain/sign-in/mcp-ticket.server"
import { origin } from "../support/api/api.ts"
import { invalidGrant, openOauth } from "../support/api/oauth.ts"

const { api, agents, codeFor, connected, exchange, post, refresh, registered } = await openOauth()
afterAll(api.close)

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
