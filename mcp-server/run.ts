// runMcpServer(): the second process. It needs the app's database, which the app has brought up to date.

import fs from "node:fs"
import path from "node:path"
import { limitRates } from "~/api/rate-limit.server"
import { messageOf } from "~/contract/problem"
import { closeDatabase, openDatabase } from "~/database/connection.server"
import { openBilling } from "~/domain/billing.server"
import { openHeld } from "~/domain/limits/held.server"
import { openLimits } from "~/domain/limits/limits.server"
import { openQuotas } from "~/domain/limits/quota.server"
import { openAccounts } from "~/domain/sign-in/accounts.server"
import { tonguesOnServer } from "~/languages/on-server"
import { openModel } from "~/outside/model.server"
import { openRealtime } from "~/outside/realtime.server"
import { openSpeaking } from "~/outside/speaking.server"
import { openStorage } from "~/outside/storage.server"
import { closeWorkers, openWorkers } from "~/outside/workers.server"
import { loadConfig } from "~/server/config"
import { log, setLogLevel } from "~/server/log"
import { watchMemory } from "~/server/memory"
import { measureModel } from "~/server/model-figures"
import { resolveSettings } from "~/server/settings"
import { runningDatabase } from "../supabase/embedded/running"
import { createMcpServer } from "./server"

/** `workerFile`: the built module of workers; without one, as in development, the process does their work. */
type RunOptions = { workerFile?: string }

/** Never throws: a failed start is reported on stderr and ends the process with 1. */
export const runMcpServer = async (options: RunOptions = {}) => {
  const closing: (() => Promise<unknown>)[] = []
  const end = async (code: number) => {
    setTimeout(() => process.exit(code), 3_000).unref()
    for (const close of closing.reverse()) await close().catch(() => {})
    process.exit(code)
  }
  process.on("SIGINT", () => void end(0))
  process.on("SIGTERM", () => void end(0))
  // The parent process, which would stop this one, has ended.
  process.on("disconnect", () => void end(0))
  process.on("uncaughtException", (error) => {
    log("error", "uncaught exception", { error })
    void end(1)
  })
  process.on("unhandledRejection", (error) => log("error", "unhandled rejection", { error }))
  try {
    await start({ closing, giveUp: () => void end(1) }, options)
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    await end(1)
  }
}

type Process = { closing: (() => Promise<unknown>)[]; giveUp: () => void }

const start = async ({ closing, giveUp }: Process, { workerFile }: RunOptions) => {
  const config = loadConfig(process.env, process.cwd())
  setLogLevel(config.logLevel)
  const database = config.database ? { ...config.database, socket: null } : runningDatabase(config.dataDir)
  if (!database) throw new Error(`${config.dataDir} holds no running database: start the product with \`npm start\`.`)
  const settings = resolveSettings(config)
  const { limits } = settings
  const warn = (message: string, fields: Record<string, unknown>) => log("warn", message, fields)
  const { database_call_ms: callMs, database_search_ms: searchMs } = limits
  await openDatabase({ ...database, ...settings.databaseConnections.mcp, callMs, searchMs, warn })
  closing.push(() => closeDatabase())
  openRealtime(settings.supabase)
  openStorage({ ...settings.supabase, warn })
  openLimits(limits)
  if (workerFile) {
    openWorkers({ file: workerFile, memoryMb: limits.thread_memory / 1_048_576 })
    closing.push(closeWorkers)
  }
  await openModel(settings.model && { ...settings.model, warn, measure: measureModel })
  openBilling(settings.stripe && { trialDays: settings.trialDays, publicUrl: settings.publicUrl })
  await openQuotas()
  const memory = watchMemory({
    giveUp: (mebibytes) => {
      log("error", "the process holds too much memory and ends", { mebibytes })
      giveUp()
    },
  })
  closing.push(async () => memory.stop())
  openHeld(memory.isFull)
  openSpeaking(tonguesOnServer)
  const closeAccounts = await openAccounts({
    secrets: settings.sessionSecrets,
    publicUrl: settings.publicUrl,
    mcpUrl: settings.mcp.publicUrl,
    adminEmails: settings.systemAdminEmails,
    rateLimits: settings.rateLimits,
    mailWaitsHere: false,
    warn: (message, fields) => log("warn", message, fields),
  })
  closing.push(closeAccounts)
  limitRates(settings.rateLimits)
  const server = createMcpServer(settings, log)
  closing.push(server.close)
  await server.listen(settings.mcp.port, settings.host)
  // `npm run mcp` finds the server by it.
  fs.writeFileSync(path.join(settings.dataDir, "mcp.json"), JSON.stringify({ url: settings.mcp.publicUrl }))
  log("info", "ready for agents", { url: settings.mcp.publicUrl, port: settings.mcp.port })
  process.send?.({ ready: settings.mcp.publicUrl })
}
