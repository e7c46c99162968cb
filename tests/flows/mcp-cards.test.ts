// What agents do with cards on the built product, and what they hear while they wait or when they may not.
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { type CallToolResult, ProgressNotificationSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { integrationCalls } from "~/contract/integration"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import type { Agents } from "../support/product/mcp.ts"
import { type AgentClients, openAgents, planWithKey, ticketOf } from "../support/product/mcp-clients.ts"
import type { Person, Product } from "../support/product/product.ts"

let opened: Awaited<ReturnType<typeof openAgents>>
let product: Product
let agents: Agents
let ada: Person
let planId: number
let key: string
let clients: AgentClients
let client: Client

beforeAll(async () => {
  opened = await openAgents()
  ;({ product, agents, clients, ada } = opened)
})
beforeEach(async () => {
  ;({ planId, key } = await planWithKey(ada))
  client = await clients.overSocket(key)
  return () => clients.close()
})
afterAll(() => opened?.stop())

const call = async (name: string, input: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: { planId, ...input } })) as CallToolResult
const board = async () => (await ada.send(planCalls.board, { planId })).body

test("a tool that writes takes no name that is only like a card's, and says which one it may be", async () => {
  await call("save_goal", { name: "Harbour wall" })
  const renamed = await call("save_goal", { goal: "Harbor wall", name: "Pier" })
  expect([renamed.isError, JSON.stringify(renamed.content)]).toEqual([true, expect.stringContaining("Harbour wall")])
  expect((await board()).goals.map(({ name }) => name)).toEqual(["Harbour wall"])
  expect((await call("get_entity", { entity: "goal", card: "Harbor wall" })).structuredContent).toMatchObject({
    goal: { name: "Harbour wall" },
  })
})

test("every tool answers what its output schema says, with and without what may be absent", async () => {
  const person = await clients.overSocket(await ticketOf(ada))
  const { tools } = await person.listTools()
  const called = new Set<string>()
  const answer = async (name: string, input: Record<string, unknown> = {}) => {
    called.add(name)
    const { isError, content, structuredContent } = await person.callTool({ name, arguments: { planId, ...input } })
    expect(isError, `${name}: ${JSON.stringify(content)}`).toBeFalsy()
    return structuredContent as { id: number }
  }
  await answer("save_goal", { name: "Quay", description: "At the river" })
  await answer("list_goals")
  await answer("check_in", { goal: "Quay", status: "on track" })
  await answer("list_goals", { status: "on track" })
  await answer("save_action", { goal: "Quay", topic: "Dredge", owner: ada.id, dueDate: "2030-01-09" })
  await answer("save_action", { topic: "Paint" })
  await answer("save_task", { action: "Dredge", description: "Hire a ship", owner: ada.id, status: "doing" })
  for (const entity of ["goal", "action", "task"]) {
    const named = { goal: "Quay", action: "Dredge", task: "Hire a ship" }[entity]
    await answer("add_note", { [entity]: named, content: "It leaks.", mentions: [ada.id] })
    await answer("move", { entity, card: named, after: null })
    await answer("get_entity", { entity, card: named })
  }
  await answer("add_note", { content: "Ask the harbour master.", title: "Open" })
  const { body: notes } = await ada.send(noteCalls.list, { planId })
  await answer("get_entity", { entity: "note", card: notes[0]?.id })
  await answer("list_notes")
  await answer("list_members")
  await answer("list_activity")
  await answer("search", { q: "leaks" })
  await answer("list_tasks", { due: "none" })
  await answer("changes_since", { seq: 0 })
  await answer("ask", { question: "What is overdue?" })
  await answer("list_files")
  const form = new FormData()
  form.set("file", new File(["# Minutes"], "minutes.md"))
  const sent = { method: "POST", headers: { cookie: ada.cookie, origin: product.url }, body: form }
  const { id: file } = await (await fetch(`${product.url}/api/File/UploadFile/${planId}`, sent)).json()
  await answer("get_file", { id: file })
  await answer("delete_card", { entity: "task", id: "Hire a ship" })
  await answer("get_board", { done: true })
  for (const name of ["list_plans", "my_tasks"]) {
    called.add(name)
    await person.callTool({ name, arguments: {} })
  }
  for (const request of ["What is overdue?", "Make it nicer", 'Assign "Dredge" to Zoe', 'Delete the goal "Quay"'])
    await answer("ai_agent", { request })
  const change = { op: "create", entity: "goal", ref: "new-1", fields: { name: "Pier" } }
  const { id } = await answer("propose_changes", { changes: [change] })
  called.add("apply_changes")
  await person.callTool({ name: "apply_changes", arguments: { id } })
  await answer("undo_changes")
  const { id: waiting } = await answer("propose_changes", { changes: [change] })
  for (const [name, input] of [
    ["apply_changes", { id: waiting, review: true }],
    ["get_proposal", { id: waiting }],
  ] as const) {
    called.add(name)
    expect(await person.callTool({ name, arguments: input })).not.toMatchObject({ isError: true })
  }
  for (const drafts of ["publish_drafts", "discard_drafts"]) {
    await answer("ai_agent", { request: 'Add a goal "Pier"', draftMode: true })
    await answer(drafts)
  }
  expect([...called].sort()).toEqual(tools.map(({ name }) => name).sort())
})

