// programOf(file, cluster, account): how a Postgres program is started, in its cluster and by its account.
import type { SpawnOptions } from "node:child_process"
import type { Account } from "./postgres-binaries.ts"

export type Program = {
  command: string
  /** Arguments before the program's own. */
  before: string[]
  /** The cluster, as the program may name it. */
  directory: string
  options: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid">
}

// Another account may be unable to traverse the path to `cluster` (/root is closed to everybody else):
// the working directory is entered before the account changes, and /proc/self/cwd names it from inside.
export const programOf = (file: string, cluster: string, account: Account | null): Program => {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }
  if (!account) return { command: file, before: [], directory: cluster, options: { cwd: cluster, env } }
  const { uid, gid } = account
  const directory = process.platform === "linux" ? "/proc/self/cwd" : cluster
  // Deno changes the account first. setpriv becomes the program, so that the process id is the program's.
  if (process.versions.deno)
    return {
      command: "setpriv",
      before: [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", file],
      directory,
      options: { cwd: cluster, env },
    }
  return { command: file, before: [], directory, options: { cwd: cluster, env, uid, gid } }
}
