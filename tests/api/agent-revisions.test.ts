// Protocol revision 2026-07-28, without sessions, by the SDK's second generation and by hand.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import fc from "fast-check"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { integrationCalls } from "~/contract/integration"
import { openModel } from "~/outside/model.server"
import { loadConfig } from "~/server/config"
import type { Settings } from "~/server/settings"
import { tools } from "../../mcp-server/definitions.ts"
import { createMcpServer, type McpServer } from "../../mcp-server/server.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { addFault } from "../support/faults.ts"
import { freePort } from "../support/product/ports.ts"
import { says, scriptedModel } from "../support/services/model.ts"

const revision = "2026-07-28"

let api: Api
let model: Awaited<ReturnType<typeof scriptedModel>>
let server: McpServer
let address: string
let ada: Caller
let planId: number
let key: string
const called: Record<string, unknown>[] = []

beforeAll(async () => {
  api = await openApi()
  model = await scriptedModel()
  await openModel({ apiKey: "sk-secret", baseUrl: model.url, name: "scripted", retryMs: 1 })
  const port = await freePort()
  const config = loadConfig(
    { MCP_PORT: String(port), RATE_LIMITS: "off" },
    mkdtempSync(path.join(tmpdir(), "laneway-revisions-")),
  )
  const log = (level: string, message: string, fields: Record<string, unknown> = {}) => {
    if (level === "error") addFault(message)
    if (message === "a tool was called") called.push(fields)
  }
  server = createMcpServer(config as unknown as Settings, log)
  await server.listen(port, "127.0.0.1")
  address = `http://localhost:${port}/mcp`
  ada = await api.person()
})
beforeEach(async () => {
  planId = (await api.plan(ada)).id
  key = await api.key(planId)
})
const clients: Client[] = []
afterEach(async () => void (await Promise.all(clients.splice(0).map((client) => client.close()))))
afterAll(async () => {
  await server.close()
  await openModel(null)
  await model.close()
  await api.close()
})

/** `sent`: the methods that the client has sent, and `sessions` that it was given. */
const connected = async (mode: NonNullable<ClientOptions["versionNegotiation"]>["mode"], more = "") => {
  const sent: string[] = []
  const sessions: string[] = []
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } })
  clients.push(client)
  const watched: typeof fetch = async (input, init) => {
    if (init?.method === "POST") sent.push(JSON.parse(String(init.body)).method)
    const response = await fetch(input, init)
    sessions.push(...[response.headers.get("mcp-session-id") ?? []].flat())
    return response
  }
  const requestInit = { headers: { "x-api-key": key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}${more}`), { requestInit, fetch: watched }))
  return { client, sent, sessions }
}

type Meta = Record<string, unknown>
const meta: Meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
}
type Message = { jsonrpc: "2.0"; id?: number; method: string; params?: Record<string, unknown> }
const listing = (_meta: Meta | undefined = meta): Message => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/list" },
  params: _meta ? { _meta } : {},
})
const post = async (body: unknown, headers: Record<string, string | undefined> = {}) => {
  const all = {
    "x-api-key": key,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    "mcp-method": (body as Message | null)?.method,
    ...headers,
  }
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  )
  const response = await fetch(address, { method: "POST", headers: given, body: JSON.stringify(body) })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

test.each([
  ["pinned to the revision", { pin: revision } as const],
  ["that asks which there is", "auto" as const],
])("a client %s lists, reads, changes and confirms without a session", async (_, mode) => {
  const { client, sent, sessions } = await connected(mode)
  expect(client.getServerVersion()).toEqual({ name: "laneway", version: "1.0.0" })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(tools))
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })) as {
      content: { text: string }[]
      structuredContent?: Record<string, unknown>
      isError?: boolean
    }
  expect(await call("save_goal", { planId, name: "Quay" })).toMatchObject({
    structuredContent: { goal: { name: "Quay" } },
  })
  const fields = { name: "Lighthouse" }
  const proposed = await call("propose_changes", { planId, changes: [{ op: "create", entity: "goal", fields }] })
  const id = Number(/apply_changes \{"id":(\d+)\}/.exec(proposed.content[0]?.text ?? "")?.[1])
  expect(proposed.structuredContent).toMatchObject({ id })
  expect(await call("apply_changes", { id })).toMatchObject({ structuredContent: { done: { created: 1 } } })
  const board = { goals: [{ name: "Quay" }, { name: "Lighthouse" }] }
  expect((await call("get_board", { planId })).structuredContent).toMatchObject(board)
  const wrong = await call("save_goal", { planId, colour: "red" })
  expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringContaining("colour")])

  const uri = `plan://${planId}/board`
  expect((await client.listResources()).resources).toMatchObject([{ uri }])
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1)
  const [read] = (await client.readResource({ uri })).contents
  expect(read).toMatchObject({ text: expect.stringContaining("Lighthouse") })
  expect((await client.listPrompts()).prompts).toHaveLength(2)
  const prompt = await client.getPrompt({ name: "weekly_review", arguments: { planId: String(planId) } })
  expect(JSON.stringify(prompt.messages)).toContain(`plan ${planId}`)
  await expect(client.callTool({ name: "drop_all", arguments: {} })).rejects.toThrow("There is no tool drop_all.")
  expect(called.at(-2)).toMatchObject({ tool: "save_goal", ending: "input", planId })
  const metrics = await (await fetch(new URL("/metrics", address))).text()
  expect(metrics).toMatch(/^laneway_tool_duration_seconds_count\{tool="apply_changes",ending="done"\} \d+$/m)
  expect(sent[0]).toBe("server/discover")
  expect(sent).not.toContain("initialize")
  expect(sessions).toEqual([])
})

