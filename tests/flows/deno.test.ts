// The built product and its MCP server on Deno: every call of the API, packed boards, files, live events and agents.
import { readFileSync } from "node:fs"
import http from "node:http"
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
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { everyCall } from "~/contract"
import { authCalls } from "~/contract/account"
import { planTopic } from "~/contract/events"
import { goalCalls } from "~/contract/goal"
import { integrationCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import { visitHeader } from "~/contract/public-link"
import { userCalls } from "~/contract/user"
import { closeDatabase, openDatabase } from "~/database/connection.server"
import { openAccounts } from "~/domain/sign-in/accounts.server"
import { findDeno } from "../../scripts/steps/deno.mjs"
import { type ApiOver, apiOver, type Caller } from "../support/api/api-over.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"
import { visitorOf } from "../support/api/visitor.ts"
import { type Agents, startAgents } from "../support/product/mcp.ts"
import { type Product, startProduct } from "../support/product/product.ts"
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
  agents = await startAgents(product, { SESSION_SECRET: secret }, deno)
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
type Who = (typeof callers)[number]

/** `who`: one who may make it, by docs/roles.md; `otherwise`: the answer to everybody where nobody may. */
type Asked = ReturnType<typeof everyCall>[number] & { title: string; who: Who | undefined; otherwise: number }

const asked = (): Asked[] => {
  const rows = readFileSync("docs/roles.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
  const head = rows.find(([, first]) => first === "Call") ?? []
  return everyCall().map((each) => {
    const title = `${each.resource}.${each.name}`
    const row = rows.find(([, first]) => first === title)
    if (!row) throw new Error(`docs/roles.md lacks ${title}.`)
    const of = (who: Who) => row[head.indexOf(who)]
    return { ...each, title, who: callers.find((who) => of(who) === "yes"), otherwise: Number(of("owner")) }
  })
}

/** A plan with one of each thing, and how each of its people makes calls. */
const stock = async (): Promise<{
  board: Stocked
  as: Record<Who, { as?: Caller; headers?: Record<string, string> }>
}> => {
  const [owner, member, removed, admin] = [
    await api.person(),
    await api.person(),
    await api.person(),
    await api.person({ role: 0 }),
  ]
  const board = await stocked(api, owner, { author: member, invited: removed })
  const picture = sentTo("Users", "setAvatar", userCalls.setAvatar, board)
  await api.call("POST", picture.address, { as: member, form: picture.form })
  const visitor = { headers: { [visitHeader]: await visitorOf(api, board.plan.id, owner) } }
  return {
    board,
    as: { owner: { as: owner }, member: { as: member }, SystemAdmin: { as: admin }, removed: { as: removed }, visitor },
  }
}

/** Another call on the same plan would leave nothing for these. */
const alone = [
  "invitation.accept",
  "invitation.withdraw",
  "Admin.dropJob",
  "Admin.retryJob",
  "Plan.revert",
  "Plan.setOwner",
  "File.removeById",
]
const last = ["Account.endSession", "Plan.removeMember", "Plan.remove"]

/** Reads first, then writes; removals at last, of cards before what holds them. */
const inTurn = () => {
  const turn = ({ title, call, who }: Asked) => {
    if (last.includes(title)) return 3
    if (call.method === "DELETE") return 2
    return (call.method === "GET" && !call.acts) || call.access === "visitor" || !who ? 0 : 1
  }
  const all = asked()
  const removals = all.filter((each) => turn(each) === 2)
  const resources = [...new Set(removals.map(({ resource }) => resource))].reverse()
  return [
    ...[0, 1].flatMap((at) => all.filter((each) => turn(each) === at)),
    ...resources.flatMap((resource) => removals.filter((each) => each.resource === resource)),
    ...last.flatMap((title) => all.filter((each) => each.title === title)),
  ]
}

test("every call answers with the contract's status and shape", async () => {
  const shared = await stock()
  const wrong: string[] = []
  const all = inTurn()
  expect(all).toHaveLength(everyCall().length)
  for (const { resource, name, title, call, who, otherwise } of all) {
    const { board, as } = alone.includes(title) ? await stock() : shared
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
