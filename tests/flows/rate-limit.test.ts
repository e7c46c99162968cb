// Two processes on one database share their rate limits, and so does the MCP server beside them.
import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import WebSocket from "ws"
import { integrationCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import { type Agents, startAgents } from "../support/product/mcp.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"

let first: Product
let second: Product
let agents: Agents
const people = new Map<string, Person>()

const env = { RATE_LIMITS: "on", SESSION_SECRET: "one secret of both processes that is long enough to be one" }

beforeAll(async () => {
  first = await startProduct({ env })
  // While only one process runs: with two, the mail might be in the other's directory.
  for (const name of ["searches", "calls", "agents", "proofs"])
    people.set(name, await signIn(first, `${name}@example.org`))
  second = await startProduct({ env: { ...env, DATABASE_URL: first.databaseUrl } })
  agents = await startAgents(first, { ...env, LIMITS: "sockets_per_address=3" })
})
afterAll(async () => {
  await agents?.stop()
  await second?.remove()
  await first?.remove()
})

/**
 * How many of `calls` in one window are allowed, sent to both processes alternately, some concurrently. If the window
 * ends in between, it starts over in the next one, which has counted at most `unsure` calls already.
 */
const allowed = async (person: Person, path: string, calls: number) => {
  const atOnce = 6
  const windowNow = () => Math.floor(Date.now() / 60_000)
  const ask = async (index: number) => {
    const { url } = index % 2 === 0 ? first : second
    const answer = await fetch(`${url}${path}`, { headers: { cookie: person.cookie } })
    await answer.arrayBuffer()
    return answer.status
  }
  let window = windowNow()
  let unsure = 0
  let statuses: number[] = []
  while (statuses.length < calls) {
    const some = await Promise.all(Array.from({ length: atOnce }, (_, index) => ask(index)))
    if (windowNow() === window) statuses.push(...some)
    else {
      window = windowNow()
      unsure = atOnce
      statuses = []
    }
  }
  return { ok: statuses.filter((status) => status === 200).length, unsure, statuses }
}

/** The status of the upgrade, and the socket where it is 101. */
const connect = (key: string) =>
  new Promise<{ status: number; socket?: WebSocket }>((resolve) => {
    const socket = new WebSocket(agents.url, "mcp", { headers: { "X-API-KEY": key } })
    socket.once("open", () => resolve({ status: 101, socket }))
    socket.once("unexpected-response", (_, { statusCode = 0 }) => resolve({ status: statusCode }))
    socket.on("error", () => {})
  })

test("an agent's messages count as calls, on both transports, and sockets for their address", async () => {
  const person = people.get("agents") as Person
  const keyOf = async (name: string) => {
    const { id: planId } = (await person.send(planCalls.create, { name })).body
    return (await person.send(integrationCalls.enable, { planId })).body.apiKey
  }
  const [key, other] = [await keyOf("Harbour"), await keyOf("Quay")]
  const opened = [await connect(key), await connect(key), await connect(other)]
  expect(opened.map(({ status }) => status)).toEqual([101, 101, 101])
  expect((await connect(other)).status).toBe(429)

  // A change set stores a version of the plan, over this transport too.
  const asked = [
    { name: "ai_agent", arguments: { planId: 1, request: "What is overdue?" } },
    { name: "apply_changes", arguments: { id: 1 } },
    { name: "undo_changes", arguments: { planId: 1 } },
  ]
  const [, , asking] = opened.flatMap(({ socket = [] }) => socket)
  const answers = await new Promise<string[]>((resolve) => {
    const all: string[] = []
    // More than two minutes' limits.
    const most = 45
    asking?.on("message", (data) => {
      if (all.push(String(data)) === most) resolve(all)
    })
    for (let id = 1; id <= most; id++)
      asking?.send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: asked[id % 3] }))
  })
  const tooMany = answers.filter((answer) => /Too many requests\./.test(answer))
  expect(tooMany.length).toBeGreaterThanOrEqual(5)
  expect(answers.length - tooMany.length).toBeGreaterThanOrEqual(20)

  const [socket] = opened.flatMap(({ socket = [] }) => socket)
  // Whenever a minute ends, more than its limit are in one.
  const sent = 2_600
  const refused: unknown[] = []
  const code = await new Promise<number>((resolve) => {
    socket?.on("message", (data) => {
      const { id, error } = JSON.parse(String(data))
      if (error) refused.push(id)
      if (error) expect(error).toEqual({ code: -32_000, message: "Too many requests. Please wait a moment." })
    })
    socket?.on("close", resolve)
    for (let id = 1; id <= sent; id++) socket?.send(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }))
  })
  expect(code).toBe(1008)
  expect(refused).toHaveLength(100)
  expect(refused.every((id) => Number(id) > 1_100)).toBe(true)

  const http = agents.url.replace("ws", "http")
  const send = async (apiKey: string, message: object) => {
    const headers = {
      "X-API-KEY": apiKey,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    }
    const answer = await fetch(http, { method: "POST", headers, body: JSON.stringify(message) })
    return { status: answer.status, text: await answer.text() }
  }
  const post = async (apiKey: string) => (await send(apiKey, { jsonrpc: "2.0", id: 1, method: "ping" })).status
  const minute = Math.floor(Date.now() / 60_000)
  let status = 0
  for (let call = 0; call < 1_300 && status !== 429; call++) status = await post(key)
  expect(status).toBe(429)
  if (Math.floor(Date.now() / 60_000) === minute) expect(await post(other)).toBe(200)
  const batch = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))
  expect((await send(other, [...batch, ...batch])).status).toBe(400)
  let text = ""
  for (let at = 0; at < 26 && !text.includes("Too many requests"); at++) ({ text } = await send(other, batch))
  expect(text).toContain("Too many requests")
  for (const { socket } of opened) socket?.close()
})

