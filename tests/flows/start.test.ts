// `npm start` and `npm run start:deno`: the app, the MCP server beside it, and the end of both.
import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { afterEach, expect, test } from "vitest"
import { findDeno } from "../../scripts/steps/deno.mjs"
import { freePorts } from "../support/product/ports.ts"
import { endPostgres, newDataDir } from "../support/product/product.ts"

const root = path.resolve(import.meta.dirname, "../..")
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
let dataDir = ""
let started: ChildProcess | undefined

afterEach(async () => {
  started?.kill("SIGKILL")
  await endPostgres(dataDir)
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** The programs that run below a process, by their command lines. */
const below = (pid: number | undefined): string[] =>
  fs
    .readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = fs.readFileSync(`/proc/${entry}/stat`, "utf8")
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
        return parent === pid ? [fs.readFileSync(`/proc/${entry}/cmdline`, "utf8").split("\0")[0] ?? ""] : []
      } catch {
        return []
      }
    })
    .map((program) => path.basename(program))

test.each([
  ["start", "node"],
  ["start:deno", "deno"],
])("npm run %s runs the app and the MCP server on %s, and ends both", async (script, program) => {
  dataDir = newDataDir()
  const [port, mcpPort] = await freePorts()
  const own = { HOST: "127.0.0.1", PORT: String(port), MCP_PORT: String(mcpPort), DATA_DIR: dataDir }
  if (program === "deno") await findDeno()
  const [, ...args] = scripts[script].split(" ")
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...own },
    stdio: ["ignore", "pipe", "pipe"],
  })
  started = child
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data))
  const code = new Promise((resolve) => child.once("exit", resolve))
  await expect.poll(() => said).toContain("Agents connect at")
  const ready = /Laneway is ready: (\S+)/.exec(said)?.[1]
  const agents = /Agents connect at (\S+)\/mcp/.exec(said)?.[1]
  expect([new URL(ready ?? "").port, new URL(agents ?? "").port]).toEqual([own.PORT, own.MCP_PORT])
  for (const address of [`http://127.0.0.1:${port}/readyz`, `http://127.0.0.1:${mcpPort}/healthz`])
    expect([address, (await fetch(address)).status]).toEqual([address, 200])
  if (process.platform === "linux") expect(below(child.pid)).toEqual([program, program])
  child.kill("SIGINT")
  expect(await code).toBe(0)
  for (const at of [port, mcpPort]) await expect(fetch(`http://127.0.0.1:${at}/healthz`)).rejects.toThrow()
})
