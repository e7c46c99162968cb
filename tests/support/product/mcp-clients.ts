// openAgents(): the product with its MCP server, and clients over each transport. planWithKey(person): a new plan and its key.
import path from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import WebSocket from "ws"
import { authCalls } from "~/contract/account"
import { integrationCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import { type Agents, startAgents } from "./mcp.ts"
import { type Person, type Product, signIn, startProduct } from "./product.ts"

// The SDK's client expects the WebSocket of newer Node versions.
globalThis.WebSocket ??= WebSocket as never

export const ticketOf = async (person: Person) => (await person.send(authCalls.mcpTicket, {})).body.token

const agentClients = (agents: Agents, { dataDir }: Product) => {
  const clients: Client[] = []

  const connect = async (transport: unknown) => {
    const client = new Client({ name: "test", version: "1.0.0" })
    clients.push(client)
    await client.connect(transport as Transport)
    return client
  }
  return {
    connect,
    /** The client compares what tools answer with their output schemas, which it has listed. */
    overSocket: async (token: string, more = "") => {
      const client = await connect(new WebSocketClientTransport(new URL(`${agents.url}?token=${token}${more}`)))
      await client.listTools()
      return client
    },
    overHttp: (headers: Record<string, string>, more = "") =>
      connect(
        new StreamableHTTPClientTransport(new URL(`${agents.url.replace("ws", "http")}${more}`), {
          requestInit: { headers },
        }),
      ),
    overStdio: (env: Record<string, string>, ...options: string[]) =>
      connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [path.resolve(import.meta.dirname, "../../../scripts/mcp.mjs"), ...options],
          env: { PATH: process.env.PATH ?? "", DATA_DIR: dataDir, ...env },
          stderr: "ignore",
        }),
      ),
    close: async () => void (await Promise.all(clients.splice(0).map((client) => client.close()))),
  }
}

export type AgentClients = ReturnType<typeof agentClients>

/** `stop` answers what the MCP server has written to its error output. */
export const openAgents = async () => {
  const product = await startProduct()
  // Where the product tells agents to go.
  const agents = await startAgents(product, { MCP_PORT: String(product.mcpPort) })
  const ada = await signIn(product, "ada@example.org")
  const stop = async () => {
    await agents.stop()
    await product.remove()
    return agents.errors()
  }
  return { product, agents, clients: agentClients(agents, product), ada, stop }
}

export const planWithKey = async (person: Person) => {
  const planId = (await person.send(planCalls.create, { name: "Harbour" })).body.id
  return { planId, key: (await person.send(integrationCalls.enable, { planId })).body.apiKey }
}

export type Answer<Data> = { text: string; isError: boolean; data: Data }

export const callTool = async <Data = unknown>(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<Answer<Data>> => {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult
  const [first] = result.content
  const text = first?.type === "text" ? first.text : ""
  return { text, isError: result.isError === true, data: result.structuredContent as Data }
}
