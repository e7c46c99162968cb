// The built product and its MCP server on Deno: every call of the API, packed boards, files, live events, webhooks and agents.
import http from "node:http"
import type { AddressInfo } from "node:net"
import zlib from "node:zlib"
import {
  Client as LaterClient,
  StreamableHTTPClientTransport as LaterHttpTransport,
} from "@modelcontextprotocol/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { createClient } from "@supabase/supabase-js"
import { Webhook as Standard } from "standardwebhooks"
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { everyCall } from "~/contract"
import { authCalls } from "~/contract/account"
import { planTopic } from "~/contract/events"
import { goalCalls } from "~/contract/goal"
import { integrationCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import { closeDatabase, openDatabase } from "~/database/connection.server"
import { openAccounts } from "~/domain/sign-in/accounts.server"
import { findDeno } from "../../scripts/steps/deno.mjs"
import { alone, callsInTurn, manyCallers } from "../support/api/allowed-calls.ts"
import { type ApiOver, apiOver, type Caller } from "../support/api/api-over.ts"
import { sentTo } from "../support/api/every-call.ts"
import { allowRequest, authorizationOf, callback, requestAt } from "../support/product/agent-sign-in.ts"
import { type Agents, startAgents } from "../support/product/mcp.ts"
import { type Product, startProduct } from "../support/product/product.ts"
import { openReceiver } from "../support/services/receiver.ts"
import { type StripeServer, stripeKeys, stripeServer } from "../support/services/stripe.ts"

const secret = "a secret of at least thirty-two characters"

let stripe: StripeServer
let product: Product
let agents: Agents
let api: ApiOver
let ada: Caller
let closeAccounts: () => Promise<void>

beforeAll(async () => {
  globalThis.WebSocket ??= WebSocket as never
  const deno = await findDeno()
  stripe = await stripeServer()
  product = await startProduct({
    deno,
    env: {
      SESSION_SECRET: secret,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_PRICE_ID: stripeKeys.priceId,
      STRIPE_API_URL: stripe.state.url,
    },
  })
  // Where the product says that agents' tokens are for.
  agents = await startAgents(product, { SESSION_SECRET: secret, MCP_PORT: String(product.mcpPort) }, deno)
  // People and their sessions are made in the product's database.
  await openDatabase({ url: product.databaseUrl, socket: null, max: 2, prepare: true })
  closeAccounts = await openAccounts({
    secrets: [secret],
    publicUrl: product.url,
    mcpUrl: agents.url,
    adminEmails: [],
    rateLimits: false,
    mailWaitsHere: false,
  })
  api = apiOver(fetch, product.url)
  ada = await api.person()
})
afterAll(async () => {
  await closeAccounts?.()
  await closeDatabase()
  await agents?.stop()
  await product?.remove()
  await stripe?.close()
  expect(agents?.errors()).toBe("")
})

const callers = ["owner", "member", "SystemAdmin", "removed", "visitor"] as const

test("every call answers with the contract's status and shape", async () => {
  const shared = await manyCallers(api)
  const wrong: string[] = []
  const all = callsInTurn(callers)
  expect(all).toHaveLength(everyCall().length)
  for (const { resource, name, title, call, who, otherwise } of all) {
    const { board, as } = alone.includes(title) ? await manyCallers(api) : shared
    const { address, ...sent } = sentTo(resource, name, call, board)
    const by = call.access === "public" ? {} : as[who ?? "owner"]
    const { status, headers, body, text } = await api.call(call.method, address, { ...by, ...sent })
    const wanted = who ? (call.status ?? 200) : otherwise
    // A call without an answer may lead to another page.
    const isRight = call.answer || !who ? status === wanted : status < 400
    if (!isRight) wrong.push(`${title}: ${status} ${text.slice(0, 300)}`)
    if (!isRight || !who || !call.answer || headers.get("content-type") === "text/event-stream") continue
    const said = body ?? text
    const { data, error } = call.answer.safeParse(said)
    if (error) wrong.push(`${title}: ${error.message}`)
    else expect.soft(data, title).toEqual(said)
  }
  expect(wrong).toEqual([])
})

/** The bytes as they are sent: `fetch` unpacks them. */
const bytesOf = (address: string, headers: Record<string, string>) =>
  new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const asked = http.get(`${product.url}${address}`, { headers, agent: false }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      resolve({ encoding: answer.headers["content-encoding"], bytes: Buffer.concat(pieces) })
    })
    asked.on("error", reject)
  })

