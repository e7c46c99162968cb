// startPostgres15(root): a plain Postgres 15 with the product's bootstrap, in a directory that it leaves with.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import postgres from "postgres"
import { bootstrap, supabaseDirectory } from "../../../supabase/embedded/migrate.ts"
import { accountFor } from "../../../supabase/embedded/postgres-account.ts"
import { findBinaries, openTemporary } from "../../../supabase/embedded/postgres-binaries.ts"
import { programOf } from "../../../supabase/embedded/postgres-program.ts"
import { freePorts } from "../product/ports.ts"

/** `url`: as role `postgres`, which the app connects as. */
export type Postgres15 = { url: string; superUrl: string; version: string; stop: () => Promise<void> }

/** `root`: the folder of the package. The database has what the gateway's process makes, and no migration. */
export const startPostgres15 = async (root: string): Promise<Postgres15> => {
  const directory = fs.mkdtempSync(path.join(openTemporary(), "laneway-postgres-15-"))
  const cluster = path.join(directory, "data")
  fs.mkdirSync(cluster)
  const account = accountFor(path.join(directory, "none"))
  const binaries = findBinaries(account, root)
  const password = randomBytes(24).toString("base64url")
  const passwordFile = path.join(directory, "password")
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  fs.chmodSync(directory, 0o755)
  if (account) for (const file of [cluster, passwordFile]) fs.chownSync(file, account.uid, account.gid)
  const initdb = programOf(binaries.initdb, cluster, account)
  const made = spawnSync(
    initdb.command,
    [
      [...initdb.before, "-D", initdb.directory],
      ["-U", "supabase_admin", "--pwfile", passwordFile],
      ["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"],
    ].flat(),
    { ...initdb.options, encoding: "utf8" },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const [port] = await freePorts()
  const { command, before, directory: at, options } = programOf(binaries.postgres, cluster, account)
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories=", "fsync=off"]
  const child: ChildProcess = spawn(command, [...before, "-D", at, ...settings.flatMap((each) => ["-c", each])], {
    ...options,
    stdio: "ignore",
  })
  const ended = new Promise((resolve) => child.once("exit", resolve))
  const urlOf = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`
  const version = await versionOnce(urlOf("supabase_admin"))
  const from = supabaseDirectory()
  await bootstrap(urlOf("supabase_admin"), fs.readFileSync(path.join(from, "embedded/bootstrap.sql"), "utf8"))
  // As Supabase's extension supautils allows it.
  await asSuperuser(urlOf("supabase_admin"), "grant set on parameter session_replication_role to postgres")
  return {
    url: urlOf("postgres"),
    superUrl: urlOf("supabase_admin"),
    version,
    stop: async () => {
      child.kill("SIGINT")
      await ended
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

const asSuperuser = async (url: string, statement: string) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(statement)
  await sql.end({ timeout: 1 })
}

/** Its version, once it answers. */
const versionOnce = async (url: string) => {
  for (const until = performance.now() + 180_000; ; await sleep(20)) {
    const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
    try {
      const [row] = await sql<{ server_version: string }[]>`show server_version`
      return row?.server_version ?? ""
    } catch (error) {
      if (performance.now() > until) throw error
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
}
