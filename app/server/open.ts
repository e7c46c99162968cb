// openOutside(settings): hands each room that speaks to other machines, or keeps process-wide state, its options.

import path from "node:path"
import { onUnexpected } from "~/api/answer.server"
import { openOrigin } from "~/api/origin.server"
import { openPages } from "~/api/page.server"
import { limitRates } from "~/api/rate-limit.server"
import { sweepOld } from "~/database/board.server"
import { jobQueue } from "~/database/job.server"
import { forgetCounts } from "~/database/rate.server"
import { keepHourly } from "~/database/revision.server"
import { keepWords } from "~/database/search.server"
import { sweepPeople } from "~/domain/account.server"
import { fileJobs } from "~/domain/file.server"
import { mailJobs } from "~/domain/mail-jobs.server"
import { openPeople } from "~/domain/people.server"
import { openJobs } from "~/outside/jobs.server"
import { closeMail, openMail } from "~/outside/mail.server"
import { openRealtime } from "~/outside/realtime.server"
import { openStorage } from "~/outside/storage.server"
import { isLoopback } from "./config"
import { log } from "./log"
import type { Settings } from "./settings"

const HOUR_MS = 3_600_000

/** Over an open database. Answers how to close it all, before the database. */
export async function openOutside(settings: Settings, storage?: typeof fetch): Promise<() => Promise<void>> {
  const { publicUrl, rateLimits } = settings
  const mailWaitsHere = waitsHere(settings)
  openOrigin(publicUrl)
  openPages({ mailWaitsHere, oidcName: settings.providers.oidc?.name ?? null })
  openRealtime(settings.supabase)
  openStorage({ ...settings.supabase, ...(storage ? { fetch: storage } : {}) })
  limitRates(rateLimits)
  onUnexpected((error, request) => {
    log("error", "a call failed", { method: request.method, path: new URL(request.url).pathname, error })
  })
  await openMail({ ...settings.mail, outboxDir: path.join(settings.dataDir, "outbox"), onLink: printLink })
  const closePeople = await openPeople({
    secrets: settings.sessionSecrets,
    publicUrl,
    adminEmails: settings.systemAdminEmails,
    rateLimits,
    mailWaitsHere,
    providers: settings.providers,
    warn: (message, fields) => log("warn", message, fields),
  })
  const closeJobs = await openJobs({ queue: jobQueue, handlers: { ...mailJobs, ...fileJobs }, log })
  const sweeping = setInterval(sweep, HOUR_MS).unref()
  const keeping = setInterval(keepVersions, 5 * 60_000).unref()
  const wording = setInterval(keepSearchable, 3_000).unref()
  return async () => {
    limitRates(false)
    clearInterval(sweeping)
    clearInterval(keeping)
    clearInterval(wording)
    await closeJobs()
    await closePeople()
    closeMail()
  }
}

/** Mail is kept in files of this machine, and only this machine reaches the product: whoever asks for a link may read it. */
function waitsHere({ mail, database, host, publicUrl }: Settings) {
  return mail.smtpUrl === null && database === null && isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
}

// Past the log, which hides what a link carries.
function printLink({ to, subject, link }: { to: string; subject: string; link: string }) {
  process.stdout.write(`Mail to ${to} (${subject}): ${link}\n`)
}

async function sweep() {
  await Promise.all([sweepOld(), sweepPeople(), forgetCounts()]).catch((error) =>
    log("warn", "old rows were not removed", { error }),
  )
}

async function keepVersions() {
  await keepHourly().catch((error) => log("warn", "versions were not kept", { error }))
}

async function keepSearchable() {
  await keepWords().catch((error) => log("warn", "words were not kept for searching", { error }))
}