test("boards, pages and scripts are sent packed", async () => {
  const { id } = (await api.send(planCalls.createSample, {}, { as: ada })).body
  const board = await api.send(planCalls.board, { planId: id }, { as: ada })
  const asked = { cookie: ada.cookie, "accept-encoding": "gzip" }
  const packed = await bytesOf(`/api/Plan/${id}/board`, asked)
  expect(packed.encoding).toBe("gzip")
  expect(JSON.parse(zlib.gunzipSync(packed.bytes).toString())).toEqual(board.body)

  const page = await bytesOf(`/board?planId=${id}`, asked)
  expect(page.encoding).toBe("gzip")
  const text = zlib.gunzipSync(page.bytes).toString()
  const [script = ""] = /\/assets\/framework-[\w-]{1,100}\.js/.exec(text) ?? []
  const file = await bytesOf(script, { "accept-encoding": "br" })
  expect(file.encoding).toBe("br")
  const plain = await bytesOf(script, {})
  expect(plain.encoding).toBeUndefined()
  expect(zlib.brotliDecompressSync(file.bytes).equals(plain.bytes)).toBe(true)
})

test("a file comes back whole and in ranges", async () => {
  const { id } = await api.plan(ada)
  const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 7) % 251)
  const form = new FormData()
  form.set("file", new File([bytes], "large.bin"))
  const { fileName } = (await api.upload<{ fileName: string }>(ada, id, form)).body
  const view = (headers = {}) => api.call("GET", `/api/File/ViewFile/${id}/${fileName}`, { as: ada, headers })
  expect(Buffer.from(bytes).equals((await view()).bytes)).toBe(true)
  const part = await view({ range: "bytes=2000000-2000999" })
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 2000000-2000999/3000000"])
  expect(Buffer.from(bytes.subarray(2_000_000, 2_001_000)).equals(part.bytes)).toBe(true)
})

test("supabase-js hears a change", async () => {
  const { id } = await api.plan(ada)
  const { body: ticket } = await api.send(authCalls.realtimeTicket, { planId: id }, { as: ada })
  const client = createClient(ticket.url, ticket.apiKey, {
    accessToken: async () => ticket.token,
    realtime: { transport: WebSocket as never },
  })
  try {
    await client.realtime.setAuth()
    const channel = client.channel(planTopic(id), { config: { private: true } })
    const heard: unknown[] = []
    channel.on("broadcast", { event: "GoalAdded" }, ({ payload }) => heard.push(payload.data))
    await new Promise<void>((resolve, reject) =>
      channel.subscribe((status) => (status === "SUBSCRIBED" ? resolve() : reject(new Error(status)))),
    )
    const goal = await api.goal(ada, id, { name: "Quay" })
    await expect.poll(() => heard, { interval: 10 }).toEqual([goal])
  } finally {
    await client.realtime.disconnect()
  }
})

test("a webhook gets a change, signed as its specification says", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const receiver = await openReceiver()
  try {
    const sent = { planId, name: "Ops", url: receiver.url, events: ["task.updated"] }
    const { secret, id } = (await api.send(webhookCalls.create, sent, { as: ada })).body
    await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
    await expect.poll(() => receiver.received.length).toBe(1)
    const [got] = receiver.received
    const event = new Standard(secret).verify(got?.body ?? "", got?.headers ?? {})
    expect(event).toMatchObject({ type: "task.updated", data: { planId, id: task.id, after: { type: 1 } } })
    await expect
      .poll(async () => (await api.send(webhookCalls.deliveries, { planId, id }, { as: ada })).body)
      .toMatchObject([{ state: "delivered", tries: 1, status: 204, messageId: got?.id }])
  } finally {
    await receiver.close()
  }
})

test.each(["a ticket's WebSocket", "Streamable HTTP"] as const)("an agent works over %s", async (way) => {
  const { id: planId } = await api.plan(ada)
  const open = async () => {
    if (way === "Streamable HTTP") {
      const { apiKey } = (await api.send(integrationCalls.enable, { planId }, { as: ada })).body
      const headers = { authorization: `Bearer ${apiKey}` }
      return new StreamableHTTPClientTransport(new URL(agents.url.replace("ws", "http")), { requestInit: { headers } })
    }
    const { token } = (await api.send(authCalls.mcpTicket, {}, { as: ada })).body
    return new WebSocketClientTransport(new URL(`${agents.url}?token=${token}`))
  }
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect((await open()) as Transport)
  try {
    const made = await client.callTool({ name: "save_goal", arguments: { planId, name: "Open the quay" } })
    expect(made.structuredContent).toMatchObject({ goal: { name: "Open the quay" } })
    const board = await client.callTool({ name: "get_board", arguments: { planId } })
    expect(board.structuredContent).toMatchObject({ goals: [{ name: "Open the quay" }] })
  } finally {
    await client.close()
  }
})