test("a client of the second generation that negotiates as the first one did still connects", async () => {
  const { client, sent } = await connected("legacy")
  expect(sent[0]).toBe("initialize")
  expect((await client.listTools()).tools).toHaveLength(Object.keys(tools).length)
})

test("discovery names the revision, what there is and how to work with it; lists may be kept for a while", async () => {
  const discovered = await post({ jsonrpc: "2.0", id: 7, method: "server/discover", params: { _meta: meta } })
  expect(discovered.status).toBe(200)
  expect(discovered.body).toMatchObject({
    id: 7,
    result: {
      supportedVersions: [revision],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: expect.stringContaining("get_board"),
    },
  })
  expect((await post(listing())).body.result).toMatchObject({ ttlMs: 300_000, cacheScope: "private" })
  const reading = await connected({ pin: revision }, "?readonly")
  const names = (await reading.client.listTools()).tools.map(({ name }) => name)
  expect(names).toContain("get_board")
  expect(names).not.toContain("save_goal")
})

test.each<[string, unknown, Record<string, string | undefined>, number, number]>([
  [
    "an unknown version",
    listing({ ...meta, "io.modelcontextprotocol/protocolVersion": "2027-01-01" }),
    {},
    400,
    -32_020,
  ],
  [
    "an unknown version, in body and header",
    listing({ ...meta, "io.modelcontextprotocol/protocolVersion": "2027-01-01" }),
    { "mcp-protocol-version": "2027-01-01" },
    ...([400, -32_022] as const),
  ],
  ["a version in the header alone", { ...listing(), params: {} }, {}, 400, -32_602],
  ["a body without a version in the header", listing(), { "mcp-protocol-version": undefined }, 400, -32_020],
  ["a header that names another method", listing(), { "mcp-method": "tools/call" }, 400, -32_020],
  ["no header that names the method", listing(), { "mcp-method": undefined }, 400, -32_020],
  [
    "client capabilities that are none",
    listing({ ...meta, "io.modelcontextprotocol/clientCapabilities": 3 }),
    {},
    ...([400, -32_602] as const),
  ],
  ["an unknown method", { ...listing(), method: "tools/drop" }, {}, 404, -32_601],
  ["the handshake of older revisions", { ...listing(), method: "initialize" }, {}, 404, -32_601],
  ["several messages in one body", [listing(), listing()], { "mcp-method": undefined }, 400, -32_600],
  ["another type of content", listing(), { "content-type": "text/plain" }, 415, -32_000],
])("%s is refused with what is wrong", async (_, body, headers, status, code) => {
  const answer = await post(body, headers)
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  if (code === -32_022) expect(answer.body.error.data).toMatchObject({ supported: [revision], requested: "2027-01-01" })
})

