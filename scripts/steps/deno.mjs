// findDeno(): the program that runs the product on Deno, from its npm package, installed when it is missing.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { npm } from "./install.mjs"
import { root } from "./project.mjs"

const version = "2.9.6"
const home = path.join(root, ".cache/deno")

/** Throws where the package has no program for this system. */
export async function findDeno() {
  const file = program()
  if (saysVersion(file)) return file
  console.log("Installing Deno …")
  fs.mkdirSync(home, { recursive: true })
  fs.writeFileSync(path.join(home, "package.json"), '{ "private": true }\n')
  const quiet = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  await npm(["install", ...quiet, `deno@${version}`], home)
  if (saysVersion(file)) return file
  throw new Error(`Deno ${version} does not run here: its npm package has no program for this system.`)
}

/** The arguments that run a module of the build. Everything is allowed: without it, Deno does not show `/proc`. */
export function onDeno(module, { memoryMb } = {}) {
  return ["run", "-A", "--no-lock", ...(memoryMb ? [`--v8-flags=--max-old-space-size=${memoryMb}`] : []), module]
}

/** The platform's own program: the package's starts it as a child, which signals do not reach. */
function program() {
  const { platform, arch } = process
  const system = `${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`
  return path.join(home, "node_modules/@deno", system, platform === "win32" ? "deno.exe" : "deno")
}

function saysVersion(file) {
  return spawnSync(file, ["--version"], { encoding: "utf8" }).stdout?.startsWith(`deno ${version} `) ?? false
}
