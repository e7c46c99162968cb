// What others have made: clients that read, propose and apply against the built MCP server, and the protocol's conformance suite.
import fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createMCPClient } from "@ai-sdk/mcp"
import {
  Client as LaterClient,
  StreamableHTTPClientTransport as LaterHttpTransport,
} from "@modelcontextprotocol/client"
import { StdioClientTransport as LaterStdioTransport } from "@modelcontextprotocol/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { tools } from "../../mcp-server/definitions.ts"
import { frameworks, type Opened } from "../support/product/agent-frameworks.ts"
import { allowRequest, authorizationOf, registerProgram, requestAt } from "../support/product/agent-sign-in.ts"
import { type AgentClients, callTool, openAgents, planWithKey } from "../support/product/mcp-clients.ts"
import { authorizationConformance, conformance, inspector } from "../support/product/mcp-tools.ts"
import type { Person } from "../support/product/product.ts"

let opened: Awaited<ReturnType<typeof openAgents>>
let clients: AgentClients
let ada: Person
let url: string
let planId: number
let key: string

beforeAll(async () => {
  opened = await openAgents()
  ;({ clients, ada } = opened)
  url = opened.agents.url.replace("ws", "http")
})
beforeEach(async () => {
  ;({ planId, key } = await planWithKey(ada))
})
afterEach(() => clients.close())
afterAll(async () => {
  expect(await opened?.stop()).toBe("")
})

const mcpRemote = (...options: string[]) => {
  const home = fs.mkdtempSync(path.join(tmpdir(), "laneway-remote-"))
  const script = path.resolve(import.meta.dirname, "../../node_modules/mcp-remote/dist/proxy.js")
  return {
    command: process.execPath,
    args: [script, url, "--allow-http", ...options],
    // Without a path it finds no browser to open.
    env: { PATH: home, HOME: home, MCP_REMOTE_CONFIG_DIR: home },
    stderr: "pipe" as const,
  }
}

/** `call` answers what the client hands its model. */
const ways: [string, (signal: AbortSignal) => Promise<Opened>][] = [
  [
    "@ai-sdk/mcp",
    async () => {
      const client = await createMCPClient({ transport: { type: "http", url, headers: { "X-API-KEY": key } } })
      const offered = await client.tools()
      const call: Opened["call"] = async (name, input) => {
        const tool = offered[name]
        const toolCallId = "1"
        const output = (await tool?.execute(input, { toolCallId, messages: [] })) as never
        return JSON.stringify(await tool?.toModelOutput?.({ toolCallId, input, output }))
      }
      return { names: Object.keys(offered), call, close: () => client.close() }
    },
  ],
  [
    "mcp-remote, for clients that only start programs",
    async () => {
      const client = await clients.connect(new StdioClientTransport(mcpRemote("--header", `X-API-KEY:${key}`)))
      const call: Opened["call"] = async (name, input) => (await callTool(client, name, input)).text
      return { names: (await client.listTools()).tools.map(({ name }) => name), call }
    },
  ],
  [
    "the protocol's SDK of the second generation",
    async () => {
      const client = new LaterClient({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } })
      await client.connect(new LaterHttpTransport(new URL(url), { requestInit: { headers: { "X-API-KEY": key } } }))
      const call: Opened["call"] = async (name, input) =>
        JSON.stringify((await client.callTool({ name, arguments: input })).structuredContent)
      return {
        names: (await client.listTools()).tools.map(({ name }) => name),
        call,
        close: () => client.close(),
      }
    },
  ],
  [
    "the same over stdio, which it asks for the newer revision first",
    async () => {
      const client = new LaterClient({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } })
      const script = path.resolve(import.meta.dirname, "../../scripts/mcp.mjs")
      const env = { PATH: process.env.PATH ?? "", PLAN_API_KEY: key, MCP_PUBLIC_URL: opened.agents.url }
      await client.connect(
        new LaterStdioTransport({ command: process.execPath, args: [script], env, stderr: "ignore" }),
      )
      const call: Opened["call"] = async (name, input) =>
        JSON.stringify((await client.callTool({ name, arguments: input })).structuredContent)
      return { names: (await client.listTools()).tools.map(({ name }) => name), call, close: () => client.close() }
    },
  ],
  [
    "the protocol's inspector",
    async (signal) => {
      const tested = { url, headers: { authorization: `Bearer ${key}` }, signal }
      const listed = await inspector(tested, "--method", "tools/list")
      const call: Opened["call"] = async (name, input) => {
        const given = Object.entries(input).flatMap(([field, value]) => [
          "--tool-arg",
          `${field}=${typeof value === "string" ? value : JSON.stringify(value)}`,
        ])
        return JSON.stringify(await inspector(tested, "--method", "tools/call", "--tool-name", name, ...given))
      }
      return { names: listed.tools.map(({ name }: { name: string }) => name), call }
    },
  ],
  ...frameworks.map(([name, open]): (typeof ways)[number] => [name, () => open({ url, key })]),
]

