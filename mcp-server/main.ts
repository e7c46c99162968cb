// The MCP server's process in production: `node build/server/mcp.js`.
import path from "node:path"
import { runMcpServer } from "./run"

await runMcpServer({ workerFile: path.resolve(import.meta.dirname, "worker.js") })
