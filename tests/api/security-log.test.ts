// The security log: what an operator learns of sign-ins, refusals, roles, keys and exports, and that no secret is in it.
import { afterAll, beforeEach, expect, test } from "vitest"
import { logRefusals } from "~/domain/limits/refusals.server"
import { onSecurityEvent, type SecurityEvent, type SecurityFields } from "~/domain/limits/security-log.server"
import { type Browser, openSignIn, origin } from "../support/api/sign-in.ts"

let events: { event: SecurityEvent; fields: SecurityFields }[] = []
const server = await openSignIn()
onSecurityEvent((event, fields) => events.push({ event, fields }))
afterAll(async () => {
  onSecurityEvent(() => {})
  await server.close()
})
beforeEach(() => {
  events = []
})
const named = (event: SecurityEvent) => events.filter((each) => each.event === event).map(({ fields }) => fields)
const call = async (browser: Browser, method: string, path: string, body?: unknown) =>
  server.call(method, path, { browser, body, ip: "203.0.113.8" })

test("a sign-in, its refusal and a sign-out are logged with person, place and request", async () => {
  const browser: Browser = new Map()
  const link = await server.askedLink("ada@example.org", { browser })
  await server.call("POST", link, { browser, ip: "203.0.113.8" })
  const person = (await server.profile(browser)).profile?.id
  expect(named("sign-in")).toEqual([
    { requestId: expect.any(String), from: "203.0.113.8", person, way: "mail", newBrowser: false },
  ])
  await server.call("POST", link, { ip: "203.0.113.9" })
  expect(named("sign-in refused")).toMatchObject([{ from: "203.0.113.9", reason: "invalid" }])
  await call(browser, "POST", "/api/auth/logoff")
  expect(named("sign-out")).toMatchObject([{ person, from: "203.0.113.8" }])
})

test("roles, keys, exports, ended sessions and refusals are logged; a plain call is not, and no secret is", async () => {
  // Refusals of other tests in this process count too.
  logRefusals()
  const browser = await server.signedIn("grace@example.org")
  const id = (await server.profile(browser)).profile?.id ?? 0
  const plan = JSON.parse((await call(browser, "POST", "/api/Plan", { name: "Harbour" })).text).id
  events = []
  await call(browser, "GET", `/api/Plan/${plan}/board`)
  await call(browser, "PUT", `/api/Users/${id}`, { userName: "Grace Hopper" })
  expect(events).toEqual([])

  const { apiKey } = JSON.parse((await call(browser, "POST", `/api/plans/${plan}/integration/enable`)).text)
  await call(browser, "GET", `/api/Plan/${plan}/export?format=json`)
  const guest = { email: "guest@example.org", planId: plan, role: 2, userName: "Guest" }
  await call(browser, "POST", "/api/invitation/invite", guest)
  await call(browser, "DELETE", "/api/Account/sessions")
  expect((await call(browser, "PUT", `/api/Users/${id}`, { role: 0 })).status).toBe(403)
  const stolen = { "X-API-KEY": "lw_wrong" }
  expect((await server.call("GET", `/api/Goal/plan/${plan}`, { headers: stolen })).status).toBe(401)
  const foreign = { headers: { origin: "https://evil.example" }, browser }
  expect((await server.call("POST", "/api/Plan", { ...foreign, body: { name: "x" } })).status).toBe(403)

  expect(named("key changed")).toMatchObject([{ person: id, plan, from: "203.0.113.8" }])
  expect(named("exported")).toMatchObject([{ person: id, plan, format: "json" }])
  expect(named("role changed")).toMatchObject([{ person: id, plan, role: 2 }])
  expect(named("session ended")).toMatchObject([{ person: id }])
  expect(named("refused")).toMatchObject([
    { person: id, status: 403, call: `PUT /api/Users/${id}` },
    { person: null, status: 401, call: `GET /api/Goal/plan/${plan}` },
    { person: id, status: 403, call: "POST /api/Plan" },
  ])
  const text = JSON.stringify(events)
  for (const secret of [apiKey, "lw_wrong", "guest@example.org", "Guest", [...browser.values()].join(), origin])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
})

test("a caller who is refused often gets one entry for all of it, and few of their own for rights", async () => {
  const browser = await server.signedIn("eve@example.org")
  const id = (await server.profile(browser)).profile?.id ?? 0
  logRefusals()
  events = []
  for (let n = 0; n < 25; n++) await call(browser, "GET", "/api/Plan/999999/board")
  for (let n = 0; n < 15; n++) await call(browser, "PUT", `/api/Users/${id}`, { role: 0 })
  for (let n = 0; n < 5; n++) await call(browser, "POST", "/api/Plan", { name: 3 })
  await server.call("GET", "/api/Plan", { ip: "203.0.113.77" })
  expect(named("refused")).toHaveLength(10)
  logRefusals()
  expect(named("refused often")).toEqual([
    {
      requestId: null,
      from: "203.0.113.8",
      person: id,
      plan: null,
      refusals: 45,
      statuses: { 400: 5, 403: 15, 404: 25 },
    },
  ])
  for (let n = 0; n < 35; n++) await server.call("GET", `/api/nowhere/${n}`, { ip: "203.0.113.78" })
  for (let n = 0; n < 29; n++) await server.call("GET", `/api/nowhere/${n}`, { ip: "203.0.113.79" })
  logRefusals()
  expect(named("refused often").slice(1)).toMatchObject([{ from: "203.0.113.78", person: null, statuses: { 404: 35 } }])
})
