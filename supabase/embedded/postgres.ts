// startPostgres(options): a durable Postgres under DATA_DIR/postgres, restarted if it dies, until stop().
import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import fs from "node:fs"
import net from "node:net"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import postgres from "postgres"
import { accountFor, ownAccount } from "./postgres-account.ts"
import { type Account, type Binaries, findBinaries, openTemporary } from "./postgres-binaries.ts"
import { programOf } from "./postgres-program.ts"
import { isAlive, isPostmaster, processesIn, readPostmaster } from "./postmaster.ts"

export type PostgresLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields?: Record<string, unknown>,
) => void

export type StartOptions = {
  dataDir: string
  log?: PostgresLog
  /** false trades durability for speed: tests only. */
  durable?: boolean
}

export type RunningPostgres = {
  /** database `postgres` as superuser `supabase_admin`, over loopback TCP */
  superUrl: string
  /** database `postgres` as role `postgres`, which the bootstrap creates */
  url: string
  /** the Unix socket, faster than TCP; null where its path is too long */
  socket: string | null
  /** the postmaster's process id; changes when it is restarted */
  readonly pid: number
  stop: () => Promise<void>
}

type Access = { password: string; port: number }

const START_LIMIT_MS = 60_000
const WATCH_MS = 500
const SUPERUSER = "supabase_admin"
/** Operating systems limit a socket's path to 104–108 bytes. */
const SOCKET_PATH_LIMIT = 100

