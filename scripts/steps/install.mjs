// install(): installs the locked dependencies when they are missing or the lock file changed.
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { fingerprint, readText, root } from "./project.mjs"

const stamp = path.join(root, "node_modules/.laneway-installed")

export async function install() {
  const wanted = fingerprint(["package-lock.json"])
  if (readText(stamp) === wanted) return
  if (!isInstalled()) {
    console.log("Installing dependencies …")
    await npm(["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"])
  }
  fs.writeFileSync(stamp, wanted)
}

/** Runs npm: the one that started this script, if any. */
export function npm(args, cwd = root) {
  const byNpm = process.env.npm_execpath?.endsWith(".js")
  const command = byNpm ? process.execPath : process.platform === "win32" ? "npm.cmd" : "npm"
  const env = { ...process.env }
  // Both settings omit the packages that build and test the product.
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

// Packages may have been installed by hand: npm's own record of them is compared with the lock file.
function isInstalled() {
  const installed = readText(path.join(root, "node_modules/.package-lock.json"))
  if (!installed) return false
  const { packages: there } = JSON.parse(installed)
  const { packages: wanted } = JSON.parse(readText(path.join(root, "package-lock.json")))
  return Object.entries(wanted).every(
    ([name, { version, optional, link }]) => name === "" || optional || link || there[name]?.version === version,
  )
}
