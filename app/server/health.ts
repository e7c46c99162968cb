// createHealth(options): whether database, realtime and storage answer, for /readyz.
import fs from "node:fs/promises"
import path from "node:path"
import type { RealtimeGateway } from "../../supabase/embedded/realtime"
import type { Settings } from "./settings"

export type Readiness = { database: string; realtime: string; storage: string }
export type Health = () => Promise<{ ready: boolean; parts: Readiness }>

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
  let asked = 0
  let last: ReturnType<Health> | undefined
  return () => {
    if (!last || Date.now() - asked > FRESH_MS) {
      asked = Date.now()
      last = checkAll(checks)
    }
    return last
  }
}

async function checkAll(checks: Record<keyof Readiness, () => Promise<void>>) {
  const names = ["database", "realtime", "storage"] as const
  const answers = await Promise.all(names.map((name) => resultOf(checks[name])))
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
