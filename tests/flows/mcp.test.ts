// Agents on the built product: the SDK's own clients over all transports, and a client that knows frames alone.
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import WebSocket from "ws"
import { authCalls } from "~/contract/account"
import { type Goal, goalCalls } from "~/contract/goal"
import { integrationCalls } from "~/contract/integration"
import { invitationCalls } from "~/contract/invitation"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { type Agents, startAgents } from "../support/mcp.ts"
import { conformance, inspector } from "../support/mcp-tools.ts"
import { leastPriority } from "../support/niceness.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product.ts"

let product: Product
let agents: Agents
let ada: Person
let vera: Person
let planId: number
let key: string
const clients: Client[] = []

beforeAll(async () => {
  // The SDK's client expects the WebSocket of newer Node versions.
  globalThis.WebSocket ??= WebSocket as never
  product = await startProduct()
  agents = await startAgents(product)
  ada = await signIn(product, "ada@example.org")
  vera = await signIn(product, "vera@example.org")
}, 180_000)
beforeEach(async () => {
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
  key = (await ada.send(integrationCalls.enable, { planId })).body.apiKey
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  await agents?.stop()
  await product?.remove()
  expect(agents?.errors()).toBe("")
})

/** Nothing for people, roles, keys or billing. */
const toolNames = [
  ...["ai_agent", "list_plans", "get_board", "search", "get_entity", "list_notes", "list_activity", "list_members"],
  ...["save_goal", "save_action", "save_task", "move", "add_note", "propose_changes", "apply_changes", "undo_changes"],
  ...["publish_drafts", "discard_drafts"],
]

const ticketOf = async (person: Person) => (await person.send(authCalls.mcpTicket, {})).body.token

const connect = async (transport: unknown) => {
  const client = new Client({ name: "test", version: "1.0.0" })
  clients.push(client)
  await client.connect(transport as Transport)
  return client
}
/** The client compares what tools answer with their output schemas, which it has listed. */
const overSocket = async (token: string, more = "") => {
  const client = await connect(new WebSocketClientTransport(new URL(`${agents.url}?token=${token}${more}`)))
  await client.listTools()
  return client
}
const overHttp = (headers: Record<string, string>, more = "") =>
  connect(
    new StreamableHTTPClientTransport(new URL(`${agents.url.replace("ws", "http")}${more}`), {
      requestInit: { headers },
    }),
  )
const overStdio = (env: Record<string, string>, ...options: string[]) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.resolve(import.meta.dirname, "../../scripts/mcp.mjs"), ...options],
      env: { PATH: process.env.PATH ?? "", DATA_DIR: product.dataDir, ...env },
      stderr: "ignore",
    }),
  )

type Answer<Data> = { text: string; isError: boolean; data: Data }
type Page = { goals: { id: number }[]; next: number | null }

