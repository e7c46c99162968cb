// run(options): starts configuration, lock, database, gateway and HTTP, in that order; a signal closes them in reverse.
import path from "node:path"
import { clientEvents } from "~/contract/events"
import { createRealtimeGateway, type RealtimeGateway } from "../../supabase/embedded/realtime"
import { createStorage } from "../../supabase/embedded/storage"
import type { App, Database, openApp } from "./app"
import { removeOldLinks } from "./backup-remains"
import { loadConfig } from "./config"
import { openDatabaseServer } from "./database-server"
import { createHealth } from "./health"
import { createHttpServer, type DevMiddleware } from "./http"
import { lockDataDir } from "./instance-lock"
import { log, setLogLevel } from "./log"
import { watchMemory } from "./memory"
import { counter, countStalls, gauge } from "./metrics"
import { resolveSettings, type Settings } from "./settings"
import { readStaticFiles } from "./static-files"

export type RunOptions = {
  load: () => Promise<AppModule>
  clientDirectory: string
  /** The built module of workers. */
  workerFile?: string
  /** Development: serves modules and assets; `load` then returns another module after a change. */
  middleware?: DevMiddleware | null
}

type AppModule = { openApp: typeof openApp }
type Step = { name: string; close: () => Promise<unknown> }

const SHUTDOWN_LIMIT_MS = 4_500
const SAME_SIGNAL_MS = 1_000

/** Never throws: a failed start is reported on stderr and ends the process with 1. */
export const run = async (options: RunOptions): Promise<void> => {
  const open: Step[] = []
  let starting: Promise<void> = Promise.resolve()
  const closeAll = createClosing(open, () => starting)
  process.on("SIGINT", () => void closeAll(0))
  process.on("SIGTERM", () => void closeAll(0))
  // The parent process, which would stop this one, has ended.
  process.on("disconnect", () => void closeAll(0))
  process.on("uncaughtException", (error) => {
    log("error", "uncaught exception", { error })
    void closeAll(1)
  })
  process.on("unhandledRejection", (error) => log("error", "unhandled rejection", { error }))
  try {
    starting = start(options, open, () => void closeAll(1))
    await starting
  } catch (error) {
    const { message, cause } = error as Error
    process.stderr.write(`${cause instanceof Error ? `${message}\n${cause.message}` : message}\n`)
    await closeAll(1)
  }
}

const start = async (
  { load, clientDirectory, workerFile, middleware = null }: RunOptions,
  open: Step[],
  giveUp: () => void,
) => {
  const config = loadConfig(process.env, process.cwd())
  setLogLevel(config.logLevel)
  const release = await lockDataDir(config.dataDir, { pid: process.pid, url: config.publicUrl })
  open.push({ name: "lock", close: release })
  await removeOldLinks(config.dataDir)
  const settings = resolveSettings(config)

  // A failed load is reported where it is awaited below.
  const loading = load()
  loading.catch(() => {})
  const server = await openDatabaseServer(settings, log)
  open.push({ name: "postgres", close: server.stop })
  const jwtSecret = settings.hosted ? undefined : settings.supabase.jwtSecret
  const gateway = jwtSecret ? await openGateway(settings, jwtSecret, server.database) : null
  if (gateway) open.push({ name: "realtime", close: gateway.close })

  const storage = jwtSecret ? await createStorage({ directory: path.join(settings.dataDir, "files"), jwtSecret }) : null

  const memory = watchMemory({
    giveUp: (mebibytes) => {
      log("error", "the process holds too much memory and ends", { mebibytes })
      giveUp()
    },
  })
  open.push({ name: "memory", close: async () => memory.stop() })
  const first = await loading
  const openWith = (module: AppModule) =>
    module.openApp(settings, server.database, {
      storage: storage?.fetch,
      workerFile,
      isFull: memory.isFull,
      parts: () => health.now(),
    })
  const health = createHealth({
    settings,
    gateway,
    log,
    pingDatabase: async () => (await current()).pingDatabase(),
    pingRealtime: async () => (await current()).pingRealtime(),
    pingStorage: async () => (await current()).pingStorage(),
  })
  const current = middleware ? reloading(load, openWith, first) : once(openWith(first))
  await current()
  open.push({ name: "database", close: async () => (await current()).close() })

  const files = middleware ? new Map() : readStaticFiles(clientDirectory)
  const http = createHttpServer({ settings, app: current, gateway, storage, health: health.check, files, middleware })
  await http.listen(config.port, config.host)
  open.push({ name: "http", close: http.close })
  countStalls()
  // Logs wrong keys at the start, before /readyz is asked.
  void health.check()
  log("info", "ready", { url: config.publicUrl, host: config.host, port: config.port })
  process.send?.({ ready: config.publicUrl })
}

const openGateway = async ({ limits }: Settings, jwtSecret: string, { url }: Database): Promise<RealtimeGateway> => {
  const gateway = await createRealtimeGateway({
    url,
    jwtSecret,
    log,
    clientEvents,
    limits: {
      connections: limits.sockets,
      connectionsPerPerson: limits.sockets_per_person,
      connectionsPerAddress: limits.sockets_per_address,
      channelsPerTopic: limits.sockets_per_topic,
      visitors: Math.min(limits.sockets_of_visitors, Math.ceil(limits.sockets / 2)),
      visitorsPerAddress: limits.sockets_of_visitors_per_address,
    },
  })
  gauge("laneway_realtime_connections", "Open realtime connections.", () => gateway.counts().connections)
  gauge("laneway_realtime_channels", "Joined realtime channels.", () => gateway.counts().channels)
  counter("laneway_realtime_refused_total", "Refused realtime connections and joins.", () => gateway.counts().refused)
  return gateway
}

const once = (opening: Promise<App>) => () => opening

// The previous app closes first: both may share the module that holds the pool.
const reloading = (load: () => Promise<AppModule>, openWith: (module: AppModule) => Promise<App>, first: AppModule) => {
  let module = first
  let app = openWith(first)
  return async () => {
    const latest = await load()
    if (latest !== module) {
      module = latest
      app = app.then((before) => before.close()).then(() => openWith(latest))
    }
    return app
  }
}

/** Closes in reverse order once the start has finished; a second Ctrl-C does not wait. */
const createClosing = (open: Step[], started: () => Promise<void>) => {
  let since: number | undefined
  return async (code: number) => {
    // The terminal, npm and the start script each forward the same Ctrl-C.
    if (since !== undefined && Date.now() - since < SAME_SIGNAL_MS) return
    if (since !== undefined) process.exit(code || 1)
    since = Date.now()
    setTimeout(() => process.exit(code || 1), SHUTDOWN_LIMIT_MS).unref()
    await started().catch(() => {})
    for (const step of open.reverse()) {
      await step.close().catch((error: unknown) => log("error", `${step.name} did not close`, { error }))
    }
    process.exit(code)
  }
}
