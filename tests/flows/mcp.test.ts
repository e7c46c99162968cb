// Agents on the built product: connections over all transports, by the SDK's own clients and by one that knows frames alone.
import { spawn } from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import path from "node:path"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import WebSocket from "ws"
import { goalCalls } from "~/contract/goal"
import type { Agents } from "../support/product/mcp.ts"
import { type AgentClients, callTool, openAgents, planWithKey, ticketOf } from "../support/product/mcp-clients.ts"
import { type Person, type Product, signIn } from "../support/product/product.ts"

let opened: Awaited<ReturnType<typeof openAgents>>
let product: Product
let agents: Agents
let clients: AgentClients
let ada: Person
let planId: number
let key: string

beforeAll(async () => {
  opened = await openAgents()
  ;({ product, agents, clients, ada } = opened)
})
beforeEach(async () => {
  ;({ planId, key } = await planWithKey(ada))
})
afterEach(() => clients.close())
afterAll(async () => {
  expect(await opened?.stop()).toBe("")
})

/** Nothing for people, roles, keys or billing. */
const toolNames = [
  ...[
    "ai_agent",
    "list_plans",
    "get_board",
    "list_tasks",
    "list_goals",
    "my_tasks",
    "search",
    "get_entity",
    "list_notes",
  ],
  ...[
    "list_activity",
    "changes_since",
    "list_files",
    "get_file",
    "list_members",
    "save_goal",
    "check_in",
    "save_action",
  ],
  ...["save_task", "move", "delete_card", "add_note", "ask", "propose_changes", "get_proposal", "apply_changes"],
  ...["undo_changes", "publish_drafts", "discard_drafts"],
]

/** The status of a refused upgrade, or "open". */
const upgrade = (address: string, options: WebSocket.ClientOptions = {}) =>
  new Promise<number | "open">((resolve) => {
    const ws = new WebSocket(address, options)
    ws.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode ?? 0))
    ws.once("error", () => {})
    ws.once("open", () => {
      ws.close()
      resolve("open")
    })
  })

describe.each([
  ["WebSocket with a ticket", async () => clients.overSocket(await ticketOf(ada))],
  ["WebSocket with a key", () => clients.overSocket(key)],
  ["Streamable HTTP with a bearer", () => clients.overHttp({ authorization: `Bearer ${key}` })],
  ["Streamable HTTP with X-API-KEY", () => clients.overHttp({ "x-api-key": key })],
  ["stdio", () => clients.overStdio({ PLAN_API_KEY: key })],
])("over %s", (_transport, open) => {
  test("tools, the board as a resource and prompts work", async () => {
    const client = await open()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    expect(tools.every(({ annotations }) => annotations)).toBe(true)
    for (const { name, inputSchema } of tools) expect([name, inputSchema.additionalProperties]).toEqual([name, false])

    const made = await callTool(client, "save_goal", { planId, name: "Open the quay" })
    expect(made.data).toMatchObject({ goal: { name: "Open the quay" } })
    await callTool(client, "save_action", { planId, goal: "Open the quay", topic: "Dredge" })
    const task = await callTool(client, "save_task", { planId, action: "Dredge", description: "Hire a ship" })
    expect(task.text).toContain("Hire a ship")
    const board = await callTool(client, "get_board", { planId })
    expect(board.data).toMatchObject({ goals: [{ name: "Open the quay" }], tasks: [{ status: "to do" }], cursor: null })

    const { contents } = await client.readResource({ uri: `plan://${planId}/board` })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining("Hire a ship") })
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(["weekly_review", "plan_from_outline"])
    const prompt = await client.getPrompt({ name: "weekly_review", arguments: { planId: String(planId) } })
    expect(JSON.stringify(prompt.messages)).toContain(`plan ${planId}`)
    expect(JSON.stringify(prompt.messages)).toContain("list_activity")
  })
})

test("a client that knows frames alone previews and confirms with the protocol of 2024-11-05", async () => {
  const ask = async (input: Record<string, unknown>) => {
    const ws = new WebSocket(`${agents.url}?token=${await ticketOf(ada)}`)
    const frames: { id: number; result: { protocolVersion: string } & CallToolResult; error?: unknown }[] = []
    ws.on("message", (data) => frames.push(JSON.parse(String(data))))
    await new Promise((open) => ws.once("open", open))
    const clientInfo = { name: "web", version: "1.0.0" }
    const initialize = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo }
    ws.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize }))
    const params = { name: "ai_agent", arguments: { planId, dryRun: false, ...input } }
    ws.send(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params }))
    await expect.poll(() => frames.length).toBe(2)
    ws.close()
    expect(frames.find(({ id }) => id === 1)?.result.protocolVersion).toBe("2024-11-05")
    const result = frames.find(({ id }) => id === 2)?.result
    const [first] = result?.content ?? []
    return { text: first?.type === "text" ? first.text : "", set: result?.structuredContent }
  }
  const request = 'Add a goal "Lighthouse"'
  const preview = await ask({ request, confirmed: false })
  expect(preview.text).toContain("PREVIEW:")
  expect(preview.text.trimEnd()).toMatch(/Ready to proceed\?$/)
  expect(preview.set).toMatchObject({ planId, changes: [{ op: "create", entity: "goal" }] })
  expect((await ask({ request, confirmed: true })).text).not.toContain("PREVIEW:")
  const goals = (await ada.send(goalCalls.list, { planId })).body
  expect(goals.map(({ name }) => name)).toEqual(["Lighthouse"])
  const drafted = await ask({ request: '[Plan: Harbour] Add a goal "Pier"', confirmed: false, draftMode: true })
  expect(drafted.text).not.toContain("PREVIEW:")
})

