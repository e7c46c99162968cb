// The product at an edge host, which has no database, files or sockets of its own: `deno serve build/server/edge.js`.
import { randomUUID } from "node:crypto"
import path from "node:path"
import { version } from "~/contract/shared/version"
import { startsWorkers } from "~/outside/workers.server"
import { checkRecord, migrationsOf } from "../../supabase/embedded/migrate"
import { openApp } from "./app"
import { createVisitors } from "./client-address"
import { type Config, loadConfig } from "./config"
import { createHealth } from "./health"
import { log, setLogLevel } from "./log"
import { createPageAnswers } from "./page-answers"
import { pressureOn } from "./pressure"
import { busy, isEssential, kindOf } from "./request-kind"
import { resolveSettings } from "./settings"
import { readStaticFiles, staticAnswer } from "./static-files"

type Connection = { remoteAddr: { hostname?: string } }

/** The database; throws where something would be embedded. */
const outside = ({ database, supabase, sessionSecrets, mail }: Config) => {
  if (database && supabase && sessionSecrets && mail.smtpUrl) return database
  throw new Error("An edge host needs DATABASE_URL, a Supabase project (SUPABASE_*), SESSION_SECRET and SMTP_URL.")
}

/** Part of the build: a host may have nothing else. */
const migrationTexts = () => {
  const texts = import.meta.glob<string>("../../supabase/migrations/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  })
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [path.basename(file), text]))
}

const config = loadConfig(process.env, process.cwd())
setLogLevel(config.logLevel)
const settings = resolveSettings(config)
const workerFile = path.resolve(import.meta.dirname, "worker.js")
// Not every host has workers.
const workers = (await startsWorkers(workerFile)) ? { workerFile } : { refuses: true }
const database = outside(config)
await checkRecord(database.url, migrationsOf(migrationTexts()), { whole: true })
const health = createHealth({
  settings,
  gateway: null,
  log,
  pingDatabase: () => app.pingDatabase(),
  pingRealtime: () => app.pingRealtime(),
  pingStorage: () => app.pingStorage(),
})
const app = await openApp(settings, { ...database, socket: null }, { ...workers, parts: health.now })
void health.check()
const files = readStaticFiles(path.resolve(import.meta.dirname, "../client"))
const visitorOf = createVisitors(settings.trustedProxies, (message, fields) => log("warn", message, fields))
const answerPage = createPageAnswers(settings, false)
const pressure = pressureOn(settings)
// Deno ends once nothing is open any more.
process.once("SIGTERM", () => void app.close().finally(() => process.exit(0)))

const answer = async (request: Request, { remoteAddr }: Connection, requestId: string) => {
  const { pathname } = new URL(request.url)
  const socket = { remoteAddress: remoteAddr.hostname }
  const visitor = visitorOf({ socket, headers: Object.fromEntries(request.headers) })
  const file = request.method === "GET" || request.method === "HEAD" ? files.get(pathname) : undefined
  if (file) return staticAnswer(request, file)
  const kind = kindOf(pathname)
  if (pressure.isBehind() && !isEssential(kind, pathname))
    return Response.json(busy, { status: 503, headers: { "retry-after": "2", "cache-control": "no-store" } })
  if (kind === "api") return app.api(request, { ip: visitor.address, requestId })
  if (kind === "page") return answerPage(app, request, visitor)
  if (pathname === "/healthz") return Response.json({ status: "ok", version })
  if (pathname !== "/readyz") return new Response("Not Found", { status: 404 })
  const { ready, parts } = await health.check()
  return Response.json(parts, { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } })
}

export default {
  async fetch(request: Request, connection: Connection) {
    const requestId = randomUUID()
    const answered = await answer(request, connection, requestId).catch((error: unknown) => {
      log("error", "a request failed", { requestId, error })
      return new Response("Something went wrong on our side. Please try again.", { status: 500 })
    })
    answered.headers.set("x-request-id", requestId)
    answered.headers.set("x-content-type-options", "nosniff")
    if (settings.publicUrl.startsWith("https:")) answered.headers.set("strict-transport-security", "max-age=31536000")
    return answered
  },
}
