// createHealth(options): whether database, realtime and storage answer, for /readyz; how fast, for administrators.
import fs from "node:fs/promises"
import path from "node:path"
import type { PartsNow } from "~/domain/health.server"
import { type RecentTimes, recentTimes } from "~/outside/timings"
import type { RealtimeGateway } from "../../supabase/embedded/realtime"
import type { Settings } from "./settings"

export type Readiness = { database: string; realtime: string; storage: string }
export type Health = {
  check: () => Promise<{ ready: boolean; parts: Readiness }>
  /** The same with figures. */
  now: () => Promise<PartsNow>
}

type Options = { settings: Settings; gateway: RealtimeGateway | null; pingDatabase: () => Promise<void> }

const TIMEOUT_MS = 2_000
/** More frequent checks share a result. */
const FRESH_MS = 500

export function createHealth({ settings, gateway, pingDatabase }: Options): Health {
  const checks = {
    database: pingDatabase,
    realtime: gateway
      ? async () => assertReady(gateway)
      : () => reach(`${settings.supabase.url}/realtime/v1/api/ping`, settings),
    storage: settings.hosted
      ? () => reach(`${settings.supabase.url}/storage/v1/status`, settings)
      : () => fs.access(path.join(settings.dataDir, "files"), fs.constants.W_OK),
  }
  const times = { database: recentTimes(), realtime: recentTimes(), storage: recentTimes() }
  let asked = 0
  let last: ReturnType<Health["check"]> | undefined
  const check = () => {
    if (!last || Date.now() - asked > FRESH_MS) {
      asked = Date.now()
      last = checkAll(checks, times)
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

/** Of the disk; null where the host does not tell. */
async function fullPercent(directory: string) {
  const disk = await fs.statfs(directory).catch(() => null)
  return disk && disk.blocks > 0 ? Math.round((1 - disk.bavail / disk.blocks) * 100) : null
}

type Part<Of> = Record<keyof Readiness, Of>

async function checkAll(checks: Part<() => Promise<void>>, times: Part<RecentTimes>) {
  const names = ["database", "realtime", "storage"] as const
  const answers = await Promise.all(
    names.map(async (name) => {
      const began = performance.now()
      const result = await resultOf(checks[name])
      times[name].add(performance.now() - began)
      return result
    }),
  )
  const [database = "", realtime = "", storage = ""] = answers
  return { ready: answers.every((answer) => answer === "ok"), parts: { database, realtime, storage } }
}

/** "ok", or the fault without any address or name. */
async function resultOf(check: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("no answer"), TIMEOUT_MS)
  })
  const answer = check().then(
    () => "ok",
    (error: { code?: unknown }) => (typeof error.code === "string" ? `failed (${error.code})` : "failed"),
  )
  const first = await Promise.race([answer, late])
  clearTimeout(timer)
  return first
}

async function assertReady(gateway: RealtimeGateway) {
  if (!gateway.ready()) throw new Error("the gateway does not receive the database's notifications")
}

async function reach(url: string, { supabase }: Settings) {
  const response = await fetch(url, {
    headers: { apikey: supabase.anonKey ?? "" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (response.status >= 500) throw new Error(`${response.status}`)
}