test("null in a message counts as absent: a tool without input, a list without a cursor", async () => {
  const list = (params: object | null, method = "tools/list") => ({ jsonrpc: "2.0", id: 1, method, params })
  const plans = list({ name: "list_plans", arguments: null, _meta: null }, "tools/call")
  const overHttp = async (message: object) => {
    const response = await fetch(agents.url.replace("ws", "http"), {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(message),
    })
    return JSON.parse((await response.text()).replace(/^[^{]*/, ""))
  }
  const overSocket = async (message: object) => {
    const ws = new WebSocket(`${agents.url}?token=${await ticketOf(ada)}`)
    const answer = new Promise<string>((resolve) => ws.once("message", (data) => resolve(String(data))))
    await new Promise((open) => ws.once("open", open))
    ws.send(JSON.stringify(message))
    const said = JSON.parse(await answer)
    ws.close()
    return said
  }
  for (const ask of [overHttp, overSocket]) {
    expect(await ask(plans)).toMatchObject({ result: { structuredContent: { plans: expect.any(Array) } } })
    for (const params of [null, { cursor: null }])
      expect(await ask(list(params))).toMatchObject({ result: { tools: expect.any(Array) } })
  }
})

test("docs/agents.md shows how each client connects, as it does, and lists all tools", async () => {
  const docs = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/agents.md"), "utf8")
  const blocks = (language: string) =>
    [...docs.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) =>
      text
        .replaceAll("lw_…", key)
        .replaceAll(/\$\{input:[\w-]+\}/g, key)
        .replaceAll("localhost:3001", `localhost:${agents.port}`)
        .replaceAll("/path/to/laneway", path.resolve(import.meta.dirname, "../.."))
        .replaceAll("planId: 1 ", `planId: ${planId} `),
    )
  const [, url = "", header = "", value = ""] =
    / (http:\S+) --header "([\w-]+): (\S+)"/.exec(blocks("sh")[0] ?? "") ?? []
  const configurations = blocks("json").map((text) => JSON.parse(text))
  const [cursor, code, openCode] = ["mcpServers", "servers", "mcp"].map(
    (name) => configurations.find((each) => name in each)[name].laneway,
  )
  const { command, args, env } = cursor
  const { PATH = "" } = process.env
  const http = (address: string, headers: Record<string, string>) =>
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } })
  for (const transport of [
    http(url, { [header]: value }),
    http(code.url, code.headers),
    http(openCode.url, openCode.headers),
    new StdioClientTransport({ command, args, env: { PATH, DATA_DIR: product.dataDir, ...env }, stderr: "ignore" }),
  ]) {
    const client = await clients.connect(transport)
    const { tools } = await client.listTools()
    const listed = [
      ...(docs
        .split("## Tools")[1]
        ?.split("\n\n")[1]
        ?.matchAll(/^\| (`[^|]*) \|/gm) ?? []),
    ]
    const named = listed.flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(tools.map(({ name }) => name).sort()).toEqual(named.sort())
  }
  const script = `import { WebSocket } from "ws"\n${blocks("js")[0]}\n`
  const child = spawn(process.execPath, ["--input-type=module"], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(script)
  let said = ""
  child.stdout.on("data", (data) => {
    said += String(data)
  })
  await expect.poll(() => said).toContain("0 goals, 0 actions, 0 tasks")
  child.kill()
})

test("docs/agents.md says of each client with which version it was tried, or that it was not", () => {
  const docs = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/agents.md"), "utf8")
  const { devDependencies, dependencies } = JSON.parse(fs.readFileSync("package.json", "utf8"))
  const installed = { ...devDependencies, ...dependencies }
  const connect = docs.split("\n## Connect\n")[1]?.split("\n## ")[0] ?? ""
  const sections = connect.split("\n### ").slice(1)
  expect(sections.length).toBeGreaterThan(9)
  for (const section of sections) expect(section.split("\n\n")[1], section).toMatch(/^(Tried|Not tried)\b/)
  const inTests = [...connect.matchAll(/^\| `([^`]+)`[^|]* \| (\S+?);? [^|]*\| in the tests/gm)]
  expect(inTests.length).toBe(9)
  for (const [, name = "", version] of inTests) expect([name, version]).toEqual([name, installed[name]])
})

test("only a valid credential from this product's own pages is upgraded", async () => {
  const address = async () => `${agents.url}?token=${await ticketOf(ada)}`
  const once = await address()
  expect(await upgrade(once, { origin: product.url })).toBe("open")
  expect(await upgrade(once)).toBe(401)
  expect(await upgrade(agents.url)).toBe(401)
  expect(await upgrade(`${agents.url}?token=lt_wrong`)).toBe(401)
  expect(await upgrade(await address(), { origin: "https://elsewhere.example" })).toBe(403)
  expect(await upgrade(await address(), { headers: { host: `rebound.example:${agents.port}` } })).toBe(403)
  const http = await fetch(agents.url.replace("ws", "http"), { method: "POST", body: "{}" })
  expect(http.status).toBe(401)
  expect((await fetch(agents.url.replace("ws", "http").replace("/mcp", "/healthz"))).status).toBe(200)
})

test("a caller has twenty sockets; one that sends too many values is refused, and one over 4 MiB closes", async () => {
  const address = `${agents.url}?token=${key}`
  const open = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const ws = new WebSocket(address)
      await new Promise((done) => ws.once("open", done))
      return ws
    }),
  )
  expect(await upgrade(address)).toBe(429)
  expect(await upgrade(`${agents.url}?token=${await ticketOf(ada)}`)).toBe("open")
  const objects = `[${"{},".repeat(340_000)}{}]`
  const error = { code: -32_600, message: expect.stringContaining("more than 150,000 values") }
  const answer = new Promise((done) => open[1]?.once("message", (data) => done(JSON.parse(String(data)))))
  open[1]?.send(objects)
  expect(await answer).toMatchObject({ error })
  const headers = { authorization: `Bearer ${key}` }
  const http = await fetch(agents.url.replace("ws", "http"), { method: "POST", headers, body: objects })
  expect([http.status, await http.json()]).toMatchObject([400, { error }])
  const closed = new Promise<number>((done) => open[0]?.once("close", done))
  open[0]?.send("x".repeat(4 * 1_048_576 + 1))
  expect(await closed).toBe(1009)
  for (const ws of open) ws.terminate()
})