test.for(ways)("%s lists the tools, reads, proposes and applies", async ([, open], { signal }) => {
  const { names, call, close } = await open(signal)
  expect(names).toEqual(Object.keys(tools))
  expect(await call("get_board", { planId })).toContain("0 goals, 0 actions, 0 tasks")
  const changes = [{ op: "create", entity: "goal", fields: { name: "Lighthouse" } }]
  const preview = await call("propose_changes", { planId, changes })
  const id = /apply_changes \{\W*id\W*:(\d+)\}/.exec(preview)?.[1]
  expect(id, preview).toBeDefined()
  expect(await call("apply_changes", { id: Number(id) })).toContain("Done: 1 addition.")
  expect((await ada.send(goalCalls.list, { planId })).body).toMatchObject([{ name: "Lighthouse" }])
  await close?.()
})

/** The person's browser: opens the page, allows what it asks for, and follows the answer. */
const allow = async (address: string) => {
  const browser = { cookie: ada.cookie, origin: opened.product.url }
  const answered = await allowRequest(address, await requestAt(address, browser), browser)
  await fetch(answered.headers.get("location") ?? "")
}

test("mcp-remote signs in without a key: it registers, its person allows it, and it works as that person", async () => {
  const transport = new StdioClientTransport(mcpRemote())
  let said = ""
  transport.stderr?.on("data", (data) => {
    said += String(data)
  })
  const connected = clients.connect(transport)
  const asked = () => /\bhttp:\S+\/oauth\/authorize\?\S+/.exec(said)?.[0]
  await expect.poll(asked, { message: said }).toBeDefined()
  await allow(asked() ?? "")
  const client = await connected
  expect((await callTool(client, "save_goal", { planId, name: "Lighthouse" })).isError).toBe(false)
  const [goal] = (await ada.send(goalCalls.list, { planId })).body
  expect(goal).toMatchObject({ name: "Lighthouse", createdBy: { id: ada.id } })
})

test("the consent page is in no frame, and takes no answer from another site or without a session", async () => {
  const { url: issuer } = opened.product
  const { address } = authorizationOf(issuer, await registerProgram(issuer), url)
  const browser = { cookie: ada.cookie, origin: issuer }
  const page = await fetch(address, { headers: { cookie: ada.cookie } })
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
  const request = await requestAt(address, browser)
  expect((await allowRequest(address, request, { ...browser, origin: "https://evil.example" })).status).toBe(403)
  const withoutSession = await allowRequest(address, request, { ...browser, cookie: "" })
  expect(withoutSession.headers.get("location") ?? "").not.toContain("code=")
  const allowed = await allowRequest(address, request, browser)
  expect(allowed.headers.get("location")).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?.*code=/)
  expect((await allowRequest(address, request, browser)).headers.get("location")).toBeNull()
})

test("the inspector reads resources and prompts", async ({ signal }) => {
  const tested = { url, headers: { authorization: `Bearer ${key}` }, signal }
  const uri = `plan://${planId}/board`
  const { resources } = await inspector(tested, "--method", "resources/list")
  expect(resources).toMatchObject([{ uri, name: "Harbour" }])
  const { contents } = await inspector(tested, "--method", "resources/read", "--uri", uri)
  expect(contents).toMatchObject([{ uri, text: expect.stringContaining("0 goals") }])
  const { prompts } = await inspector(tested, "--method", "prompts/list")
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual(["weekly_review", "plan_from_outline"])
  const promptOf = async (name: string, ...given: string[]) => {
    const args = [`planId=${planId}`, ...given].flatMap((each) => ["--prompt-args", each])
    const { messages } = await inspector(tested, "--method", "prompts/get", "--prompt-name", name, ...args)
    return messages[0].content.text
  }
  expect(await promptOf("weekly_review")).toContain(`Review plan ${planId}`)
  expect(await promptOf("plan_from_outline", "outline=- Dredge")).toContain("<outline>\n- Dredge\n</outline>")
})

const revisions = ["2025-11-25", "2026-07-28"]
test.for(revisions)("of revision %s only what the decision names does not apply", async (revision, { signal }) => {
  const page = path.resolve(import.meta.dirname, "../../docs/decisions/043-two-generations-of-the-protocol.md")
  const [, table = ""] = fs.readFileSync(page, "utf8").split("| Checks | Why they do not apply |")
  const rows = table.split("\n\n")[0]?.matchAll(/`([\w*-]+)`/g) ?? []
  const excepted = [...rows].map(([, name = ""]) => new RegExp(`^${name.replaceAll("*", ".*")}$`))
  const checks = await conformance({ url, headers: { authorization: `Bearer ${key}` }, signal }, revision)
  const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING")
  const open = failed.filter(({ scenario, id }) => !excepted.some((name) => name.test(scenario) || name.test(id)))
  expect(open).toEqual([])
  const passed = new Set(checks.flatMap(({ scenario, status }) => (status === "SUCCESS" ? [scenario] : [])))
  expect([...passed]).toEqual(
    expect.arrayContaining(["tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"]),
  )
})

test("the authorization server passes all scenarios of the conformance suite", async ({ signal }) => {
  const issuer = opened.product.url
  const clientId = await registerProgram(issuer)
  const checks = await authorizationConformance({ issuer, resource: url, clientId, allow }, signal)
  expect(checks.map(({ id, status }) => [id, status]).sort()).toEqual([
    ["authorization-code-grant", "SUCCESS"],
    ["authorization-server-metadata", "SUCCESS"],
    ["authorization-server-metadata-cimd", "SUCCESS"],
  ])
})
