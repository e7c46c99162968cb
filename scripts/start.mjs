// npm start: installs, builds and runs the product; `--dev` runs it with hot reload. Ctrl-C ends all of it. An app that
// dies is started again.
import fs from "node:fs"
import path from "node:path"
import { parseEnv } from "node:util"
import { build } from "./steps/build.mjs"
import { install } from "./steps/install.mjs"
import { checkNode, readText, root } from "./steps/project.mjs"
import { supervise } from "./steps/supervise.mjs"

const development = process.argv.includes("--dev")

checkNode()
try {
  await install()
  if (!development) await build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const options = development ? [] : [`--max-old-space-size=${memoryLimit()}`]
const end = supervise([...options, development ? "scripts/dev.mjs" : "build/server/main.js"], {
  spawnOptions: {
    cwd: root,
    env: { ...process.env, NODE_ENV: development ? "development" : "production" },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  },
  ready: (url) => console.log(`\n  Laneway is ready: ${url}\n`),
  ended: (code) => process.exit(code),
  say: (line) => console.error(line),
})

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
