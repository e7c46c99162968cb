// install(options): installs the locked dependencies when they are missing or the lock file changed.
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { fingerprint, readText, root } from "./project.mjs"

const stamp = path.join(root, "node_modules/.laneway-installed")
const quiet = ["--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]

/** `tools`: also the packages that only check and test the product, a fifth of all. */
export const install = async ({ tools = false } = {}) => {
  const lock = fingerprint(["package-lock.json"])
  const [all, product] = [`${lock} with tools`, lock]
  const found = readText(stamp)
  if (found === all || (!tools && found === product)) return
  const installed = installedPackages()
  if (!isComplete(installed, { tools })) {
    console.log("Installing dependencies …")
    // A running product uses the packages that are there: `npm ci` would remove them first.
    const adds = tools && isComplete(installed, { tools: false })
    if (adds) await npm(["install", "--no-save", "--include=dev", ...quiet])
    else await npm(["ci", tools ? "--include=dev" : "--omit=dev", ...quiet])
  }
  fs.writeFileSync(stamp, tools ? all : product)
}

/** Runs npm: the one that started this script, if any. */
export const npm = (args, cwd = root) => {
  const byNpm = process.env.npm_execpath?.endsWith(".js")
  const command = byNpm ? process.execPath : process.platform === "win32" ? "npm.cmd" : "npm"
  const env = { ...process.env }
  // Both settings omit packages, test tools at least.
  delete env.NODE_ENV
  delete env.npm_config_omit
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...(byNpm ? [process.env.npm_execpath] : []), ...args], {
      cwd,
      env,
      stdio: "inherit",
    })
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args[0]} ended with code ${code}.`)),
    )
  })
}

/** By npm's own record, since packages may have been installed by hand. */
const installedPackages = () => {
  const record = readText(path.join(root, "node_modules/.package-lock.json"))
  return record ? JSON.parse(record).packages : {}
}

const isComplete = (installed, { tools }) => {
  const { packages: wanted } = JSON.parse(readText(path.join(root, "package-lock.json")))
  return Object.entries(wanted).every(
    ([name, { version, dev, optional, link }]) =>
      name === "" || optional || link || (dev && !tools) || installed[name]?.version === version,
  )
}
