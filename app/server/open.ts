// openOutside(settings): configures the modules with process-wide state, and starts jobs and periodic work.

import path from "node:path"
import { onUnexpected } from "~/api/answer.server"
import { openOrigin } from "~/api/origin.server"
import { openPages } from "~/api/page.server"
import { limitRates } from "~/api/rate-limit.server"
import { isLoopback } from "~/contract/shared/loopback"
import { dropOldest } from "~/database/board.server"
import { jobCounts, jobQueue } from "~/database/job.server"
import { pushKeyOr, storedPushKey } from "~/database/push.server"
import { usageTotals } from "~/database/quota.server"
import { keepWords } from "~/database/search.server"
import { keepHourly } from "~/database/version.server"
import { wakeBehind } from "~/database/webhook.server"
import { aiJobs } from "~/domain/agent/ai-jobs.server"
import { keepSubscriptions, openBilling } from "~/domain/billing.server"
import { sweepInTurn, sweepJobs } from "~/domain/core/sweeps.server"
import { openWorkerJobs } from "~/domain/core/worker.server"
import { fileJobs } from "~/domain/file.server"
import { openHealth, type PartsNow } from "~/domain/health.server"
import { heldBytes, openHeld } from "~/domain/limits/held.server"
import { openLimits, overLimits } from "~/domain/limits/limits.server"
import { openQuotas } from "~/domain/limits/quota.server"
import { logRefusals } from "~/domain/limits/refusals.server"
import { onSecurityEvent } from "~/domain/limits/security-log.server"
import { mailJobs, patientMails } from "~/domain/mail/mails.server"
import { pushJobs } from "~/domain/notify/push-jobs.server"
import { remind } from "~/domain/notify/reminders.server"
import { openAccounts } from "~/domain/sign-in/accounts.server"
import { mostWebhookJobs, webhookJobs, webhookShares } from "~/domain/webhook/send.server"
import { tonguesOnServer } from "~/languages/on-server"
import { openJobs } from "~/outside/jobs.server"
import { closeMail, openMail, sentMails } from "~/outside/mail.server"
import { openModel } from "~/outside/model.server"
import { makePushKey, openPush } from "~/outside/push.server"
import { openReach } from "~/outside/reach.server"
import { openRealtime } from "~/outside/realtime.server"
import { openSpeaking } from "~/outside/speaking.server"
import { openStorage } from "~/outside/storage.server"
import { openStripe } from "~/outside/stripe.server"
import { closeWorkers, openWorkers, workerCounts } from "~/outside/workers.server"
import { log } from "./log"
import { mayOpenMailHere } from "./mail-button"
import { counter, gauge } from "./metrics"
import { measureModel } from "./model-figures"
import type { Settings } from "./settings"
import { readSweeps } from "./sweep-figures"

const started = new Date(performance.timeOrigin).toISOString()

export type OpenOptions = {
  storage?: typeof fetch
  /** The built module of workers; without one, the process does their work. */
  workerFile?: string
  /** Whether the process has too little memory for large requests. */
  isFull?: () => boolean
  /** What the process knows of the parts it depends on. */
  parts: () => Promise<PartsNow>
  /** Without workers, work whose size callers choose is refused. */
  refuses?: boolean
}

