// openAgent(identity): the protocol's own client, in process, with the tools that somebody may use.
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { type Identity, ownAccess } from "~/domain/core/actor"
import { identityOfKey } from "~/domain/sign-in/mcp-ticket.server"
import type { Serving } from "../../../mcp-server/methods.ts"
import { serveCaller } from "../../../mcp-server/protocol.ts"
import type { Caller } from "./api.ts"

/** As the person's own session. */
export const personal = ({ id, userName }: Caller): Identity => ({
  userId: id,
  userName,
  systemRole: 3,
  via: "agent",
  planScope: null,
  ...ownAccess,
  clientId: null,
  idempotency: null,
  version: null,
})

export const ofKey = async (key: string): Promise<Identity> => {
  const identity = await identityOfKey(key)
  if (!identity) throw new Error("The key is unknown.")
  return identity
}

export const openAgent = async (identity: Identity, name = "test", onCalled: Serving["onCalled"] = () => {}) => {
  const own = identity.userId === null ? `k${identity.planScope}` : `u${identity.userId}`
  const unexpected: unknown[] = []
  const server = serveCaller({
    caller: { identity: async () => identity, counted: { by: own }, name: own, ended: "" },
    readOnly: false,
    onUnexpected: (error) => unexpected.push(error),
    onCalled,
  })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name, version: "1.0.0" })
  await Promise.all([server.connect(there), client.connect(here)])
  await client.listTools()
  const call = async <Data = Record<string, unknown>>(tool: string, input: Record<string, unknown>) => {
    const result = (await client.callTool({ name: tool, arguments: input })) as CallToolResult
    const [first] = result.content
    const text = first?.type === "text" ? first.text : ""
    if (unexpected.length > 0) throw unexpected[0]
    return { text, isError: result.isError === true, data: (result.structuredContent ?? {}) as Data & { text: string } }
  }
  return { client, call, close: () => client.close() }
}
