// npm start: installs, builds and runs the app and the MCP server; `--dev` runs them with hot reload, `--deno` on Deno.
// Ctrl-C ends all of it. What dies is started again.
import fs from "node:fs"
import path from "node:path"
import { parseEnv } from "node:util"
import { allocator } from "./steps/allocator.mjs"
import { build } from "./steps/build.mjs"
import { findDeno, onDeno, prepareOnDeno } from "./steps/deno.mjs"
import { install } from "./steps/install.mjs"
import { checkNode, readText, root } from "./steps/project.mjs"
import { supervise } from "./steps/supervise.mjs"

const development = process.argv.includes("--dev")

let program = process.execPath

checkNode()
try {
  await install()
  if (!development) await build()
  if (process.argv.includes("--deno")) {
    program = await findDeno()
    for (const name of ["main", "mcp"]) prepareOnDeno(program, path.join(root, `build/server/${name}.js`))
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const commandOf = (built, developed) => {
  if (development) return [developed]
  if (program !== process.execPath) return onDeno(built, { memoryMb: memoryLimit() })
  return [`--max-old-space-size=${memoryLimit()}`, built]
}
const spawnOptions = {
  cwd: root,
  env: { ...allocator, ...process.env, NODE_ENV: development ? "development" : "production" },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
}
const say = (line) => console.error(line)

const endApp = supervise(commandOf("build/server/main.js", "scripts/dev.mjs"), {
  program,
  spawnOptions,
  ready: (url) => {
    console.log(`\n  Laneway is ready: ${url}\n`)
    startAgents()
  },
  ended: (code) => exitWith(code),
  say,
})

// The MCP server uses the database that the app runs, so it starts after the app, and again with it: the database may
// then have another address. Without it the app is of use all the same.
let endAgents
let ending = false

function startAgents() {
  if (ending) return
  if (endAgents) return endAgents("SIGTERM")
  endAgents = supervise(commandOf("build/server/mcp.js", "scripts/dev-mcp.mjs"), {
    name: "The MCP server",
    program,
    spawnOptions,
    ready: (url) => console.log(`  Agents connect at ${url}/mcp\n`),
    ended: (code) => {
      endAgents = undefined
      if (ending) return exitWith()
      if (code === 0) startAgents()
      else say("The MCP server does not run; Laneway runs without it.")
    },
    say,
  })
}

let exitCode
function exitWith(code = exitCode) {
  ending = true
  exitCode = code
  if (endAgents) endAgents("SIGTERM")
  else if (exitCode !== undefined) process.exit(exitCode)
}

function end(signal) {
  ending = true
  endAgents?.(signal)
  endApp(signal)
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => end(signal === "SIGHUP" ? "SIGTERM" : signal))
if (process.env.npm_lifecycle_event) endWithNpm()

// A killed npm sends no signal: the app would keep running in the background and block the next start.
function endWithNpm() {
  const above = ancestors()
  setInterval(() => {
    if (ancestors().join() !== above.join()) end("SIGTERM")
  }, 500).unref()
}

/** In MB; the app checks the value. Beyond it Node ends the process, which starts again. */
function memoryLimit() {
  const { MEMORY_LIMIT_MB = "1024" } = { ...parseEnv(readText(path.join(root, ".env"))), ...process.env }
  return /^\d+$/.test(MEMORY_LIMIT_MB) ? MEMORY_LIMIT_MB : "1024"
}

/** The parent's process id; if the parent is a shell, also its parent's, which is npm's. */
function ancestors() {
  try {
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, "utf8")
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return /\((sh|bash|dash)\)/.test(stat) ? [process.ppid, Number(parent)] : [process.ppid]
  } catch {
    return [process.ppid]
  }
}
