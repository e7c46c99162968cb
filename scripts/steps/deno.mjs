// findDeno(): the program that runs the product on Deno, from its npm package, installed when it is missing.
import { spawnSync } from "node:child_process"
import path from "node:path"
import { fetchPackage } from "./fetched.mjs"

const version = "2.9.6"

/** Throws where the package has no program for this system. */
export const findDeno = async () => {
  const file = program(await fetchPackage("deno", version, "deno"))
  if (saysVersion(file)) return file
  throw new Error(`Deno ${version} does not run here: its npm package has no program for this system.`)
}

/**
 * Fills Deno's cache of analysed modules for a module of the build and its imports. A process that analyses them itself, at
 * the first start, keeps the 130 MiB it took. A failure here does no harm: the module runs all the same.
 */
export const prepareOnDeno = (file, module) => {
  spawnSync(file, ["cache", "--no-lock", module], { stdio: "ignore" })
}

/** MiB that new objects may take before they are collected. With its own, much higher limit, Deno takes up to twice Node's memory. */
const youngMb = 4

/** The arguments that run a module of the build. Everything is allowed: without it, Deno does not show `/proc`. */
export const onDeno = (module, { memoryMb } = {}) => {
  const limits = [`--max-semi-space-size=${youngMb}`, ...(memoryMb ? [`--max-old-space-size=${memoryMb}`] : [])]
  return ["run", "-A", "--no-lock", `--v8-flags=${limits.join()}`, module]
}

/** The platform's own program: the package's starts it as a child, which signals do not reach. */
const program = (packages) => {
  const { platform, arch } = process
  const system = `${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`
  return path.join(packages, "@deno", system, platform === "win32" ? "deno.exe" : "deno")
}

const saysVersion = (file) => {
  return spawnSync(file, ["--version"], { encoding: "utf8" }).stdout?.startsWith(`deno ${version} `) ?? false
}