test("cards move to another goal, column and place, by name", async () => {
  for (const name of ["North", "South", "West"]) await call("save_goal", { name })
  for (const topic of ["Dredge", "Build"]) await call("save_action", { goal: "North", topic })
  for (const description of ["One", "Two", "Three"]) await call("save_task", { action: "Dredge", description })

  await call("move", { entity: "goal", card: "West", after: "North" })
  await call("move", { entity: "action", card: "Dredge", goal: "South", focus: true })
  await call("move", { entity: "task", card: "Three", after: null })
  await call("move", { entity: "task", card: "One", action: "Build", status: "doing" })

  const { goals, items, tasks } = await board()
  expect(goals.map(({ name }) => name)).toEqual(["North", "West", "South"])
  expect(items.find(({ topic }) => topic === "Dredge")).toMatchObject({ goal: { name: "South" }, focus: true })
  const build = items.find(({ topic }) => topic === "Build")?.id
  expect(tasks.find(({ description }) => description === "One")).toMatchObject({ itemId: build, type: 1 })
  const rest = tasks.filter(({ itemId }) => itemId !== build).sort((a, b) => a.order - b.order)
  expect(rest.map(({ description }) => description)).toEqual(["Three", "Two"])
  expect(await call("move", { entity: "task", card: "Two" })).toMatchObject({ isError: true })
})

test("a name that fits several cards is answered with them", async () => {
  await call("save_goal", { name: "Quay" })
  await call("save_goal", { name: "Quay" })
  const answer = await call("save_goal", { goal: "Quay", name: "Pier" })
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("Which") }] })
  expect((await board()).goals.map(({ name }) => name)).toEqual(["Quay", "Quay"])
})

test("notes go to a card or to the plan, and are read again", async () => {
  await call("save_goal", { name: "Quay" })
  await call("add_note", { goal: "Quay", content: "It leaks." })
  await call("add_note", { content: "Ask the harbour master.", title: "Open" })
  const { structuredContent } = await call("get_entity", { entity: "goal", card: "Quay" })
  expect(structuredContent).toMatchObject({ goal: { name: "Quay" }, comments: [{ content: "It leaks." }] })
  expect((await call("list_notes", {})).structuredContent).toMatchObject({ notes: [{ title: "Open" }] })
  expect((await call("search", { q: "leaks" })).structuredContent).toMatchObject({ hits: [{ type: "comments" }] })
})

test("drafts are made, published and discarded", async () => {
  const draft = (name: string) => call("ai_agent", { request: `Add a goal "${name}"`, draftMode: true })
  await draft("Quay")
  expect((await board()).goals).toMatchObject([{ name: "Quay", isDraft: true }])
  const keyed = { request: 'Add a goal "Quay"', draftMode: true, key: "once" }
  for (const _ of ["first", "after a lost answer"])
    expect((await call("ai_agent", keyed)).content).toMatchObject([{ text: expect.stringContaining("Added 1 draft") }])
  expect((await board()).goals).toHaveLength(2)
  await call("discard_drafts", {})
  await draft("Quay")
  expect((await call("publish_drafts", {})).structuredContent).toMatchObject({ done: { updated: 1 } })
  await draft("Pier")
  await call("discard_drafts", {})
  expect((await board()).goals).toMatchObject([{ name: "Quay", isDraft: false }])
  expect(await call("discard_drafts", {})).toMatchObject({ structuredContent: { id: null, done: null } })
})