test("a call without a key, or with a former one, is answered 401 whatever the version", async () => {
  expect((await post(listing(), { "x-api-key": undefined })).status).toBe(401)
  const challenge = (await post(listing(), { "x-api-key": "lw_wrong" })).headers.get("www-authenticate")
  expect(challenge).toContain("resource_metadata=")
  const { client } = await connected({ pin: revision })
  await client.callTool({ name: "list_plans", arguments: {} })
  await api.send(integrationCalls.disable, { planId }, { as: ada })
  await expect(client.callTool({ name: "list_plans", arguments: {} })).rejects.toThrow()
})

test("there is nothing to wait for: a subscription is complete at once", async () => {
  const params = { _meta: meta, notifications: { toolsListChanged: true } }
  const message = { jsonrpc: "2.0", id: 3, method: "subscriptions/listen", params }
  const headers = {
    ...{ "x-api-key": key, "content-type": "application/json", accept: "application/json, text/event-stream" },
    ...{ "mcp-protocol-version": revision, "mcp-method": message.method },
  }
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(message) })
  expect(await response.text()).toContain('"resultType":"complete"')
})

test("a closed request stops its model, and no other request with the same id; progress arrives before the answer", async () => {
  const [one, other] = [await connected({ pin: revision }), await connected({ pin: revision })]
  const open: { end: (text: string) => void }[] = []
  let stopped = 0
  model.script((response) => {
    open.push(response)
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(": wait\n\n")
    response.once("close", () => {
      if (!response.writableEnded) stopped += 1
    })
  })
  const question = { name: "ask", arguments: { planId, question: "Why is the quay late?" } }
  const stop = new AbortController()
  const closed = one.client.callTool(question, { signal: stop.signal }).catch((thrown: unknown) => thrown)
  await expect.poll(() => open.length).toBe(1)
  const said: (string | undefined)[] = []
  const answered = other.client.callTool(question, { onprogress: ({ message }) => said.push(message) })
  await expect.poll(() => open.length).toBe(2)
  await expect.poll(() => said).toContain("Thinking")
  stop.abort()
  await expect.poll(() => stopped).toBe(1)
  expect(await closed).toBeInstanceOf(Error)
  const delta = { choices: [{ index: 0, delta: { content: "Rain." }, finish_reason: "stop" }] }
  open[1]?.end(`data: ${JSON.stringify(delta)}\n\n`)
  expect(await answered).toMatchObject({ content: [{ text: "Rain." }] })
  expect(stopped).toBe(1)
  model.script(says("Done."))
})

test("any body is answered with what is wrong in it, and the next request as ever", async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(revision, "2025-11-25", "tools/list", "tools/call", ""),
  )
  const params = fc.oneof(
    odd,
    fc.record({ _meta: fc.oneof(odd, fc.constant(meta), fc.dictionary(fc.constantFrom(...Object.keys(meta)), odd)) }),
    fc.record({ _meta: fc.constant(meta), name: odd, arguments: odd, uri: odd }, { requiredKeys: ["_meta"] }),
  )
  const methods = ["tools/list", "tools/call", "resources/read", "prompts/get", "server/discover", "ping", "tasks/get"]
  const message = fc.record(
    {
      jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, odd),
      id: fc.oneof(fc.integer(), odd),
      method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...methods) }, odd),
      params,
    },
    { requiredKeys: ["jsonrpc"] },
  )
  const version = fc.constantFrom(revision, "2025-11-25", "2027-01-01", "x", undefined)
  const named = fc.constantFrom("get_board", "=?base64?!?=", undefined)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(message, odd, fc.array(message, { maxLength: 3 })),
      version,
      named,
      async (body, of, name) => {
        const method = typeof body === "object" && body !== null && "method" in body ? body.method : undefined
        const headers = {
          "mcp-protocol-version": of,
          "mcp-method": typeof method === "string" && /^[\w/]+$/.test(method) ? method : undefined,
          "mcp-name": name,
        }
        const { status } = await post(body, headers)
        expect(status).toBeLessThan(500)
      },
    ),
    { numRuns: 150 },
  )
  expect((await post(listing())).status).toBe(200)
})