test("a caller has few bodies in memory that are not sent to their end, and others send theirs", async () => {
  const address = new URL(agents.url.replace("ws", "http"))
  const length = 4 * 1_048_576
  const stalled = Array.from({ length: 20 }, () => {
    const headers = { "x-api-key": key, "content-type": "application/json", "content-length": length }
    const request = http.request(address, { method: "POST", headers })
    request.on("error", () => {})
    request.flushHeaders()
    return request
  })
  const statuses: (number | undefined)[] = []
  for (const request of stalled) request.on("response", ({ statusCode }) => statuses.push(statusCode))
  await expect.poll(() => statuses.length).toBe(12)
  expect(new Set(statuses)).toEqual(new Set([429]))
  const other = await planWithKey(await signIn(product, "cleo@example.org"))
  const client = await clients.overHttp({ "x-api-key": other.key })
  const content = "x".repeat(100_000)
  const note = await callTool(client, "add_note", { planId: other.planId, title: "Harbour", content })
  expect(note.isError).toBe(false)
  for (const request of stalled) request.destroy()
  const again = () => fetch(address, { method: "POST", headers: { "x-api-key": key }, body: " ".repeat(100_000) })
  await expect.poll(async () => (await again()).status).toBe(400)
})

test("a caller has few messages in memory that are not sent to their end, over sockets as well", async () => {
  const fragment = Buffer.alloc(1_048_576, " ")
  const half = { binary: false, fin: false }
  const closed: number[] = []
  const sockets = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const ws = new WebSocket(`${agents.url}`, "mcp", { headers: { "x-api-key": key } })
      ws.on("close", (code) => closed.push(code))
      ws.on("error", () => {})
      await new Promise((resolve) => ws.once("open", resolve))
      return ws
    }),
  )
  for (const ws of sockets) for (let n = 0; n < 4; n++) ws.send(fragment.subarray(n), half)
  await expect.poll(() => closed.length).toBeGreaterThan(2)
  // The operating system may end a connection before its last words are read.
  expect([1013, 1006]).toEqual(expect.arrayContaining([...new Set(closed)]))
  expect(closed.length).toBeLessThan(12)
  for (const ws of sockets) ws.terminate()
  const again = () =>
    fetch(new URL(agents.url.replace("ws", "http")), {
      method: "POST",
      headers: { "x-api-key": key },
      body: " ".repeat(100_000),
    })
  await expect.poll(async () => (await again()).status).toBe(400)
})

test("the end of a session ends the person's connection and kills their tickets", async () => {
  const ben = await signIn(product, "ben@example.org")
  const ticket = await ticketOf(ben)
  const ws = new WebSocket(`${agents.url}?token=${await ticketOf(ben)}`)
  await new Promise((open) => ws.once("open", open))
  const closed = new Promise<number>((resolve) => ws.once("close", resolve))
  await ben.call("GET", "/api/auth/logoff")
  expect(await upgrade(`${agents.url}?token=${ticket}`)).toBe(401)
  expect(await closed).toBe(1008)
})