const call = async <Data = unknown>(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<Answer<Data>> => {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult
  const [first] = result.content
  const text = first?.type === "text" ? first.text : ""
  return { text, isError: result.isError === true, data: result.structuredContent as Data }
}

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
  ["WebSocket with a ticket", async () => overSocket(await ticketOf(ada))],
  ["WebSocket with a key", () => overSocket(key)],
  ["Streamable HTTP with a bearer", () => overHttp({ authorization: `Bearer ${key}` })],
  ["Streamable HTTP with X-API-KEY", () => overHttp({ "x-api-key": key })],
  ["stdio", () => overStdio({ PLAN_API_KEY: key })],
])("over %s", (transport, open) => {
  test("tools, the board as a resource and prompts work", async () => {
    const client = await open()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    expect(tools.every(({ annotations }) => annotations)).toBe(true)
    for (const { name, inputSchema, outputSchema } of tools)
      expect([name, inputSchema.additionalProperties, outputSchema?.additionalProperties]).toEqual([name, false, false])

    const made = await call(client, "save_goal", { planId, name: "Open the quay" })
    expect(made.data).toMatchObject({ goal: { name: "Open the quay" } })
    await call(client, "save_action", { planId, goal: "Open the quay", topic: "Dredge" })
    const task = await call(client, "save_task", { planId, action: "Dredge", description: "Hire a ship" })
    expect(task.text).toContain("Hire a ship")
    const board = await call(client, "get_board", { planId })
    expect(board.data).toMatchObject({ goals: [{ name: "Open the quay" }], tasks: [{ status: "to do" }], next: null })

    const { contents } = await client.readResource({ uri: `plan://${planId}/board` })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining("Hire a ship") })
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(["weekly_review", "plan_from_outline"])
    const prompt = await client.getPrompt({ name: "weekly_review", arguments: { planId: String(planId) } })
    expect(JSON.stringify(prompt.messages)).toContain(`plan ${planId}`)
    // A plan's key may not read the log.
    expect(JSON.stringify(prompt.messages).includes("list_activity")).toBe(transport === "WebSocket with a ticket")
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

test("the protocol's own conformance suite and inspector find nothing", async ({ signal }) => {
  const tested = { url: agents.url.replace("ws", "http"), headers: { authorization: `Bearer ${key}` }, signal }
  // The other scenarios call tools of the suite's own example server, or features that this one doesn't announce.
  const lists = ["tools-list", "resources-list", "prompts-list"]
  const scenarios = ["server-initialize", "ping", ...lists, "dns-rebinding-protection"]
  // One process after another: their starts are the cost, which several at once make longer for each.
  for (const scenario of scenarios) {
    const { code, stdout, stderr } = await conformance(tested, scenario)
    expect(stdout, scenario).toMatch(/^Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings$/m)
    expect(code, stderr).toBe(0)
  }
  const { tools } = await inspector(tested, "--method", "tools/list")
  expect(tools.map(({ name }: { name: string }) => name)).toContain("get_board")
  const named = ["--tool-name", "save_goal", "--tool-arg", `planId=${planId}`, "--tool-arg", "name=Lighthouse"]
  const saved = await inspector(tested, "--method", "tools/call", ...named)
  expect(saved.isError, JSON.stringify(saved)).toBeFalsy()
  expect((await ada.send(goalCalls.list, { planId })).body).toMatchObject([{ name: "Lighthouse" }])

  const uri = `plan://${planId}/board`
  const { resources } = await inspector(tested, "--method", "resources/list")
  expect(resources).toMatchObject([{ uri, name: "Harbour" }])
  const { contents } = await inspector(tested, "--method", "resources/read", "--uri", uri)
  expect(contents).toMatchObject([{ uri, text: expect.stringContaining("Lighthouse") }])
  const { prompts } = await inspector(tested, "--method", "prompts/list")
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual(["weekly_review", "plan_from_outline"])
  const promptOf = async (name: string, ...given: string[]) => {
    const args = [`planId=${planId}`, ...given].flatMap((each) => ["--prompt-args", each])
    const { messages } = await inspector(tested, "--method", "prompts/get", "--prompt-name", name, ...args)
    return messages[0].content.text
  }
  expect(await promptOf("weekly_review")).toContain(`Review plan ${planId}`)
  expect(await promptOf("plan_from_outline", "outline=- Dredge")).toContain("<outline>\n- Dredge\n</outline>")
}, 120_000)

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
  const [cursor, code] = blocks("json").map((text) => JSON.parse(text))
  const { command, args, env } = cursor.mcpServers.laneway
  const { PATH = "" } = process.env
  const http = (address: string, headers: Record<string, string>) =>
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } })
  for (const transport of [
    http(url, { [header]: value }),
    http(code.servers.laneway.url, code.servers.laneway.headers),
    new StdioClientTransport({ command, args, env: { PATH, DATA_DIR: product.dataDir, ...env }, stderr: "ignore" }),
  ]) {
    const client = await connect(transport)
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
  await expect.poll(() => said).toContain("0 goals, 0 actions, 0 tasks.")
  child.kill()
}, 60_000)

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

test.runIf(process.platform === "linux")("the snippets of long texts are made in a thread", async () => {
  const content = `Quay ${"of the harbour ".repeat(3_000)}`
  expect((await ada.send(noteCalls.create, { planId, content, visibility: 1 })).status).toBe(201)
  const client = await overHttp({ "X-API-KEY": key })
  expect(leastPriority(agents.pid)).toBe(0)
  const search = () => client.callTool({ name: "search", arguments: { planId, q: "quay" } })
  await expect.poll(async () => JSON.stringify(await search()), { timeout: 15_000 }).toContain("Quay")
  expect(leastPriority(agents.pid)).toBeGreaterThan(0)
})

