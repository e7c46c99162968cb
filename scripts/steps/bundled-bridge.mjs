// The bundle's program, which Claude Desktop starts with what its person has entered (mcp-server/manifest.json).
import { WebSocket } from "ws"
import { bridge, end } from "./bridge.mjs"

const { PLAN_API_KEY: key, MCP_PUBLIC_URL: address, READ_ONLY } = process.env
if (!key) end("Enter the API key of a plan: a plan admin makes one in the plan's settings, under Integrations.")

await bridge({
  WebSocket,
  key,
  addressOf: () => address || "ws://localhost:3001",
  isReadOnly: READ_ONLY === "true",
  start: "start Laneway there, or enter another address.",
})
