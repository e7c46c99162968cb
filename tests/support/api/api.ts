// openApi(): the whole API on its own database, called in process, with helpers for people and plans.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SignJWT } from "jose"
import { onUnexpected } from "~/api/answer.server"
import { openOrigin } from "~/api/origin.server"
import { limitRates } from "~/api/rate-limit.server"
import { serveApi as dispatch } from "~/api/resources.server"
import { closeDatabase, openDatabase } from "~/database/connection.server"
import { openBilling } from "~/domain/billing.server"
import { openHealth } from "~/domain/health.server"
import { openHeld } from "~/domain/limits/held.server"
import { openAccounts } from "~/domain/sign-in/accounts.server"
import { tonguesOnServer } from "~/languages/on-server"
import { closeMail, openMail } from "~/outside/mail.server"
import { makePushKey, openPush } from "~/outside/push.server"
import { openReach } from "~/outside/reach.server"
import { openRealtime } from "~/outside/realtime.server"
import { openSpeaking } from "~/outside/speaking.server"
import { openStorage } from "~/outside/storage.server"
import { openStripe } from "~/outside/stripe.server"
import { createStorage } from "../../../supabase/embedded/storage.ts"
import { type ClonedDatabase, cloneDatabase } from "../database/database.ts"
import { addFault } from "../faults.ts"
import { patientStatements } from "../patience.ts"
import { type StripeServer, stripeKeys } from "../services/stripe.ts"
import { apiOver } from "./api-over.ts"
import { limitTo } from "./limits.ts"

export const origin = "http://localhost:3000"

const answers = { fault: null, p50: 1.5, p95: 20 }
const health = {
  checked: "2026-11-24T09:00:00.000Z",
  database: answers,
  realtime: { ...answers, sockets: 3, channels: 4 },
  storage: { ...answers, fault: "failed (EACCES)", fullPercent: 98 },
}

export type { Answer, Caller } from "./api-over.ts"

export type Api = Awaited<ReturnType<typeof openApi>>

type ApiOptions = {
  /** With one, a test may run calls in its own transaction. */
  connections?: number
  /** Of sign-in mails. */
  rateLimits?: boolean
  /** Turns billing on, with a trial of 14 days. */
  stripe?: StripeServer
  /** By default a new clone. */
  database?: ClonedDatabase
}

export const openApi = async (options: ApiOptions = {}) => {
  const { connections = 4, rateLimits = true, stripe, database = await cloneDatabase() } = options
  const mailDir = mkdtempSync(join(tmpdir(), "laneway-mails-"))
  await openDatabase({ url: database.url, socket: null, max: connections, prepare: true, ...patientStatements })
  openSpeaking(tonguesOnServer)
  const closeAccounts = await openAccounts({
    secrets: ["a secret of at least thirty-two characters"],
    publicUrl: origin,
    mcpUrl: "ws://localhost:3001",
    adminEmails: [],
    rateLimits,
    mailWaitsHere: false,
  })
  await openMail({ smtpUrl: null, from: "Laneway <laneway@example.org>", mailDir })
  openRealtime({ url: origin, anonKey: "anon", jwtSecret: "another secret of at least thirty-two characters" })
  const jwtSecret = "a third secret of at least thirty-two characters"
  const storage = await createStorage({ directory: join(mailDir, "files"), jwtSecret })
  const serviceRoleKey = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(jwtSecret))
  openStorage({ url: origin, serviceRoleKey, fetch: storage.fetch })
  await openStripe(stripe ? { ...stripeKeys, apiUrl: stripe.state.url, timeoutMs: 60_000 } : null)
  openBilling(stripe ? { trialDays: 14, publicUrl: origin } : null)
  openOrigin(origin)
  openPush({ key: await makePushKey(), contact: "mailto:laneway@example.org" })
  openReach({ loopback: true })
  await limitTo({})
  openHealth({ parts: async () => health, started: health.checked, hasMailServer: false })
  openHeld()
  limitRates(false)
  onUnexpected((error) => addFault(error))

  const over = apiOver((request) => dispatch(request, { ip: "127.0.0.1" }), origin)

  /** The mails, oldest first, decoded. */
  const mails = () =>
    readdirSync(mailDir)
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .map((name) =>
        readFileSync(join(mailDir, name), "utf8")
          .replace(/=\r\n/g, "")
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      )

  const close = async () => {
    closeMail()
    await closeAccounts()
    await closeDatabase()
    await database.drop()
    rmSync(mailDir, { recursive: true, force: true })
  }
  return {
    ...over,
    mails,
    close,
    mailDir,
    database,
    dispatch,
    storage,
    serviceRoleKey,
    files: join(mailDir, "files"),
  }
}