test("the MCP server tells its figures to this machine alone", async () => {
  const metrics = agents.url.replace("ws", "http").replace("/mcp", "/metrics")
  const answer = await fetch(metrics)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toMatch(/^laneway_agent_connections \d+$/m)
  expect(text).toMatch(/^laneway_http_requests_total\{kind="agent",method="POST",status="429"\} [1-9]/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect((await fetch(metrics, { headers: { "x-forwarded-for": "203.0.113.7" } })).status).toBe(404)
})

test.each([
  ["searches", 120, (plan: number) => `/api/Search?planId=${plan}&q=harbour`],
  ["calls", 1_200, () => "/api/Search/entity-types"],
] as const)("both processes together allow as many %s a minute as the limit: %i", async (what, most, path) => {
  const person = people.get(what) as Person
  const { id } = (await person.send(planCalls.create, { name: "Harbour" })).body
  const { ok, unsure, statuses } = await allowed(person, path(id), most + 60)
  // Signing in and creating the plan were calls of the same session, perhaps up to a minute ago.
  const before = what === "calls" ? 2 : 0
  expect(ok).toBeLessThanOrEqual(most)
  expect(ok).toBeGreaterThanOrEqual(most - before - unsure)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

test("proofs of a key count as calls of their address", async () => {
  const person = people.get("proofs") as Person
  const { id: planId } = (await person.send(planCalls.create, { name: "Mole" })).body
  const { apiKey } = (await person.send(integrationCalls.enable, { planId })).body
  const limited = await startAgents(first, { ...env, LIMITS: "calls_per_minute=5" })
  onTestFinished(() => limited.stop())
  const twice = createHash("sha256").update(createHash("sha256").update(apiKey).digest()).digest("hex")
  const ask = async () => {
    const { host } = new URL(limited.url)
    const answer = await fetch(`http://${host}/mcp?key=${twice}&nonce=${"n".repeat(32)}&at=${host}`)
    await answer.arrayBuffer()
    return answer.status
  }
  const statuses: number[] = []
  // In two windows at most.
  for (let n = 0; n < 20; n++) statuses.push(await ask())
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10)
})
