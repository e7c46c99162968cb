// startAgents(product): the built MCP server as its own process on a running product's database. `deno`: Deno's program,
// which then runs it.
import { type ChildProcess, spawn } from "node:child_process"
import path from "node:path"
import { onDeno } from "../../../scripts/steps/deno.mjs"
import { patientLimits } from "../patience.ts"
import { freePort } from "./ports.ts"
import type { Product } from "./product.ts"

const root = path.resolve(import.meta.dirname, "../../..")

export type Agents = { url: string; port: number; pid: number; errors: () => string; stop: () => Promise<void> }

export const startAgents = async (
  product: Pick<Product, "url" | "dataDir">,
  env: Record<string, string> = {},
  deno?: string,
): Promise<Agents> => {
  const module = path.join(root, "build/server/mcp.js")
  const port = Number(env.MCP_PORT) || (await freePort())
  let said = ""
  const child: ChildProcess = spawn(deno ?? process.execPath, deno ? onDeno(module) : [module], {
    cwd: product.dataDir,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: new URL(product.url).port,
      MCP_PORT: String(port),
      PUBLIC_URL: product.url,
      DATA_DIR: product.dataDir,
      RATE_LIMITS: "off",
      LIMITS: patientLimits,
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  child.stderr?.on("data", (data) => {
    said += String(data)
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve())
    child.once("exit", () => reject(new Error(`The MCP server did not start. ${said}`)))
  })
  return {
    url: `ws://localhost:${port}/mcp`,
    port,
    pid: child.pid ?? 0,
    errors: () => said,
    stop: async () => {
      child.kill("SIGTERM")
      await exited
    },
  }
}