test("a dry run shows the changes and keeps nothing to confirm", async () => {
  const request = 'Add a goal "Quay"'
  const { structuredContent } = await call("ai_agent", { request, dryRun: true })
  expect(structuredContent).toMatchObject({ id: null, changes: [{ op: "create", entity: "goal" }] })
  const confirmed = await call("ai_agent", { request, confirmed: true })
  expect(confirmed).toMatchObject({ content: [{ text: expect.stringContaining("PREVIEW:") }] })
  expect((await board()).goals).toEqual([])
  // A preview is open now.
  await call("ai_agent", { request, confirmed: true, dryRun: true })
  expect((await board()).goals).toEqual([])
  await call("ai_agent", { request, draftMode: true })
  for (const word of ["Publish drafts", "Discard drafts", "Undo"]) {
    const { content } = await call("ai_agent", { request: word, dryRun: true })
    expect(content).toMatchObject([{ text: expect.stringMatching(/^This would /) }])
  }
  expect((await board()).goals).toMatchObject([{ name: "Quay", isDraft: true }])
})

test("a client that asks for progress hears of it, and another does not", async () => {
  const heard: unknown[] = []
  // `onprogress` misses what arrives in the same turn as the answer: the client forgets it before it hands out the former.
  client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => void heard.push(params))
  const asked = { name: "ai_agent", arguments: { planId, request: 'Add a goal "Quay"' } }
  await client.callTool({ ...asked, _meta: { progressToken: 7 } })
  expect(heard).toContainEqual({ progressToken: 7, progress: 1, message: "Reading the plan" })
  const before = heard.length
  await client.callTool(asked)
  expect(heard).toHaveLength(before)
})

test("a key that has been replaced makes no further call on an open socket, which ends", async () => {
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
  await ada.send(integrationCalls.rotate, { planId })
  // The process of the agents' server learns it a moment later.
  const read = () => call("get_board", {}).then(() => "answered", String)
  await expect.poll(read).toMatch(/has ended|closed|Not connected/)
  await expect(call("save_goal", { name: "Late" })).rejects.toThrow(/has ended|closed|Not connected/)
  await ended
  expect((await board()).goals).toEqual([])
})

/** What `npm run mcp` says as it ends. */
const stdio = (env: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const script = path.resolve(import.meta.dirname, "../../scripts/mcp.mjs")
    const options = {
      env: { PATH: process.env.PATH, NODE_ENV: "production" as const, DATA_DIR: product.dataDir, ...env },
      cwd: product.dataDir,
    }
    execFile(process.execPath, [script], options, (error, _out, said) => resolve({ code: error?.code, said }))
  })

test("stdio says what is missing: the key, a key that works, or the product", async () => {
  expect(await stdio({})).toMatchObject({ code: 1, said: expect.stringContaining("Set PLAN_API_KEY") })
  expect(await stdio({ PLAN_API_KEY: "lw_wrong" })).toMatchObject({
    code: 1,
    said: expect.stringContaining("not a plan's current"),
  })
  const elsewhere = { PLAN_API_KEY: key, MCP_PUBLIC_URL: "ws://127.0.0.1:9" }
  expect(await stdio(elsewhere)).toMatchObject({ code: 1, said: expect.stringContaining("npm start") })
})

/** Listens where the product is expected. Answers what `answer` makes of a request for a proof, and takes every socket. */
const impostor = async (answer: (address: string) => Promise<object>) => {
  const heard: string[] = []
  const server = http.createServer(async (request, response) => {
    heard.push(JSON.stringify([request.url, request.headers]))
    response.end(JSON.stringify(await answer(request.url ?? "")))
  })
  server.on("upgrade", (request, socket) => {
    heard.push(JSON.stringify([request.url, request.headers]))
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  return { heard, env: { PLAN_API_KEY: key, MCP_PUBLIC_URL: `ws://localhost:${port}` }, close: () => server.close() }
}

test("stdio sends its key to no other program that listens, even one that passes the question on", async () => {
  const real = agents.url.replace("ws", "http")
  const passedOn = async (address: string) => (await fetch(`${real}${address.slice(address.indexOf("?"))}`)).json()
  for (const answer of [async () => ({}), async () => ({ proof: "0".repeat(64) }), passedOn]) {
    const { heard, env, close } = await impostor(answer)
    expect(await stdio(env)).toMatchObject({ code: 1, said: expect.stringContaining("which was not sent") })
    close()
    expect(heard).toHaveLength(1)
    const hash = createHash("sha256").update(key).digest("hex")
    for (const secret of [key, hash]) expect(heard.join()).not.toContain(secret)
  }
})
