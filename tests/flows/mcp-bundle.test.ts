// What clients and registries install: the bundle for Claude Desktop (npm run mcpb), and server.json of the MCP registry.
import { execFile } from "node:child_process"
import fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Ajv } from "ajv"
import { unzipSync } from "fflate"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import * as z from "zod"
import { tools } from "../../mcp-server/definitions.ts"
import { type AgentClients, callTool, openAgents, planWithKey } from "../support/product/mcp-clients.ts"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"))

let opened: Awaited<ReturnType<typeof openAgents>>
let clients: AgentClients
let folder: string

beforeAll(async () => {
  opened = await openAgents()
  clients = opened.clients
  folder = fs.mkdtempSync(path.join(tmpdir(), "laneway-bundle-"))
})
afterEach(() => clients.close())
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  expect(await opened?.stop()).toBe("")
})

test("the bundle unpacks, its manifest is valid, and what it starts lists tools and changes the plan", async () => {
  const file = path.join(folder, "laneway.mcpb")
  await promisify(execFile)(process.execPath, [path.join(root, "scripts/mcpb.mjs"), file])
  for (const [name, bytes] of Object.entries(unzipSync(fs.readFileSync(file)))) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), bytes)
  }
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "manifest.json"), "utf8"))
  const valid = new Ajv({ strict: false, validateFormats: false }).compile(
    read("tests/support/schemas/mcpb-manifest-v0.3.schema.json"),
  )
  expect([valid(manifest), valid.errors]).toEqual([true, null])
  expect(valid({ ...manifest, user_config: { key: { type: "secret" } } })).toBe(false)
  expect(manifest.version).toBe(read("package.json").version)
  expect(fs.existsSync(path.join(folder, manifest.icon))).toBe(true)
  expect(fs.existsSync(path.join(folder, manifest.server.entry_point))).toBe(true)

  const { planId, key } = await planWithKey(opened.ada)
  const entered: Record<string, string> = { key, address: opened.agents.url.replace("ws", "http"), read_only: "false" }
  expect(Object.keys(manifest.user_config)).toEqual(Object.keys(entered))
  const filled = (text: string) =>
    text
      .replaceAll(/\$\{__dirname\}/g, folder)
      .replaceAll(/\$\{user_config\.(\w+)\}/g, (_, name: string) => entered[name] ?? "")
  const started = () => {
    const { command, args, env } = manifest.server.mcp_config
    const given = Object.entries<string>(env).map(([name, value]) => [name, filled(value)])
    return new StdioClientTransport({
      command: command === "node" ? process.execPath : command,
      args: args.map(filled),
      // Nothing of the repository is beside it.
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", ...Object.fromEntries(given) },
      stderr: "ignore",
    })
  }
  const client = await clients.connect(started())
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(tools))
  await callTool(client, "save_goal", { planId, name: "Lighthouse" })
  expect((await callTool(client, "get_board", { planId })).text).toContain("Lighthouse")
  entered.read_only = "true"
  const reading = await clients.connect(started())
  expect((await reading.listTools()).tools.map(({ name }) => name)).not.toContain("save_goal")
})

test("server.json is what the registry takes", () => {
  const input = z.strictObject({
    description: z.string().optional(),
    placeholder: z.string().optional(),
    isRequired: z.boolean().optional(),
    isSecret: z.boolean().optional(),
  })
  const schema = z.strictObject({
    $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
    name: z
      .string()
      .max(200)
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    title: z.string().min(1).max(100),
    description: z.string().min(1).max(100),
    version: z.literal(read("package.json").version),
    remotes: z.array(
      z.strictObject({
        type: z.literal("streamable-http"),
        url: z.string().regex(/^https:\/\/\S+$/),
        variables: z.record(z.string(), input),
        headers: z.array(input.extend({ name: z.string() })),
      }),
    ),
  })
  const { remotes } = schema.parse(read("mcp-server/server.json"))
  for (const { url, variables } of remotes) {
    const named = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(named).toEqual(Object.keys(variables))
  }
})
