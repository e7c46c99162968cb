// npm run --silent mcp: the tools over stdin and stdout, with a plan's API key in PLAN_API_KEY.
import path from "node:path"
import { parseEnv } from "node:util"
import { bridge, end } from "./steps/bridge.mjs"
import { checkNode, readText, root } from "./steps/project.mjs"

checkNode()
const environment = { ...parseEnv(readText(path.join(root, ".env"))), ...process.env }
const { PLAN_API_KEY: key } = environment
if (!key) end("Set PLAN_API_KEY to the API key of a plan: a plan admin makes one in the plan's settings.")
const { WebSocket } = await import("ws").catch(() => end("Run `npm start` first: it installs what this needs."))

/** Where the product of DATA_DIR listens for agents, as of its last start. */
const startedAt = () => {
  const file = path.join(path.resolve(root, environment.DATA_DIR || ".data"), "mcp.json")
  return JSON.parse(readText(file) || "{}").url
}

await bridge({
  WebSocket,
  key,
  addressOf: () => environment.MCP_PUBLIC_URL || startedAt() || "ws://localhost:3001",
  isReadOnly: process.argv.includes("--readonly"),
  start: "run `npm start` first, or set MCP_PUBLIC_URL.",
})
