// The MCP server in development, from its sources.
import path from "node:path"
import { createServer } from "vite"
import { root } from "./steps/project.mjs"

const vite = await createServer({
  configFile: false,
  root,
  resolve: { alias: { "~": path.join(root, "app") } },
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  appType: "custom",
})
// Vite would end the process at once; the server first closes what it opened.
process.removeAllListeners("SIGTERM")
const { runMcpServer } = await vite.ssrLoadModule("/mcp-server/run.ts")
await runMcpServer()
