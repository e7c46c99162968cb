// Connections of agents: what stops a request and the model that it waits for, and what a restart of the server does to stdio.
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import WebSocket from "ws"
import { openModel } from "~/outside/model.server"
import { loadConfig } from "~/server/config"
import type { Settings } from "~/server/settings"
import { createMcpServer, type McpServer } from "../../mcp-server/server.ts"
import { type Api, openApi } from "../support/api/api.ts"
import { addFault } from "../support/faults.ts"
import { freePort } from "../support/product/ports.ts"
import { says, scriptedModel, type Turn } from "../support/services/model.ts"

let api: Api
let model: Awaited<ReturnType<typeof scriptedModel>>
let server: McpServer
let port: number
let planId: number
let key: string

const started = async () => {
  const config = loadConfig(
    { MCP_PORT: String(port), RATE_LIMITS: "off" },
    mkdtempSync(path.join(tmpdir(), "laneway-cancel-")),
  )
  const log = (level: string, message: string) => void (level === "error" && addFault(message))
  const made = createMcpServer(config as unknown as Settings, log)
  await made.listen(port, "127.0.0.1")
  return made
}

beforeAll(async () => {
  api = await openApi()
  model = await scriptedModel()
  await openModel({ apiKey: "sk-secret", baseUrl: model.url, name: "scripted", retryMs: 1 })
  planId = (await api.plan(await api.person())).id
  key = await api.key(planId)
  port = await freePort()
  server = await started()
})
afterAll(async () => {
  await server.close()
  await openModel(null)
  await model.close()
  await api.close()
})

/** The model begins its answer to each request and waits; `stopped` counts those that were closed. */
const waiting = () => {
  const open: Parameters<Turn>[] = []
  let stopped = 0
  model.script((response, sent) => {
    open.push([response, sent])
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write(": wait\n\n")
    response.once("close", () => {
      if (!response.writableEnded) stopped += 1
    })
  })
  return { open, stopped: () => stopped }
}

const address = () => `http://localhost:${port}/mcp`
const question = () => ({ name: "ask", arguments: { planId, question: "Why is the quay late?" } })

const overHttp = async () => {
  const client = new Client({ name: "test", version: "1.0.0" })
  const transport = new StreamableHTTPClientTransport(new URL(address()), {
    requestInit: { headers: { "x-api-key": key } },
  })
  await client.connect(transport as Transport)
  return client
}

test("over HTTP a cancelled request stops its model, and no request of another client with the same id", async () => {
  const { open, stopped } = waiting()
  const [one, other] = [await overHttp(), await overHttp()]
  const stop = new AbortController()
  const cancelled = one.callTool(question(), undefined, { signal: stop.signal }).catch((thrown: unknown) => thrown)
  await expect.poll(() => open.length).toBe(1)
  const answered = other.callTool(question())
  await expect.poll(() => open.length).toBe(2)
  stop.abort("enough")
  await expect.poll(stopped).toBe(1)
  expect(await cancelled).toBeInstanceOf(Error)
  const [response] = open[1] ?? []
  response?.end(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Rain." }, finish_reason: "stop" }] })}\n\n`,
  )
  expect(await answered).toMatchObject({ content: [{ text: "Rain." }] })
  expect(stopped()).toBe(1)
  await Promise.all([one.close(), other.close()])
})

test("a request whose connection closes stops its model, over HTTP and over a socket", async () => {
  const { open, stopped } = waiting()
  const stop = new AbortController()
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: question() })
  const headers = {
    "x-api-key": key,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  }
  const sent = fetch(address(), { method: "POST", headers, body, signal: stop.signal })
    .then((response) => response.text())
    .catch((thrown: unknown) => thrown)
  await expect.poll(() => open.length).toBe(1)
  stop.abort()
  await sent
  await expect.poll(stopped).toBe(1)

  const socket = new WebSocket(address().replace("http", "ws"), { headers: { "x-api-key": key } })
  await once(socket, "open")
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } }
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: question() }))
  await expect.poll(() => open.length).toBe(2)
  socket.send(JSON.stringify(cancel))
  await expect.poll(stopped).toBe(2)
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/call", params: question() }))
  await expect.poll(() => open.length).toBe(3)
  socket.terminate()
  await expect.poll(stopped).toBe(3)
  model.script(says("Done."))
})

test("stdio speaks to the next server after a restart, and says so to calls meanwhile", async () => {
  const client = new Client({ name: "test", version: "1.0.0" })
  const script = path.resolve(import.meta.dirname, "../../scripts/mcp.mjs")
  const env = { PATH: process.env.PATH ?? "", PLAN_API_KEY: key, MCP_PUBLIC_URL: `ws://localhost:${port}` }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], env, stderr: "ignore" }))
  const said = () =>
    client.callTool({ name: "list_plans", arguments: {} }).then(
      ({ structuredContent }) => (structuredContent as { plans: { id: number }[] }).plans[0]?.id,
      (thrown: Error) => thrown.message,
    )
  expect(await said()).toBe(planId)
  await server.close()
  await expect.poll(said).toContain("Laneway is restarting. Try again.")
  server = await started()
  await expect.poll(said).toBe(planId)
  await client.close()
})
