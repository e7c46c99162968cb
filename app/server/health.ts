// createHealth(options): whether database, realtime and storage answer, for /readyz; how fast, for administrators.
import fs from "node:fs/promises"
import path from "node:path"
import type { PartsNow } from "~/domain/health.server"
import { type RecentTimes, recentTimes } from "~/outside/timings"
import type { RealtimeGateway } from "../../supabase/embedded/realtime"
import type { Log } from "./log"
import type { Settings } from "./settings"

export type Readiness = { database: string; realtime: string; storage: string }
export type Health = {
  check: () => Promise<{ ready: boolean; parts: Readiness }>
  /** The same with figures. */
  now: () => Promise<PartsNow>
}

type Options = {
  settings: Settings
  gateway: RealtimeGateway | null
  pingDatabase: () => Promise<void>
  /** Of a Supabase project: asks with its keys. */
  pingRealtime: () => Promise<void>
  pingStorage: () => Promise<void>
  log: Log
  freshMs?: number
}

const TIMEOUT_MS = 2_000
/** More frequent checks share a result. */
const FRESH_MS = 500

export const createHealth = (options: Options): Health => {
  const { settings, gateway, pingDatabase, pingRealtime, pingStorage, log, freshMs = FRESH_MS } = options
  const checks = {
    database: pingDatabase,
    realtime: gateway ? async () => assertReady(gateway) : pingRealtime,
    storage: settings.hosted ? pingStorage : () => fs.access(path.join(settings.dataDir, "files"), fs.constants.W_OK),
  }
  const said: Record<string, string> = {}
  /** The answer says what fails; the log says why, once. */
  const report = (part: string, error: Error | null) => {
    const reason = error?.message ?? ""
    if ((said[part] ?? "") === reason) return
    said[part] = reason
    if (error) log("warn", "a part is not ready", { part, error })
    else log("info", "a part is ready again", { part })
  }
  const times = { database: recentTimes(), realtime: recentTimes(), storage: recentTimes() }
  let asked = 0
  let last: ReturnType<Health["check"]> | undefined
  const check = () => {
    if (!last || Date.now() - asked > freshMs) {
      asked = Date.now()
      last = checkAll(checks, times, report)
    }
    return last
  }
  const now = async (): Promise<PartsNow> => {
    const { parts } = await check()
    const of = (part: keyof Readiness) => ({
      fault: parts[part] === "ok" ? null : parts[part],
      ...times[part].latency(),
    })
    const { connections: sockets = null, channels = null } = gateway?.counts() ?? {}
    return {
      checked: new Date(asked).toISOString(),
      database: of("database"),
      realtime: { ...of("realtime"), sockets, channels },
      storage: { ...of("storage"), fullPercent: settings.hosted ? null : await fullPercent(settings.dataDir) },
    }
  }
  return { check, now }
}

/** Of the disk; null where the host does not report. */
const fullPercent = async (directory: string) => {
  const disk = await fs.statfs(directory).catch(() => null)
  return disk && disk.blocks > 0 ? Math.round((1 - disk.bavail / disk.blocks) * 100) : null
}

type Part<Of> = Record<keyof Readiness, Of>

type Report = (part: keyof Readiness, error: Error | null) => void

const checkAll = async (checks: Part<() => Promise<void>>, times: Part<RecentTimes>, report: Report) => {
  const names = ["database", "realtime", "storage"] as const
  const answers = await Promise.all(
    names.map(async (name) => {
      const began = performance.now()
      const result = await resultOf(checks[name], (error) => report(name, error))
      times[name].add(performance.now() - began)
      return result
    }),
  )
  const [database = "", realtime = "", storage = ""] = answers
  return { ready: answers.every((answer) => answer === "ok"), parts: { database, realtime, storage } }
}

/** "ok", or the fault without any address or name. */
const resultOf = async (check: () => Promise<void>, report: (error: Error | null) => void) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("no answer"), TIMEOUT_MS)
  })
  const answer = check().then(
    () => {
      report(null)
      return "ok"
    },
    (error: Error & { code?: unknown }) => {
      report(error)
      return typeof error.code === "string" ? `failed (${error.code})` : "failed"
    },
  )
  const first = await Promise.race([answer, late])
  clearTimeout(timer)
  return first
}

const assertReady = async (gateway: RealtimeGateway) => {
  if (!gateway.ready()) throw new Error("the gateway does not receive the database's notifications")
}
