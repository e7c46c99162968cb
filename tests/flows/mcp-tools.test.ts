import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import WebSocket from "ws"
import { type Goal, goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import type { Agents } from "../support/product/mcp.ts"
import {
  type AgentClients,
  type Answer,
  callTool,
  openAgents,
  planWithKey,
  ticketOf,
} from "../support/product/mcp-clients.ts"
import { leastPriority } from "../support/product/niceness.ts"
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

type Page = { text: string; goals: { id: number }[]; cursor: string | null }

test.runIf(process.platform === "linux")("the snippets of long texts are made in a worker", async () => {
  const content = `Quay ${"of the harbour ".repeat(3_000)}`
  expect((await ada.send(noteCalls.create, { planId, content, visibility: 1 })).status).toBe(201)
  const client = await clients.overHttp({ "X-API-KEY": key })
  expect(leastPriority(agents.pid)).toBe(0)
  const search = () => client.callTool({ name: "search", arguments: { planId, q: "quay" } })
  await expect.poll(async () => JSON.stringify(await search())).toContain("Quay")
  expect(leastPriority(agents.pid)).toBeGreaterThan(0)
})

test("a caller's calls run one after another, fifty wait at most, and another caller waits for none of them", async () => {
  const address = `${agents.url}?token=${key}`
  const ws = new WebSocket(address)
  await new Promise((done) => ws.once("open", done))
  const answers: { result: { isError?: boolean; content: { text: string }[] } }[] = []
  ws.on("message", (data) => answers.push(JSON.parse(String(data))))
  const other = await clients.overSocket(await ticketOf(ada))
  const params = { name: "get_board", arguments: { planId } }
  for (let id = 1; id <= 200; id++) ws.send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }))
  expect((await callTool(other, "list_plans", {})).isError).toBe(false)
  await expect.poll(() => answers.length).toBe(200)
  const refused = answers.filter(({ result }) => result.isError)
  expect(refused.length).toBeGreaterThan(0)
  for (const { result } of refused)
    expect(result.content[0]?.text).toBe("Your earlier calls are still running. Please wait a moment.")
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(50)
  ws.terminate()
})

test("unknown fields and wrong values are answered with how to call again", async () => {
  const client = await clients.overSocket(key)
  const unknown = await callTool(client, "save_goal", { planId, name: "X", colour: "#ff0000" })
  expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining("colour") })
  expect(unknown.text).toContain("Call save_goal with {planId, goal?, name?")
  expect((await callTool(client, "get_board", { planId: "1" })).isError).toBe(true)
  const update = { op: "update", entity: "goal", id: 1 }
  const inside = await callTool(client, "propose_changes", { planId, changes: [{ ...update, field: { name: "Y" } }] })
  expect(inside).toMatchObject({ isError: true, text: expect.stringContaining("field") })
  const { data } = await callTool<{ goal: Goal }>(client, "save_goal", { planId, name: "First" })
  const nothing = await callTool(client, "propose_changes", { planId, changes: [{ ...update, id: data.goal.id }] })
  expect(nothing).toMatchObject({ isError: true, text: expect.stringContaining("Name what changes.") })
  const missing = await callTool(client, "save_task", { planId, action: "Nowhere", description: "X" })
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining("Nowhere") })
  expect((await ada.send(goalCalls.list, { planId })).body).toHaveLength(1)
})

test("a stale version is refused", async () => {
  const client = await clients.overSocket(key)
  const { data } = await callTool<{ goal: Goal }>(client, "save_goal", { planId, name: "First" })
  const { modifiedDate } = data.goal
  await callTool(client, "save_goal", { planId, goal: "First", name: "Second", expectedVersion: modifiedDate })
  const stale = await callTool(client, "save_goal", {
    planId,
    goal: "Second",
    name: "Third",
    expectedVersion: modifiedDate,
  })
  expect(stale.isError).toBe(true)
})

test("a key reaches its own plan only, and no people or other plans", async () => {
  const other = (await ada.send(planCalls.create, { name: "Other" })).body.id
  const client = await clients.overSocket(key)
  expect((await callTool(client, "list_plans", {})).data).toMatchObject({ plans: [{ id: planId }] })
  for (const name of ["get_board", "list_members", "list_notes", "publish_drafts"])
    expect((await callTool(client, name, { planId: other })).isError, name).toBe(true)
  expect((await callTool(client, "ai_agent", { planId: other, request: 'Add a goal "X"' })).isError).toBe(true)
  expect((await callTool(client, "list_activity", { planId })).isError).toBe(false)
  expect((await callTool(client, "list_members", { planId })).text).not.toContain("@")
  // A person's own plans are not mixed up either.
  const card = (await ada.send(noteCalls.create, { planId: other, content: "Quay", visibility: 1 })).body.id
  const person = await clients.overSocket(await ticketOf(ada))
  const read = async (planId: number) =>
    (await callTool(person, "get_entity", { planId, entity: "note", card })).isError
  expect([await read(planId), await read(other)]).toEqual([true, false])
})

