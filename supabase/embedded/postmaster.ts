// readPostmaster, isPostmaster, processesIn, isAlive: a cluster's state by the operating system and postmaster.pid.
import fs from "node:fs"
import path from "node:path"

export type Postmaster = { pid: number; port: number; ready: boolean }

/** Contents of `postmaster.pid`, whose process may have ended; null when the file is missing or incomplete. */
export const readPostmaster = (cluster: string): Postmaster | null => {
  try {
    const lines = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n")
    const pid = Number(lines[0])
    const port = Number(lines[3])
    if (!Number.isInteger(pid) || pid <= 0) return null
    return { pid, port: Number.isInteger(port) ? port : 0, ready: lines[7]?.trim() === "ready" }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
  return processState(pid) !== "Z"
}

/** Whether `pid` is a process working in `cluster`: process ids are reused, in containers often at once. */
export const isPostmaster = (pid: number, cluster: string) => {
  if (!isAlive(pid)) return false
  return process.platform === "linux" ? workingDirectory(pid) === fs.realpathSync(cluster) : true
}

/** Ids of the processes working in `cluster`, orphaned backends included. Linux only; null (unknown) elsewhere. */
export const processesIn = (cluster: string): number[] | null => {
  if (process.platform !== "linux") return null
  const directory = fs.realpathSync(cluster)
  return fs
    .readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid) === directory)
}

const workingDirectory = (pid: number) => {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

const processState = (pid: number) => {
  if (process.platform !== "linux") return null
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat[stat.lastIndexOf(")") + 2] ?? null
  } catch {
    return null
  }
}
