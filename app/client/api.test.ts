import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { fileCalls } from "~/contract/file"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { call, isOffline, isPassing, send } from "./api"

let server: http.Server
let origin: string
let seen: { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string }
type Answer = { status: number; body?: string; headers?: Record<string, string> }
let answer: Answer = { status: 204 }
/** To the question who is signed in, while it is another one. */
let answerElsewhere: Answer | undefined

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    seen = { method: request.method, url: request.url, headers: request.headers, body }
    const given = (request.url === "/api/Account/UserProfile" && answerElsewhere) || answer
    response.writeHead(given.status, { "content-type": "application/json", ...given.headers })
    response.end(given.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test("splits the input into path, query and body as the contract declares", async () => {
  answer = { status: 200, body: `{"id":4}`, headers: { "x-plan-seq": "12" } }
  const sent = await send(
    itemCalls.update,
    { id: 4, planId: 7, topic: "é", goalId: null },
    { origin, idempotencyKey: "k" },
  )
  expect(sent).toEqual({ answer: { id: 4 }, seq: 12 })
  expect(seen).toMatchObject({ method: "PUT", url: "/api/Item/4?planId=7" })
  expect(JSON.parse(seen.body)).toEqual({ topic: "é", goalId: null })
  expect(seen.headers).toMatchObject({ "idempotency-key": "k", "content-type": "application/json" })
  expect(seen.headers["x-client-id"]).toMatch(/^[0-9a-f-]{36}$/)

  await call(goalCalls.update, { id: 4, planId: 7, name: "x" }, { origin })
  expect([seen.url, JSON.parse(seen.body)]).toEqual(["/api/Goal?planId=7", { id: 4, name: "x" }])

  answer = { status: 204 }
  expect(await call(goalCalls.updateOrders, { planId: 7, orders: [{ id: 1, order: 2 }] }, { origin })).toBeUndefined()
  expect([seen.url, JSON.parse(seen.body)]).toEqual(["/api/Goal/UpdateOrders?planId=7", [{ id: 1, order: 2 }]])

  answer = { status: 200, body: `{"seq":1,"events":[]}` }
  await call(planCalls.changes, { planId: 7, since: 0 }, { origin })
  expect(seen).toMatchObject({ method: "GET", url: "/api/Plan/7/changes?since=0", body: "" })
})

const thrown = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error("nothing thrown")
}
const problemAnswer = (status: number, message: string) => ({
  status,
  body: JSON.stringify({ status, message }),
  headers: { "content-type": "application/problem+json" },
})
const signedOut = problemAnswer(401, "Sign in first.")
const goal = (options = {}) => thrown(call(goalCalls.get, { planId: 7, id: 1 }, { origin, ...options }))

test("a plain-text answer is returned as a string", async () => {
  answer = {
    status: 200,
    body: "/storage/v1/object/sign/a.png?token=b",
    headers: { "content-type": "text/plain; charset=utf-8" },
  }
  const address = await call(fileCalls.downloadUrl, { planId: 7, fileName: "a b.png" }, { origin })
  expect(address).toBe("/storage/v1/object/sign/a.png?token=b")
  expect(seen.url).toBe("/api/File/DownloadUrl/7/a%20b.png")
})

test("a problem answer is thrown as a refusal", async () => {
  answer = {
    status: 409,
    body: JSON.stringify({ status: 409, message: "Uncomplete it first." }),
    headers: { "content-type": "application/problem+json" },
  }
  const refusal = await goal()
  expect(isRefusal(refusal) && refusal.problem).toMatchObject({ status: 409, message: "Uncomplete it first." })
  expect(isPassing(refusal)).toBe(false)
})

test("an error answer without a problem gets one from its status", async () => {
  answer = { status: 502, body: "<html>", headers: { "content-type": "text/html", "retry-after": "3" } }
  const refusal = await goal()
  expect(isRefusal(refusal) && refusal.problem).toMatchObject({ status: 502, retryAfter: 3 })
  expect(isPassing(refusal)).toBe(true)
})

test("401 calls onSignedOut", async () => {
  answer = signedOut
  let told = 0
  await goal({ onSignedOut: () => told++ })
  expect(told).toBe(1)
})

test("401 leads to the sign-in page and back to the open page, unless its person has signed out", async () => {
  answer = signedOut
  const opened: string[] = []
  const location = { pathname: "/board", href: "http://x/board?planId=7", assign: (to: string) => opened.push(to) }
  vi.stubGlobal("window", { location })
  vi.resetModules()
  const page = await import("./api")
  const goal = () => thrown(page.call(goalCalls.get, { planId: 7, id: 4 }, { origin }))
  await goal()
  expect(opened).toEqual(["/login?returnUrl=%2Fboard%3FplanId%3D7"])
  // A second navigation would cancel the first.
  await goal()
  expect(opened).toHaveLength(1)
  const now = performance.now()
  const clock = vi.spyOn(performance, "now").mockReturnValue(now + 11_000)
  await goal()
  expect(opened).toHaveLength(2)
  clock.mockReturnValue(now + 22_000)
  const { forgetPerson } = await import("./memory/forget")
  forgetPerson()
  await goal()
  clock.mockRestore()
  vi.unstubAllGlobals()
  // The modules of this page know that its person has left.
  vi.resetModules()
  expect(opened).toHaveLength(2)
})

