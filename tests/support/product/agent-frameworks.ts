// frameworks: what people build agents with, each connected to an MCP server by a plan's key. `call` answers what it hands its model.
import { mcpTools } from "@anthropic-ai/sdk/helpers/beta/mcp"
import { mcpToTool } from "@google/genai"
import { MultiServerMCPClient } from "@langchain/mcp-adapters"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { getAllMcpTools, MCPServerStreamableHttp, RunContext } from "@openai/agents-core"

export type Opened = {
  names: string[]
  call: (name: string, input: Record<string, unknown>) => Promise<string>
  close?: () => unknown
}
type Server = { url: string; key: string }

const found = <Tool extends { name: string }>(tools: readonly Tool[], name: string): Tool => {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)

const clientAt = async ({ url, key }: Server) => {
  const client = new Client({ name: "test", version: "1" })
  const requestInit = { headers: { "X-API-KEY": key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport)
  return client
}

const openaiAgents = async ({ url, key }: Server): Promise<Opened> => {
  const requestInit = { headers: { "X-API-KEY": key } }
  const server = new MCPServerStreamableHttp({ url, name: "laneway", requestInit })
  await server.connect()
  const mcpServers = [server]
  const tools = await getAllMcpTools({ mcpServers, convertSchemasToStrict: true })
  const call: Opened["call"] = async (name, input) => {
    const tool = found(tools, name)
    if (tool.type !== "function") throw new Error(`${name} is no function.`)
    // In strict mode a model sends every field.
    const fields = Object.keys((tool.parameters as { properties: object }).properties)
    const sent = Object.fromEntries(fields.map((field) => [field, input[field] ?? null]))
    return JSON.stringify(await tool.invoke(new RunContext(), JSON.stringify(sent)))
  }
  return { names: namesOf(tools), call, close: () => server.close() }
}

const langchain = async ({ url, key }: Server): Promise<Opened> => {
  const laneway = { transport: "http" as const, url, headers: { "X-API-KEY": key } }
  const client = new MultiServerMCPClient({ mcpServers: { laneway }, throwOnLoadError: true })
  const tools = await client.getTools()
  const call: Opened["call"] = async (name, input) => JSON.stringify(await found(tools, name).invoke(input))
  return { names: namesOf(tools), call, close: () => client.close() }
}

const anthropic = async (server: Server): Promise<Opened> => {
  const client = await clientAt(server)
  const tools = mcpTools((await client.listTools()).tools, client as never)
  const call: Opened["call"] = async (name, input) => JSON.stringify(await found(tools, name).run(input))
  return { names: namesOf(tools), call, close: () => client.close() }
}

const google = async (server: Server): Promise<Opened> => {
  const client = await clientAt(server)
  const callable = mcpToTool(client)
  const { functionDeclarations = [] } = await callable.tool()
  const call: Opened["call"] = async (name, args) => JSON.stringify(await callable.callTool([{ name, args }]))
  return { names: functionDeclarations.map(({ name = "" }) => name), call, close: () => client.close() }
}

export const frameworks: [string, (server: Server) => Promise<Opened>][] = [
  ["@openai/agents", openaiAgents],
  ["@langchain/mcp-adapters", langchain],
  ["Anthropic's helper", anthropic],
  ["Google's helper", google],
]
