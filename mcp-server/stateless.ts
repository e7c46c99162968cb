// answerAlone(): one request of revision 2026-07-28, which names its own version and client: there is no state between requests.
import type { IncomingMessage, ServerResponse } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { classifyInboundRequest, createMcpHandler, Server } from "@modelcontextprotocol/server"
import { chatName } from "~/contract/ai"
import { about, capabilities, instructions, methodsFor, type Serving } from "./methods"

/** Of revisions with sessions is what names no version in its `_meta`, and none in its header, from 2026 on. */
export const isAlone = ({ method = "", headers }: IncomingMessage, body: unknown) =>
  classifyInboundRequest({
    httpMethod: method,
    protocolVersionHeader: textOf(headers["mcp-protocol-version"]),
    mcpMethodHeader: textOf(headers["mcp-method"]),
    mcpNameHeader: textOf(headers["mcp-name"]),
    body,
  }).kind !== "legacy"

/** Clients may keep what only a new version of the product changes. */
const fixed = { ttlMs: 300_000, cacheScope: "private" } as const
const cacheHints = {
  "server/discover": fixed,
  "tools/list": fixed,
  "resources/templates/list": fixed,
  "prompts/list": fixed,
}

/** A request ends, and its model with it, when its connection closes. */
export const answerAlone = (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  parsedBody: unknown,
) => {
  const { fetch } = createMcpHandler(() => serverFor(serving), { legacy: "reject" })
  const listener = getRequestListener((asked) => fetch(asked, { parsedBody }), { overrideGlobalObjects: false })
  return listener(request, response)
}

const serverFor = (serving: Serving) => {
  const server = new Server(about, { capabilities, instructions, cacheHints })
  const methods = methodsFor(serving)
  server.setRequestHandler("tools/list", methods.listTools)
  server.setRequestHandler("tools/call", ({ params }, { mcpReq: { signal, notify } }) =>
    methods.callTool(params, {
      signal,
      isChat: server.getClientVersion()?.name === chatName,
      report: (progress) => notify({ method: "notifications/progress", params: progress }),
    }),
  )
  server.setRequestHandler("resources/list", methods.listResources)
  server.setRequestHandler("resources/templates/list", methods.listResourceTemplates)
  server.setRequestHandler("resources/read", ({ params }) => methods.readResource(params))
  server.setRequestHandler("prompts/list", methods.listPrompts)
  server.setRequestHandler("prompts/get", ({ params }) => methods.getPrompt(params))
  return server
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(", ") : value)