test("a caller has twenty sockets, and a message over 4 MiB closes one", async () => {
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
  const closed = new Promise<number>((done) => open[0]?.once("close", done))
  open[0]?.send("x".repeat(4 * 1_048_576 + 1))
  expect(await closed).toBe(1009)
  for (const ws of open) ws.terminate()
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

test("a caller's calls run one after another, fifty wait at most, and another caller waits for none of them", async () => {
  const address = `${agents.url}?token=${key}`
  const ws = new WebSocket(address)
  await new Promise((done) => ws.once("open", done))
  const answers: { result: { isError?: boolean; content: { text: string }[] } }[] = []
  ws.on("message", (data) => answers.push(JSON.parse(String(data))))
  const other = await overSocket(await ticketOf(ada))
  const params = { name: "get_board", arguments: { planId } }
  for (let id = 1; id <= 200; id++) ws.send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }))
  expect((await call(other, "list_plans", {})).isError).toBe(false)
  await expect.poll(() => answers.length, { timeout: 15_000 }).toBe(200)
  const refused = answers.filter(({ result }) => result.isError)
  expect(refused.length).toBeGreaterThan(0)
  for (const { result } of refused)
    expect(result.content[0]?.text).toBe("Your earlier calls are still running. Please wait a moment.")
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(50)
  ws.terminate()
})

test("unknown fields and wrong values are answered with how to call again", async () => {
  const client = await overSocket(key)
  const unknown = await call(client, "save_goal", { planId, name: "X", colour: "#ff0000" })
  expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining("colour") })
  expect(unknown.text).toContain("Call save_goal with {planId, goal?, name?")
  expect((await call(client, "get_board", { planId: "1" })).isError).toBe(true)
  const update = { op: "update", entity: "goal", id: 1 }
  const inside = await call(client, "propose_changes", { planId, changes: [{ ...update, field: { name: "Y" } }] })
  expect(inside).toMatchObject({ isError: true, text: expect.stringContaining("field") })
  const { data } = await call<{ goal: Goal }>(client, "save_goal", { planId, name: "First" })
  const nothing = await call(client, "propose_changes", { planId, changes: [{ ...update, id: data.goal.id }] })
  expect(nothing).toMatchObject({ isError: true, text: expect.stringContaining("Name what changes.") })
  const missing = await call(client, "save_task", { planId, action: "Nowhere", description: "X" })
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining("Nowhere") })
  expect((await ada.send(goalCalls.list, { planId })).body).toHaveLength(1)
})

test("a stale version is refused", async () => {
  const client = await overSocket(key)
  const { data } = await call<{ goal: Goal }>(client, "save_goal", { planId, name: "First" })
  const { modifiedDate } = data.goal
  await call(client, "save_goal", { planId, goal: "First", name: "Second", expectedVersion: modifiedDate })
  const stale = await call(client, "save_goal", {
    planId,
    goal: "Second",
    name: "Third",
    expectedVersion: modifiedDate,
  })
  expect(stale.isError).toBe(true)
})

test("a key reaches its own plan only, and no people, log or other plans", async () => {
  const other = (await ada.send(planCalls.create, { name: "Other" })).body.id
  const client = await overSocket(key)
  expect((await call(client, "list_plans", {})).data).toMatchObject({ plans: [{ id: planId }] })
  for (const name of ["get_board", "list_members", "list_notes", "publish_drafts"])
    expect((await call(client, name, { planId: other })).isError, name).toBe(true)
  expect((await call(client, "ai_agent", { planId: other, request: 'Add a goal "X"' })).isError).toBe(true)
  expect((await call(client, "list_activity", { planId })).isError).toBe(true)
  expect((await call(client, "list_members", { planId })).text).not.toContain("@")
  // A person's own plans are not mixed up either.
  const card = (await ada.send(noteCalls.create, { planId: other, content: "Quay", visibility: 1 })).body.id
  const person = await overSocket(await ticketOf(ada))
  const read = async (planId: number) => (await call(person, "get_entity", { planId, entity: "note", card })).isError
  expect([await read(planId), await read(other)]).toEqual([true, false])
})

test("a read-only connection offers reading tools alone and changes nothing", async () => {
  for (const client of [
    await overSocket(key, "&readonly"),
    await overHttp({ "x-api-key": key }, "?readonly"),
    await overStdio({ PLAN_API_KEY: key }, "--readonly"),
  ]) {
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(0)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    for (const name of ["save_goal", "ai_agent", "discard_drafts"])
      expect((await call(client, name, { planId, name: "X", request: "X" })).isError, name).toBe(true)
    expect((await call(client, "get_board", { planId })).isError).toBe(false)
  }
  expect((await ada.send(goalCalls.list, { planId })).body).toEqual([])
})