test("an agent of revision 2026-07-28 works without a session", async () => {
  const { id: planId } = await api.plan(ada)
  const { apiKey } = (await api.send(integrationCalls.enable, { planId }, { as: ada })).body
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  const client = new LaterClient(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  )
  await client.connect(new LaterHttpTransport(new URL(agents.url.replace("ws", "http")), { requestInit }))
  try {
    await client.callTool({ name: "save_goal", arguments: { planId, name: "Open the quay" } })
    const board = await client.callTool({ name: "get_board", arguments: { planId } })
    expect(board.structuredContent).toMatchObject({ goals: [{ name: "Open the quay" }] })
  } finally {
    await client.close()
  }
})

test("an agent finds the way, is described by its document, allowed, answered, renewed and revoked", async () => {
  const { id: planId } = await api.plan(ada)
  const mcp = agents.url.replace("ws", "http")
  const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, string>
  const challenge = (await fetch(mcp, { method: "POST" })).headers.get("www-authenticate") ?? ""
  const resource = await read(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "")
  expect(resource).toMatchObject({ resource: mcp, authorization_servers: [product.url] })
  const server = await read(`${product.url}/.well-known/oauth-authorization-server`)

  const documents = http.createServer((_request, response) => response.end(JSON.stringify(document)))
  await new Promise<void>((resolve) => documents.listen(0, "127.0.0.1", resolve))
  const client_id = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/client.json`
  const document = { client_id, client_name: "Harbour pilot", redirect_uris: [callback] }
  try {
    const { address, verifier } = authorizationOf(product.url, client_id, mcp)
    const browser = { cookie: ada.cookie, origin: product.url }
    const allowed = await allowRequest(address, await requestAt(address, browser), browser)
    const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? ""
    const post = (endpoint: string, form: Record<string, string>) =>
      fetch(server[endpoint] ?? "", { method: "POST", body: new URLSearchParams({ client_id, ...form }) })
    const tokensOf = async (form: Record<string, string>) => {
      const answer = await post("token_endpoint", form)
      return { status: answer.status, ...((await answer.json()) as { access_token: string; refresh_token: string }) }
    }
    const exchange = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: callback }
    const first = await tokensOf(exchange)
    const next = await tokensOf({ grant_type: "refresh_token", refresh_token: first.refresh_token })
    expect([first.status, next.status]).toEqual([200, 200])

    for (const token of [first.access_token, next.access_token]) {
      const client = new Client({ name: "test", version: "1" })
      const requestInit = { headers: { authorization: `Bearer ${token}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }) as Transport)
      const made = await client.callTool({ name: "save_goal", arguments: { planId, name: "Open the quay" } })
      expect(made.structuredContent).toMatchObject({ goal: { name: "Open the quay" } })
      await client.close()
    }
    const socket = new WebSocket(`${agents.url}?token=${next.access_token}`, "mcp")
    const closed = new Promise<number>((resolve) => socket.once("close", resolve))
    await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject))
    expect((await post("revocation_endpoint", { token: next.refresh_token })).status).toBe(200)
    expect(await closed).toBe(1008)
    const headers = { authorization: `Bearer ${next.access_token}` }
    expect((await fetch(mcp, { method: "POST", headers })).status).toBe(401)
    expect(await tokensOf({ grant_type: "refresh_token", refresh_token: next.refresh_token })).toMatchObject({
      status: 400,
      error: "invalid_grant",
    })
  } finally {
    documents.closeAllConnections()
    documents.close()
  }
})

test("Node starts on what Deno wrote, and Deno on what Node wrote", async () => {
  const { id: planId } = await api.plan(ada)
  const goals = async () => (await api.send(goalCalls.list, { planId }, { as: ada })).body.map(({ name }) => name)
  await api.goal(ada, planId, { name: "Written on Deno" })
  const { dataDir, port } = product
  const env = { SESSION_SECRET: secret }
  expect(await product.stop()).toBe(0)
  product = await startProduct({ dataDir, port, env })
  expect(await goals()).toEqual(["Written on Deno"])
  await api.goal(ada, planId, { name: "Written on Node" })
  expect(await product.stop()).toBe(0)
  product = await startProduct({ dataDir, port, env, deno: await findDeno() })
  expect(await goals()).toEqual(["Written on Deno", "Written on Node"])
})
