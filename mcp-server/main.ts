// The MCP server's process in production: `node build/server/mcp.js`.
import { runMcpServer } from "./run"

await runMcpServer()