test("a read-only connection offers reading tools alone and changes nothing", async () => {
  for (const client of [
    await clients.overSocket(key, "&readonly"),
    await clients.overHttp({ "x-api-key": key }, "?readonly"),
    await clients.overStdio({ PLAN_API_KEY: key }, "--readonly"),
  ]) {
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(0)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    for (const name of ["save_goal", "ai_agent", "discard_drafts"])
      expect((await callTool(client, name, { planId, name: "X", request: "X" })).isError, name).toBe(true)
    expect((await callTool(client, "get_board", { planId })).isError).toBe(false)
  }
  expect((await ada.send(goalCalls.list, { planId })).body).toEqual([])
})

test("a viewer reads and previews, and carries out nothing", async () => {
  const vera = await signIn(product, "vera@example.org")
  await ada.send(invitationCalls.invite, { email: vera.email, planId, role: 2 })
  const { body } = await vera.send(invitationCalls.pendingOfUser, { userId: vera.id })
  await vera.call("GET", `/api/invitation/accept?token=${body[0]?.token}`)
  const client = await clients.overSocket(await ticketOf(vera))
  const request = 'Add a goal "Lighthouse"'
  expect((await callTool(client, "ai_agent", { planId, request })).text).toContain("PREVIEW:")
  const refused = await callTool(client, "ai_agent", { planId, request, confirmed: true })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("read and comment") })
  expect((await callTool(client, "save_goal", { planId, name: "X" })).isError).toBe(true)
  expect((await callTool(client, "get_board", { planId })).data).toMatchObject({ goals: [] })
})

test("of two confirms at once one carries the changes out", async () => {
  const [one, two] = [await clients.overSocket(await ticketOf(ada)), await clients.overSocket(await ticketOf(ada))]
  const request = 'Add a goal "Lighthouse"'
  await callTool(one, "ai_agent", { planId, request })
  await Promise.all([one, two].map((client) => callTool(client, "ai_agent", { planId, request, confirmed: true })))
  expect((await ada.send(goalCalls.list, { planId })).body).toHaveLength(1)
})

test("a proposal is carried out in part, and undone", async () => {
  const client = await clients.overSocket(await ticketOf(ada))
  const changes = ["North", "South"].map((name) => ({ op: "create", entity: "goal", fields: { name } }))
  const proposal = await callTool<{ id: number }>(client, "propose_changes", { planId, changes })
  expect(proposal.text).toContain("PREVIEW:")
  const { id } = proposal.data
  expect((await callTool(client, "apply_changes", { id, only: [7] })).isError).toBe(true)
  expect((await callTool(client, "apply_changes", { id, only: [1] })).data).toMatchObject({ done: { created: 1 } })
  expect((await callTool(client, "apply_changes", { id })).isError).toBe(true)
  expect((await ada.send(goalCalls.list, { planId })).body.map(({ name }) => name)).toEqual(["South"])
  await callTool(client, "undo_changes", { planId })
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
  const client = await clients.overSocket(key)
  await callTool(client, "save_goal", { planId, name: "After" })
  const goals = (await ada.send(goalCalls.list, { planId })).body.filter(({ name }) => name !== "After")
  expect([0, 40]).toContain(goals.length)
})

test("an answer that is long is told in pages of the board's order", async () => {
  const client = await clients.overSocket(key)
  const changes = Array.from({ length: 200 }, (_, at) => ({
    ...{ op: "create", entity: "goal" },
    fields: { name: `Goal ${at} ${at % 2 === 0 ? "word ".repeat(30) : "码头工程".repeat(35)}` },
  }))
  const { data } = await callTool<{ id: number }>(client, "propose_changes", { planId, changes })
  await callTool(client, "apply_changes", { id: data.id })
  const seen: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Answer<Page> = await callTool<Page>(client, "get_board", { planId, ...(cursor ? { cursor } : {}) })
    // Some 8,000 tokens: of four letters each, or one of three bytes.
    const { text, ...rows } = page.data
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(24_000)
    expect(Buffer.byteLength(text)).toBeLessThan(24_000)
    seen.push(...page.data.goals.map(({ id }) => id))
    cursor = page.data.cursor
  }
  expect(new Set(seen).size).toBe(200)
  expect(seen).toHaveLength(200)
})
