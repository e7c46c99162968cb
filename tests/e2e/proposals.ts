// Proposals of agents, put into a plan's review list as agents do: through the MCP server.

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { APIRequestContext } from "@playwright/test"
import { expect } from "@playwright/test"
import { keyCalls } from "~/contract/integration"
import { call } from "./calls"

type Change = { op: "create" | "update" | "delete"; entity: string; id?: number; ref?: string; fields?: object }

/** A program with a key of the plan that may only propose. `admin`: who makes the key. */
export const openProposer = async (admin: APIRequestContext, planId: number, name: string) => {
  const { apiKey } = await call(admin, keyCalls.makeKey, { planId, name, access: "propose" })
  const url = new URL(`http://localhost:${Number(process.env.E2E_PORT ?? "4390") + 1}/mcp`)
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { "x-api-key": apiKey } } }) as Transport,
  )
  const use = async <Answer>(tool: string, input: object): Promise<Answer> => {
    const { structuredContent, isError, content } = await client.callTool({ name: tool, arguments: { ...input } })
    expect(isError ? content : undefined).toBeUndefined()
    return structuredContent as Answer
  }
  return {
    use,
    /** Returns the proposal's id. */
    propose: async (request: string, changes: Change[]) => {
      const preview = await use<{ id: number }>("propose_changes", { planId, request, changes })
      const { proposal } = await use<{ proposal: { id: number } }>("apply_changes", { id: preview.id })
      return proposal.id
    },
    close: () => client.close(),
  }
}
