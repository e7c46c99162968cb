// The browser's client of the assistant against the built MCP server, with a scripted provider behind it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import WebSocket from "ws"
import { callTool, Stopped, type ToolFailure } from "~/client/agent/agent-socket"
import { authCalls } from "~/contract/account"
import { planCalls } from "~/contract/plan"
import { type Agents, startAgents } from "../support/product/mcp.ts"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { breaksOff, fails, proposes, says, scriptedModel, type Turn } from "../support/services/model.ts"

let product: Product
let agents: Agents
let model: Awaited<ReturnType<typeof scriptedModel>>
let ada: Person
let planId: number

beforeAll(async () => {
  globalThis.WebSocket ??= WebSocket as never
  model = await scriptedModel()
  product = await startProduct()
  agents = await startAgents(product, {
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: "scripted",
  })
  ada = await signIn(product, "ada@example.org")
})
beforeEach(async () => {
  planId = (await ada.send(planCalls.create, { name: "Harbour" })).body.id
})
afterAll(async () => {
  await agents?.stop()
  await product?.remove()
  await model?.close()
  expect(agents?.errors()).toBe("")
})

const ticket = async () => ({ url: agents.url, token: (await ada.send(authCalls.mcpTicket, {})).body.token })
const ask = (request: string, more: { signal?: AbortSignal; onProgress?: (text: string) => void } = {}) =>
  callTool({ name: "ai_agent", input: { planId, request, dryRun: false, confirmed: false }, ticket, ...more })
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => "no failure",
    ({ reason, message }: ToolFailure) => reason ?? message,
  )

test("a request reports what the assistant does, then its answer with the model's name", async () => {
  const goals = ["Lighthouse", 'The "op" of the quay'].map((name) => ({
    op: "create",
    entity: "goal",
    fields: { name },
  }))
  model.script(proposes(...goals))
  const progress: string[] = []
  const { text, structured } = await ask("Build one", { onProgress: (said) => progress.push(said) })
  expect(progress).toEqual(["Reading the plan", "Thinking", "1 change so far", "2 changes so far"])
  expect(text).toMatch(/^PREVIEW:[\s\S]*Ready to proceed\?$/)
  expect(structured).toMatchObject({ model: "scripted", changes: [{ entity: "goal" }, { entity: "goal" }] })
})

test("stopping closes the connection, and the provider's request ends with it", async () => {
  const stop = new AbortController()
  const ended = new Promise<void>((resolve) => {
    const never: Turn = (response) => {
      response.once("close", resolve)
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(": waiting\n\n")
      stop.abort()
    }
    model.script(never)
  })
  await expect(ask("Plan all", { signal: stop.signal })).rejects.toBeInstanceOf(Stopped)
  await ended
})

test.each([
  ["a rate limit", fails(429, { message: "slow", code: "rate_limit_exceeded" }), "rate"],
  ["half an answer", breaksOff, "incomplete"],
  ["a broken provider", fails(502), "network"],
] as const)("%s has its reason", async (_, turn, said) => {
  model.script(turn)
  expect(await failureOf(ask("Plan the launch"))).toBe(said)
})

test("without a server, or with a ticket that is used up, the connection has failed", async () => {
  const nowhere = async () => ({ url: "ws://127.0.0.1:1/mcp", token: "lt_x" })
  const input = { planId, request: "x" }
  expect(await failureOf(callTool({ name: "ai_agent", input, ticket: nowhere }))).toBe("lost")
  const used = await ticket()
  model.script(says("Hello."))
  await callTool({ name: "ai_agent", input, ticket: async () => used })
  expect(await failureOf(callTool({ name: "ai_agent", input, ticket: async () => used }))).toBe("lost")
  expect(await failureOf(callTool({ name: "ai_agent", input, ticket: async () => ({ url: "", token: "" }) }))).toBe(
    "noAddress",
  )
})