test("a lost connection is Offline, not a refusal", async () => {
  const offline = await goal({ origin: "http://127.0.0.1:9" })
  expect([isOffline(offline), isRefusal(offline), isPassing(offline)]).toEqual([true, false, true])
})

test("a page where an answer was expected, and an answer that breaks off, count as no connection", async () => {
  answer = { status: 200, body: "<html>Please log in</html>", headers: { "content-type": "text/html" } }
  expect(isOffline(await thrown(call(planCalls.list, {}, { origin })))).toBe(true)
  answer = { status: 403, body: "<html>Please log in</html>", headers: { "content-type": "text/html; charset=utf-8" } }
  expect(isOffline(await thrown(call(goalCalls.updateOrders, { planId: 7, orders: [] }, { origin })))).toBe(true)
  for (const headers of [{ "content-type": "application/json" }, { "content-type": "text/plain" }]) {
    answer = { status: 200, body: "OK", headers }
    expect(isOffline(await thrown(call(planCalls.list, {}, { origin })))).toBe(true)
    expect(isOffline(await thrown(call(goalCalls.updateOrders, { planId: 7, orders: [] }, { origin })))).toBe(true)
  }
  answer = { status: 200, body: "" }
  expect(isOffline(await thrown(call(planCalls.list, {}, { origin })))).toBe(true)
  answer = { status: 200, body: '[{"id":1},{"id"' }
  expect(isOffline(await thrown(call(planCalls.list, {}, { origin })))).toBe(true)
})

const html = { "content-type": "text/html; charset=utf-8" }
const blockedBy: [string, Answer][] = [
  ["a firewall's page", { status: 403, body: "<html>Blocked</html>", headers: html }],
  ["a proxy that filters methods", { status: 405, body: "<html>", headers: html }],
  ["a proxy's size limit", { status: 413, body: "<html>", headers: html }],
  ["a firewall that answers with text", { status: 403, body: "Forbidden", headers: { "content-type": "text/plain" } }],
  ["a gateway that answers with JSON", { status: 403, body: `{"message":"Forbidden"}` }],
  ["an answer without a type", { status: 400, body: "", headers: { "content-type": "" } }],
  ["a proxy that asks for a password", { status: 401, body: "<html>", headers: html }],
  ["a firewall whose page is a success", { status: 200, body: "<html>Request rejected</html>", headers: html }],
]

test.for(blockedBy)("while the server answers other calls, %s refuses a call", async ([, given]) => {
  answer = given
  const told = vi.fn()
  const sent = () => thrown(call(goalCalls.update, { planId: 7, id: 4, name: "x" }, { origin, onSignedOut: told }))
  for (const elsewhere of [
    { status: 200, body: `{"id":1,"userName":"Ada"}` },
    signedOut,
    problemAnswer(503, "Busy."),
  ]) {
    answerElsewhere = elsewhere
    const refusal = await sent()
    expect(isRefusal(refusal) && refusal.problem).toMatchObject({
      status: 0,
      message: `A firewall or proxy on the way to Laneway blocked this (status ${given.status}).`,
    })
    expect(isPassing(refusal)).toBe(false)
  }
  // A captive portal answers everything.
  answerElsewhere = undefined
  expect(isOffline(await sent())).toBe(true)
  for (const portal of [
    { status: 200, body: `{"login":true}` },
    { status: 511, body: "<html>", headers: html },
  ]) {
    answerElsewhere = portal
    expect(isOffline(await sent())).toBe(true)
  }
  answerElsewhere = undefined
  expect(told).not.toHaveBeenCalled()
})

test("a retryable answer of an intermediary is retried", async () => {
  answerElsewhere = signedOut
  for (const status of [408, 425, 429, 502, 511]) {
    answer = { status, body: "<html>", headers: html }
    expect(isPassing(await goal())).toBe(true)
  }
  answerElsewhere = undefined
})

test("a connection on which nothing arrives ends by a deadline", async () => {
  const silent = http.createServer(() => {}).listen(0, "127.0.0.1")
  await once(silent, "listening")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    const { port } = silent.address() as AddressInfo
    const failing = thrown(call(planCalls.list, {}, { origin: `http://127.0.0.1:${port}` }))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isOffline(await failing)).toBe(true)
  } finally {
    vi.useRealTimers()
    silent.closeAllConnections()
    silent.close()
  }
})