/** Needs an open database. Returns a function that closes all of it, to call before the database closes. */
export const openOutside = async (
  settings: Settings,
  { storage, workerFile, isFull, refuses, parts }: OpenOptions,
): Promise<() => Promise<void>> => {
  const { publicUrl, rateLimits, limits } = settings
  const mailWaitsHere = mayOpenMailHere(settings)
  openOrigin(publicUrl)
  const { microsoft, google, oidc } = settings.providers
  openPages({
    mailWaitsHere,
    mailsAreFiles: !settings.mail.smtpUrl,
    providers: { microsoft: microsoft !== null, google: google !== null },
    oidcName: oidc?.name ?? null,
  })
  const warn = (message: string, fields: Record<string, unknown>) => log("warn", message, fields)
  await openModel(settings.model && { ...settings.model, warn, measure: measureModel })
  await openStripe(settings.stripe && { ...settings.stripe, warn })
  openBilling(settings.stripe && { trialDays: settings.trialDays, publicUrl })
  openRealtime(settings.supabase)
  openStorage({ ...settings.supabase, warn, ...(storage ? { fetch: storage } : {}) })
  limitRates(rateLimits)
  openLimits(limits)
  openHeld(isFull)
  openWorkerJobs(refuses)
  if (workerFile) openWorkers({ file: workerFile, memoryMb: limits.thread_memory / 1_048_576 })
  onUnexpected((error, request) => {
    log("error", "a call failed", { method: request.method, path: new URL(request.url).pathname, error })
  })
  onSecurityEvent((event, fields) => log("info", `security: ${event}`, fields))
  await openMail({
    ...settings.mail,
    mailDir: path.join(settings.dataDir, "outbox"),
    // With a database elsewhere the console may be read by people who may not sign in as everybody.
    ...(settings.database === null && { onLink: printLink }),
  })
  openPush({
    key: (await storedPushKey()) ?? (await pushKeyOr(await makePushKey())),
    contact: `mailto:${addressIn(settings.mail.from)}`,
  })
  openReach({ loopback: isLoopback(new URL(publicUrl).hostname) })
  await openQuotas()
  openHealth({ parts, started, hasMailServer: settings.mail.smtpUrl !== null })
  openSpeaking(tonguesOnServer)
  const closeAccounts = await openAccounts({
    secrets: settings.sessionSecrets,
    publicUrl,
    mcpUrl: settings.mcp.publicUrl,
    adminEmails: settings.systemAdminEmails,
    rateLimits,
    mailWaitsHere,
    providers: settings.providers,
    warn,
  })
  gauge("laneway_held_bytes", "Memory of requests' bodies, and of whole plans in answers that are being read.", () => [
    ['kind="bodies"', heldBytes("bodies")],
    ['kind="plans"', heldBytes("plans")],
  ])
  gauge("laneway_worker_tasks_waiting", "Jobs that wait for a worker.", () => workerCounts().waiting)
  gauge(
    "laneway_worker_tasks_done",
    "Jobs that workers have answered, with refusals and errors too.",
    () => workerCounts().done,
  )
  gauge("laneway_worker_tasks_ended", "Jobs ended for their time or memory.", () => workerCounts().late)
  gauge("laneway_worker_tasks_refused", "Jobs refused for a full queue.", () => workerCounts().refused)
  const closeJobs = await openJobs({
    queue: jobQueue,
    handlers: { ...mailJobs, ...fileJobs, ...aiJobs, ...pushJobs, ...sweepJobs },
    shares: [
      { kinds: ["ai.task"], atMost: 4, ofOne: 2 },
      { kinds: ["plan.copy"], atMost: 1, ofOne: 1 },
      { kinds: ["push.device"], atMost: 2, ofOne: 1 },
      { kinds: ["push.elsewhere"], atMost: 1 },
      { kinds: patientMails, atMost: 4 },
      { kinds: Object.keys(sweepJobs), atMost: 1 },
    ],
    log,
  })
  const closeWebhooks = await openJobs({
    queue: jobQueue,
    handlers: webhookJobs,
    most: mostWebhookJobs,
    shares: webhookShares,
    log,
  })
  // Work for one process at a time is a job or takes a lock: `remind` and `sweep` only look whether something is due. The
  // rest stays with each process, as it reads or counts what is its own, or makes up for rows that lack something, which a
  // second process then finds done. A job for each of these minutes would say nothing that their figures don't.
  const timers = [
    every(60_000, "count-stored", "what is stored was not counted", countStored),
    every(30_000, "remind", "reminders were not made", () => remind(new Date())),
    every(60_000, "log-refusals", "refusals were not summed up", async () => logRefusals()),
    every(60_000, "drop-oldest", "the oldest events, answers and notifications were not removed", dropOldest),
    every(60_000, "sweep", "sweeps were not queued", sweepInTurn),
    every(3_600_000, "keep-subscriptions", "subscriptions were not read", keepSubscriptions),
    every(300_000, "keep-versions", "hourly versions were not stored", keepHourly),
    every(60_000, "wake-webhooks", "changes that webhooks send were not looked for", wakeBehind),
    every(3_000, "index-words", "changed texts were not indexed for search", keepWords),
  ]
  return async () => {
    limitRates(false)
    for (const timer of timers) clearInterval(timer)
    await Promise.all([closeJobs(), closeWebhooks()])
    await closeWorkers()
    await closeAccounts()
    closeMail()
  }
}

let stored: Awaited<ReturnType<typeof usageTotals>> = { totals: [], near: [] }

let jobs = { waiting: 0, dead: 0 }

const countStored = async () => {
  stored = await usageTotals()
  jobs = await jobCounts()
  await readSweeps()
}

gauge("laneway_stored_count", "Rows that count towards a quota, as of the last minute.", () =>
  stored.totals.map(({ kind, scope, count }) => [`kind="${kind}",scope="${scope}"`, count]),
)
gauge("laneway_stored_bytes", "Their bytes.", () =>
  stored.totals.map(({ kind, scope, bytes }) => [`kind="${kind}",scope="${scope}"`, bytes]),
)
gauge("laneway_quota_near_limit", "People, plans or members that have used 90 percent of a quota.", () =>
  stored.near.map(({ name, holders }) => [`quota="${name}"`, holders]),
)

counter("laneway_mails_sent_total", "Mails handed over to the mail server, or written to files.", () =>
  sentMails().map(([kind, count]) => [`kind="${kind}"`, count]),
)

counter("laneway_refused_total", "Refusals, and mails not sent, by the limit that was used up.", () =>
  overLimits().map(([budget, count]) => [`budget="${budget}"`, count]),
)

gauge("laneway_jobs_waiting", "Jobs that wait or run, as of the last minute.", () => jobs.waiting)
gauge("laneway_jobs_dead", "Jobs that were given up.", () => jobs.dead)

/** Periodic work by name: Unix seconds of its last success, 0 before. */
const periodics = new Map<string, { succeeded: number; failures: number }>()
const ofEach = (read: (periodic: { succeeded: number; failures: number }) => number) => () =>
  [...periodics].map(([name, periodic]): [string, number] => [`work="${name}"`, read(periodic)])
gauge(
  "laneway_periodic_last_success_timestamp_seconds",
  "When periodic work, sweeps among it, last succeeded; 0: not yet.",
  ofEach(({ succeeded }) => succeeded),
)
gauge(
  "laneway_periodic_failures",
  "Failures of periodic work since the start.",
  ofEach(({ failures }) => failures),
)

/** The address in `Name <address>`. */
const addressIn = (from: string) => /<([^<>]{1,254})>/.exec(from)?.[1] ?? from

// Not through the log, which hides tokens.
const printLink = ({ to, subject, link }: { to: string; subject: string; link: string }) => {
  process.stdout.write(`Mail to ${to} (${subject}): ${link}\n`)
}

const every = (ms: number, name: string, failure: string, work: () => Promise<unknown>) => {
  const periodic = { succeeded: 0, failures: 0 }
  periodics.set(name, periodic)
  const run = async () => {
    try {
      await work()
      periodic.succeeded = Date.now() / 1_000
    } catch (error) {
      periodic.failures++
      log("warn", failure, { error })
    }
  }
  return setInterval(run, ms).unref()
}