export const startPostgres = async (options: StartOptions): Promise<RunningPostgres> => {
  const log = options.log ?? (() => {})
  const dataDir = path.resolve(options.dataDir)
  const home = path.join(dataDir, "postgres")
  const cluster = path.join(home, "data")
  fs.mkdirSync(dataDir, { recursive: true })
  const account = accountFor(cluster)
  const binaries = findBinaries(account)
  if (!fs.existsSync(home)) createCluster({ home, account, binaries })
  checkVersion(cluster, binaries.major)

  const access: Access = JSON.parse(fs.readFileSync(path.join(home, "access.json"), "utf8"))
  const adopted = await adopt(cluster, access)
  const launch = {
    home,
    cluster,
    account: adopted ? account : ownAccount(cluster, accountFor(cluster)),
    binaries,
    access,
    durable: options.durable !== false,
  }
  if (!adopted && !(await isFree(access.port))) {
    access.port = await freePort()
    writePrivate(path.join(home, "access.json"), JSON.stringify(access))
  }
  let current = adopted ?? (await launchPostmaster(launch))
  log("info", adopted ? "postgres adopted" : "postgres started", { pid: current, port: access.port })

  const stopped = new AbortController()
  const pause = () => sleep(WATCH_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
  const watch = async () => {
    for (;;) {
      await pause()
      if (stopped.signal.aborted) return
      if (isPostmaster(current, cluster)) continue
      log("error", "postgres ended, starting it again", { pid: current, lastLines: logTail(home) })
      try {
        current = await launchPostmaster(launch)
        log("info", "postgres started again", { pid: current, port: access.port })
      } catch (error) {
        log("error", "postgres does not start", { error: (error as Error).message })
      }
    }
  }
  const watching = watch()

  const socketPath = path.join(cluster, `.s.PGSQL.${access.port}`)
  return {
    superUrl: urlFor(SUPERUSER, access),
    url: urlFor("postgres", access),
    socket: Buffer.byteLength(socketPath) <= SOCKET_PATH_LIMIT ? socketPath : null,
    get pid() {
      return current
    },
    stop: async () => {
      stopped.abort()
      await Promise.race([watching, sleep(WATCH_MS, undefined, { ref: false })])
      await endPostmaster(current, cluster)
      log("info", "postgres stopped", { pid: current })
    },
  }
}

const urlFor = (role: string, { password, port }: Access) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`

type NewCluster = { home: string; account: Account | null; binaries: Binaries }

// Created under another name and renamed when complete, so that an interrupted start leaves nothing half-made.
const createCluster = ({ home, account, binaries }: NewCluster) => {
  const partial = `${home}.new`
  fs.rmSync(partial, { recursive: true, force: true })
  const cluster = path.join(partial, "data")
  fs.mkdirSync(cluster, { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString("base64url")
  const passwordDir = fs.mkdtempSync(path.join(openTemporary(), "laneway-initdb-"))
  const passwordFile = path.join(passwordDir, "password")
  writePrivate(passwordFile, password)
  if (account) for (const file of [cluster, passwordDir, passwordFile]) fs.chownSync(file, account.uid, account.gid)
  const { command, before, directory, options } = programOf(binaries.initdb, cluster, account)
  const initdb = spawnSync(
    command,
    [
      before,
      ["-D", directory],
      ["-U", SUPERUSER],
      ["--pwfile", passwordFile],
      ["--auth", "scram-sha-256"],
      ["--encoding", "UTF8"],
      ["--locale", "C"],
      ["--locale-provider", "builtin"],
      ["--builtin-locale", "C.UTF-8"],
      ["--no-instructions"],
    ].flat(),
    { ...options, encoding: "utf8" },
  )
  fs.rmSync(passwordDir, { recursive: true, force: true })
  if (initdb.status !== 0) {
    fs.rmSync(partial, { recursive: true, force: true })
    const reason = initdb.error?.message ?? initdb.stderr.trim()
    throw new Error(`The embedded Postgres cannot make its cluster in ${home}: ${reason}`)
  }
  writePrivate(path.join(partial, "access.json"), JSON.stringify({ password, port: 0 } satisfies Access))
  fs.renameSync(partial, home)
}

const checkVersion = (cluster: string, major: number) => {
  const file = path.join(cluster, "PG_VERSION")
  if (!fs.existsSync(file))
    throw new Error(
      `${cluster} holds no Postgres cluster and is not touched: move it away, or choose another DATA_DIR.`,
    )
  const found = fs.readFileSync(file, "utf8").trim()
  if (found !== String(major))
    throw new Error(
      `${cluster} was written by Postgres ${found}, this version brings Postgres ${major}. Nothing was changed: start the version that wrote it, export the plans, and import them into a new DATA_DIR.`,
    )
}

/** The running postmaster an earlier process left behind, once it answers; null when there is none. */
const adopt = async (cluster: string, access: Access) => {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const found = readPostmaster(cluster)
    if (!found) return null
    if (!isPostmaster(found.pid, cluster)) {
      await clearStale(cluster, found.pid)
      return null
    }
    if (found.ready && found.port === access.port && (await answers(access))) return found.pid
    await sleep(50)
  }
  throw new Error(`A Postgres already works in ${cluster} and does not answer: end it (process id in postmaster.pid).`)
}

// Postgres mistakes any live process with that id, even an unrelated or a zombie one, for its postmaster. Backends may
// outlive their postmaster for a moment, so the file is removed only when no process works in the cluster.
const clearStale = async (cluster: string, pid: number) => {
  for (let attempt = 0; attempt < 40; attempt++) {
    const left = processesIn(cluster)
    if (left === null) return
    if (left.length === 0) {
      if (readPostmaster(cluster)?.pid === pid) fs.rmSync(path.join(cluster, "postmaster.pid"), { force: true })
      return
    }
    await sleep(250)
  }
  throw new Error(`Processes of an earlier Postgres do not end in ${cluster}: ${processesIn(cluster)?.join(", ")}`)
}

type Launch = NewCluster & { cluster: string; access: Access; durable: boolean }

const launchPostmaster = async (launch: Launch): Promise<number> => {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const left = readPostmaster(launch.cluster)
    if (left) await clearStale(launch.cluster, left.pid)
    const pid = await tryLaunch(launch, deadline)
    if (pid) return pid
    const reason = logTail(launch.home)
    // The message while remains of a killed postmaster (its lock file, shared memory, port) still exist.
    const passing = /already exists|pre-existing shared memory|Address already in use/.test(reason)
    if (!passing || Date.now() > deadline) throw new Error(`The embedded Postgres does not start: ${reason}`)
    await sleep(250)
  }
}

/** The postmaster's process id once it answers, or null if it ended first. */
const tryLaunch = async ({ home, cluster, account, binaries, access, durable }: Launch, deadline: number) => {
  const { command, before, directory, options } = programOf(binaries.postgres, cluster, account)
  const settings = {
    listen_addresses: "127.0.0.1",
    port: access.port,
    unix_socket_directories: ".",
    unix_socket_permissions: "0700",
    max_connections: 60,
    shared_buffers: "64MB",
    jit: "off",
    timezone: "UTC",
    log_min_messages: "warning",
    log_timezone: "UTC",
    ...(durable ? { fsync: "on" } : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  }
  const output = fs.openSync(logFile(home), "w", 0o600)
  const child = spawn(
    command,
    [...before, "-D", directory, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // Detached: Ctrl-C reaches the whole process group, and Postgres must end after the last request.
    { ...options, detached: true, stdio: ["ignore", output, output] },
  )
  let ended = false
  child.once("exit", () => {
    ended = true
  })
  child.once("error", (error) => {
    fs.appendFileSync(logFile(home), error.message)
    ended = true
  })
  fs.closeSync(output)
  child.unref()
  while (!ended && Date.now() < deadline) {
    const found = readPostmaster(cluster)
    if (child.pid && found?.ready && found.pid === child.pid && (await answers(access))) return child.pid
    await sleep(10)
  }
  if (!ended) child.kill("SIGQUIT")
  return null
}

const endPostmaster = async (pid: number, cluster: string) => {
  const signals = [
    ["SIGINT", 2_000],
    ["SIGQUIT", 500],
    ["SIGKILL", 500],
  ] as const
  for (const [signal, patience] of signals) {
    if (!isPostmaster(pid, cluster)) return
    process.kill(pid, signal)
    const until = Date.now() + patience
    while (Date.now() < until && isAlive(pid)) await sleep(10)
  }
}

const answers = async (access: Access) => {
  const sql = postgres(urlFor(SUPERUSER, access), {
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    // A foreign server on this port refuses the password, and must not be adopted.
    if ((error as { code?: string }).code === "28P01") throw error
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    if (port === 0) return resolve(false)
    const server = net.createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })

const logFile = (home: string) => path.join(home, "postgres.log")

const logTail = (home: string) => {
  try {
    return fs.readFileSync(logFile(home), "utf8").trim().split("\n").slice(-3).join(" | ")
  } catch {
    return ""
  }
}

const writePrivate = (file: string, text: string) => {
  const partial = `${file}.new`
  fs.writeFileSync(partial, text, { mode: 0o600 })
  fs.renameSync(partial, file)
}
