// backUp(dataDir, file), restore(dataDir, file): everything under DATA_DIR in one file, and back.

import fs from "node:fs/promises"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { messageOf } from "~/contract/problem"
import { type Backup, backUpCluster, isClusterOpen } from "../../supabase/embedded/cluster-backup"
import { configureCluster, isOfCluster } from "../../supabase/embedded/cluster-files"
import { keyFor, keysOf } from "./backup-keys"
import { removeOldLinks, removeOldParts } from "./backup-remains"
import { readArchive, writeArchive } from "./data-archive"
import { lockDataDir } from "./instance-lock"
import { RESTORED } from "./restored"

const START_LIMIT_MS = 60_000
const RESTORING = ".restoring"
/** What an interrupted restore leaves. */
const REMAINS = /^(\.restoring|instance\.sock)$/
/** Addresses and logs of processes, and what the cluster's and the files' own parts of a backup hold. */
const LEFT_OUT = /^(instance\.sock|mcp\.json|postgres|files|\.restor(ing|ed)|\.backup-\d+)$/

/** `secret`: BACKUP_SECRET; null: none. */
export const backUp = async (dataDir: string, file: string, secret: string | null): Promise<void> => {
  const home = path.join(dataDir, "postgres")
  if (!(await exists(home))) throw new Error(`${dataDir} holds no data yet: there is nothing to back up.`)
  const release = await lockOrRunning(dataDir, home)
  const links = path.join(dataDir, `.backup-${process.pid}`)
  try {
    await removeOldLinks(dataDir)
    await removeOldParts(file)
    await writeArchive(file, await keyFor(file, secret), async (backup) => {
      // Hard links keep what is deleted while the rest is copied; objects are never changed in place.
      const linkFiles = () => linkTree(path.join(dataDir, "files"), path.join(links, "files"))
      await linkFiles()
      await backUpCluster(home, { backup, nearMoment: linkFiles })
      await backup.file("postgres/access.json", path.join(home, "access.json"))
      await addTree(backup, path.join(links, "files"), "files")
      await addRest(backup, dataDir, file)
    })
  } finally {
    await fs.rm(links, { recursive: true, force: true })
    await release()
  }
}

/** `unsealed`: the file is trusted with or without a seal. */
export const restore = async (
  dataDir: string,
  file: string,
  { secret, unsealed }: { secret: string | null; unsealed: boolean },
): Promise<void> => {
  await fs.mkdir(dataDir, { recursive: true })
  if ((await fs.readdir(dataDir)).some((name) => !REMAINS.test(name)))
    throw new Error(`${dataDir} is not empty, and nothing was changed: set DATA_DIR to an empty or new directory.`)
  const release = await lockDataDir(dataDir, { pid: process.pid, url: "a restore" })
  const partial = path.join(dataDir, RESTORING)
  try {
    await fs.rm(partial, { recursive: true, force: true })
    await fs.access(file)
    await readArchive(file, partial, { keys: unsealed ? null : await keysOf(file, secret), takes })
    const cluster = path.join(partial, "postgres/data")
    if (await exists(cluster)) configureCluster(cluster)
    await fs.writeFile(path.join(partial, RESTORED), "", { mode: 0o600 })
    // The database last: without it a start makes a new one, and with it everything is there.
    const names = await fs.readdir(partial)
    for (const name of names.sort((a, b) => Number(a === "postgres") - Number(b === "postgres")))
      await fs.rename(path.join(partial, name), path.join(dataDir, name))
  } catch (error) {
    throw new Error(`${file} cannot be restored: ${messageOf(error)}. ${dataDir} is empty as before.`)
  } finally {
    await fs.rm(partial, { recursive: true, force: true })
    await release()
  }
}

/** Everything but what Postgres would read as configuration or as a signal. */
const takes = (name: string) => {
  const [, inCluster] = /^postgres\/data\/([^/]+)/i.exec(name) ?? []
  return inCluster === undefined || isOfCluster(inCluster)
}

/** The lock of a stopped product, which then cannot start; of a running one nothing, once its database is up. */
const lockOrRunning = async (dataDir: string, home: string): Promise<() => Promise<void>> => {
  for (const until = Date.now() + START_LIMIT_MS; ; await sleep(200)) {
    try {
      return await lockDataDir(dataDir, { pid: process.pid, url: "a backup" })
    } catch (error) {
      if (isClusterOpen(home)) return async () => {}
      if (Date.now() > until) throw error
    }
  }
}

const addRest = async (backup: Backup, dataDir: string, file: string) => {
  const isBackup = (name: string) => `${path.join(dataDir, name)}.`.startsWith(`${file}.`)
  for (const entry of await fs.readdir(dataDir, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name) || isBackup(entry.name)) continue
    const source = path.join(dataDir, entry.name)
    if (entry.isDirectory()) await addTree(backup, source, entry.name)
    else if (entry.isFile()) await backup.file(entry.name, source)
  }
}

const addTree = async (backup: Backup, directory: string, name: string) => {
  if (!(await exists(directory))) return
  await backup.directory(name)
  for (const entry of await fs.readdir(directory, { withFileTypes: true })) {
    const source = path.join(directory, entry.name)
    if (entry.isDirectory()) await addTree(backup, source, `${name}/${entry.name}`)
    else if (entry.isFile()) await backup.file(`${name}/${entry.name}`, source)
  }
}

const linkTree = async (from: string, to: string) => {
  if (!(await exists(from))) return
  await fs.mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== ".partial") await linkTree(source, target)
    else if (entry.isFile()) await link(source, target)
  }
}

const link = async (source: string, target: string) => {
  const code = await fs.link(source, target).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? "",
  )
  if (code === null || code === "EEXIST" || code === "ENOENT") return
  // A file system without hard links.
  await fs.copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
  })
}

const exists = (file: string) =>
  fs.stat(file).then(
    () => true,
    () => false,
  )
