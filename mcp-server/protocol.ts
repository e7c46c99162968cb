// serveCaller(): the protocol of 2024-11-05 to 2025-11-25 for one caller, over any transport.
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js"
import { chatName } from "~/contract/ai"
import { about, capabilities, instructions, methodsFor, type Serving } from "./methods"

/** The SDK's server for one connection; `connect` it to a transport. */
export const serveCaller = (serving: Serving): Server => {
  const server = new Server(about, { capabilities, instructions })
  const methods = methodsFor(serving)
  server.setRequestHandler(ListToolsRequestSchema, methods.listTools)
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) =>
    methods.callTool(params, {
      signal,
      isChat: server.getClientVersion()?.name === chatName,
      report: (progress) => sendNotification({ method: "notifications/progress", params: progress }),
    }),
  )
  server.setRequestHandler(ListResourcesRequestSchema, methods.listResources)
  server.setRequestHandler(ListResourceTemplatesRequestSchema, methods.listResourceTemplates)
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => methods.readResource(params))
  server.setRequestHandler(ListPromptsRequestSchema, methods.listPrompts)
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => methods.getPrompt(params))
  return server
}
