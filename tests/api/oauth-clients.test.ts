// Programs that ask to be let in: registered, or named by a document of their own.
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { sweepAccounts } from "~/domain/core/sweeps.server"
import { openReach } from "~/outside/reach.server"
import { type Asked, callback, openOauth, proof, read, request } from "../support/api/oauth.ts"

const { api, codeFor, post, registered } = await openOauth()
afterAll(api.close)

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
