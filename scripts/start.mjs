// npm start: installs, builds and runs the product; `--dev` runs it with hot reload. Ctrl-C ends all of it.
import { spawn } from "node:child_process"
import fs from "node:fs"
import { build } from "./steps/build.mjs"
import { install } from "./steps/install.mjs"
import { checkNode, root } from "./steps/project.mjs"

const development = process.argv.includes("--dev")

checkNode()
try {
  await install()
  if (!development) await build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const app = spawn(process.execPath, [development ? "scripts/dev.mjs" : "build/server/main.js"], {
  cwd: root,
  env: { ...process.env, NODE_ENV: development ? "development" : "production" },
  stdio: ["inherit", "inherit", "inherit", "ipc"],
})
app.on("message", ({ ready }) => {
  if (ready) console.log(`\n  Laneway is ready: ${ready}\n`)
})
app.once("error", (error) => {
  console.error(error.message)
  process.exit(1)
})
app.once("exit", (code) => process.exit(code ?? 1))

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => app.kill(signal === "SIGHUP" ? "SIGTERM" : signal))
if (process.env.npm_lifecycle_event) endWithNpm()

// A killed npm sends no signal: the app would keep running in the background and block the next start.
function endWithNpm() {
  const above = ancestors()
  setInterval(() => {
    if (ancestors().join() !== above.join()) app.kill("SIGTERM")
  }, 500).unref()
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
