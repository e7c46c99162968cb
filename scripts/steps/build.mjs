// build(): pages, browser files and the server bundle, when their sources changed.
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { bin, fingerprint, readText, root } from "./project.mjs"

const stamp = path.join(root, "build/.laneway-built")
export const sources = [
  "app",
  "mcp-server",
  "public",
  "supabase",
  "package-lock.json",
  "package.json",
  "remix.config.js",
  "scripts/steps/layers.mjs",
  "scripts/vite",
  "tsconfig.json",
  "vite.config.ts",
]

/** Throws with the output of the build when it fails. Both sides are built at once, each in its own process. */
export const build = async () => {
  const wanted = fingerprint(sources)
  if (readText(stamp) === wanted) return
  console.log("Building …")
  fs.rmSync(path.join(root, "build"), { recursive: true, force: true })
  const browser = buildSide()
  const server = buildSide("--ssr")
  // The server's list of files for browsers: see `sidesAtOnce` in vite.config.ts.
  browser.process.once("message", (written) => server.process.connected && server.process.send(written))
  try {
    await Promise.all([browser.done, server.done])
  } catch (error) {
    for (const side of [browser, server]) side.process.kill("SIGKILL")
    throw error
  }
  for (const side of ["client", "server"])
    fs.rmSync(path.join(root, `build/${side}/.vite`), { recursive: true, force: true })
  fs.writeFileSync(stamp, wanted)
}

/** A large young generation saves an eighth of the CPU time, which the garbage collector would take. */
const buildSide = (...options) => {
  const child = spawn(process.execPath, ["--max-semi-space-size=128", bin("vite"), "build", ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk
    })
  const done = new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`The build failed.\n${output}`))))
  })
  return { process: child, done }
}