test("a viewer reads and previews, and carries out nothing", async () => {
  await ada.send(invitationCalls.invite, { email: vera.email, planId, role: 2 })
  const { body } = await vera.send(invitationCalls.pendingOfUser, { userId: vera.id })
  await vera.call("GET", `/api/invitation/accept?token=${body[0]?.token}`)
  const client = await overSocket(await ticketOf(vera))
  const request = 'Add a goal "Lighthouse"'
  expect((await call(client, "ai_agent", { planId, request })).text).toContain("PREVIEW:")
  const refused = await call(client, "ai_agent", { planId, request, confirmed: true })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("read and comment") })
  expect((await call(client, "save_goal", { planId, name: "X" })).isError).toBe(true)
  expect((await call(client, "get_board", { planId })).data).toMatchObject({ goals: [] })
})

test("of two confirms at once one carries the changes out", async () => {
  const [one, two] = [await overSocket(await ticketOf(ada)), await overSocket(await ticketOf(ada))]
  const request = 'Add a goal "Lighthouse"'
  await call(one, "ai_agent", { planId, request })
  await Promise.all([one, two].map((client) => call(client, "ai_agent", { planId, request, confirmed: true })))
  expect((await ada.send(goalCalls.list, { planId })).body).toHaveLength(1)
})

test("a proposal is carried out in part, and undone", async () => {
  const client = await overSocket(await ticketOf(ada))
  const changes = ["North", "South"].map((name) => ({ op: "create", entity: "goal", fields: { name } }))
  const proposal = await call<{ id: number }>(client, "propose_changes", { planId, changes })
  expect(proposal.text).toContain("PREVIEW:")
  const { id } = proposal.data
  expect((await call(client, "apply_changes", { id, only: [7] })).isError).toBe(true)
  expect((await call(client, "apply_changes", { id, only: [1] })).data).toMatchObject({ created: 1 })
  expect((await call(client, "apply_changes", { id })).isError).toBe(true)
  expect((await ada.send(goalCalls.list, { planId })).body.map(({ name }) => name)).toEqual(["South"])
  await call(client, "undo_changes", { planId })
  expect((await ada.send(goalCalls.list, { planId })).body).toEqual([])
})

test("a socket that closes half-way leaves all of a request or nothing", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `Add a goal "Goal ${at}"`).join("\n")
  const ws = new WebSocket(`${agents.url}?token=${key}`)
  await new Promise((open) => ws.once("open", open))
  const params = { name: "ai_agent", arguments: { planId, request: lines, draftMode: true } }
  ws.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }), () => ws.terminate())
  await new Promise((done) => ws.once("close", done))
  // The call of another connection is answered after what the first had begun.
  const client = await overSocket(key)
  await call(client, "save_goal", { planId, name: "After" })
  const goals = (await ada.send(goalCalls.list, { planId })).body.filter(({ name }) => name !== "After")
  expect([0, 40]).toContain(goals.length)
})

test("an answer that is long is told in pages of the board's order", async () => {
  const client = await overSocket(key)
  const changes = Array.from({ length: 200 }, (_, at) => ({
    ...{ op: "create", entity: "goal" },
    fields: { name: `Goal ${at} ${at % 2 === 0 ? "word ".repeat(30) : "码头工程".repeat(35)}` },
  }))
  const { data } = await call<{ id: number }>(client, "propose_changes", { planId, changes })
  await call(client, "apply_changes", { id: data.id })
  const seen: number[] = []
  for (let from: number | null = 0; from !== null; ) {
    const page: Answer<Page> = await call<Page>(client, "get_board", { planId, from })
    // Some 8,000 tokens: of four letters each, or one of three bytes.
    expect(Buffer.byteLength(JSON.stringify(page.data))).toBeLessThan(28_000)
    expect(Buffer.byteLength(page.text)).toBeLessThan(28_000)
    seen.push(...page.data.goals.map(({ id }) => id))
    from = page.data.next
  }
  expect(new Set(seen).size).toBe(200)
  expect(seen).toHaveLength(200)
})
