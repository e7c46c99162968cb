// root, checkNode(), bin(), runQuietly(), fingerprint(): shared by all scripts. Uses only Node built-ins.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")

export const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 12)) return
  console.error(`Laneway needs Node 20.12 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** The file that runs `name` of an installed package, without a shell between. */
export const bin = (packageName, name = packageName) => {
  const directory = path.join(root, "node_modules", packageName)
  const { bin: entries } = JSON.parse(fs.readFileSync(path.join(directory, "package.json"), "utf8"))
  return path.join(directory, typeof entries === "string" ? entries : entries[name])
}

/** Runs Node on `args`; answers its exit code and its whole output, in order. */
export const runQuietly = (args, { env = {}, command = process.execPath, timeoutMs = 0, priority } = {}) => {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    if (priority !== undefined && child.pid) os.setPriority(child.pid, priority)
    let output = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
    })
    child.stderr.on("data", (chunk) => {
      output += chunk
    })
    const timer = timeoutMs > 0 ? setTimeout(() => child.kill("SIGKILL"), timeoutMs) : undefined
    child.once("error", (error) => {
      clearTimeout(timer)
      resolve({ code: 1, output: `${output}${error.message}\n` })
    })
    child.once("close", (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** A hash of files and directories by path and content; missing ones count too. */
export const fingerprint = (names) => {
  const hash = createHash("sha256").update(process.version).update(process.platform).update(process.arch)
  for (const name of names) {
    const file = path.join(root, name)
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (!stat) hash.update(`${name}\0missing\0`)
    else if (stat.isDirectory())
      hash.update(
        fingerprint(
          fs
            .readdirSync(file)
            .sort()
            .map((entry) => `${name}/${entry}`),
        ),
      )
    else hash.update(`${name}\0`).update(fs.readFileSync(file))
  }
  return hash.digest("hex")
}

export const readText = (file) => {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""
}
