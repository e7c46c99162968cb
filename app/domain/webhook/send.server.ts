// webhookJobs: sends what plans' webhooks wait for. One job at a time sends for a webhook, in order.
import * as z from "zod/mini"
import { codeOf } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { outgoingEntries } from "~/database/audit.server"
import {
  type Attempted,
  addDeliveries,
  adminsOf,
  dropWaiting,
  firstInLine,
  isActive,
  leaseWebhook,
  type Next,
  queueSendingOf,
  recordAttempt,
  releaseWebhook,
  type StoredDelivery,
  type StoredWebhook,
  type Waiting,
  waitingDelivery,
} from "~/database/webhook.server"
import { billingOfPerson } from "~/domain/billing.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { noticeTexts } from "~/domain/notify/notices.server"
import type { JobHandlers, RunningJob } from "~/outside/jobs.server"
import { inside, requestOutside } from "~/outside/reach.server"
import { unseal } from "~/outside/sealing.server"
import { randomText, webhookHeaders } from "~/outside/signing.server"
import { nameInALine } from "~/rules/line-name"
import { bodyOf, type Made, sentEvent } from "./body.server"
import { webhookTexts as texts } from "./texts"

/** Seconds after each failed try until the next one. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** After as many failed tries a delivery holds up others no longer. */
const triesInLine = 3
const giveUpMs = 5 * 86_400_000

const answerMs = 10_000
/** What is read of a failure's answer, and what of it is shown. */
const answerBytes = 2_000
const shownLetters = 200

/** Log entries looked at in one step. */
const pageEntries = 100
/** A webhook with much to send gives its place to others after so long. */
const turnMs = 5_000
/** Seconds after which it is asked again whether the owner has paid. */
const unpaidSeconds = 600

const system = (planId: number): Actor => ({
  ...ownAccess,
  userId: null,
  userName: "Laneway",
  systemRole: 3,
  via: "system",
  planScope: planId,
  agent: "Laneway",
  clientId: null,
  idempotency: null,
  version: null,
  needs: "readBoard",
})

export const admitWebhooks = (planId: number) => admit(system(planId), planId)

export const secretPurpose = "webhook secret"

/** Secrets by what they are sealed as: to unseal one takes longer than all else that a try does here. */
const unsealed = new Map<string, string>()
const mostUnsealed = 2_000

const secretOf = async (sealed: string): Promise<string | undefined> => {
  const secret = unsealed.get(sealed) ?? (await unseal(secretPurpose, sealed))?.text
  if (secret === undefined) return undefined
  // The one that was used longest ago goes first.
  unsealed.delete(sealed)
  unsealed.set(sealed, secret)
  const [oldest] = unsealed.keys()
  if (unsealed.size > mostUnsealed && oldest !== undefined) unsealed.delete(oldest)
  return secret
}

const firstLine = (text: string) => nameInALine(text, shownLetters) || null

/** Sends once. Never throws for what the receiver does. */
export const attempt = async (
  { url, secret: sealed }: Pick<StoredWebhook, "url" | "secret">,
  id: string,
  { body, headers }: Pick<Made, "body" | "headers">,
): Promise<Attempted> => {
  const secret = await secretOf(sealed)
  if (secret === undefined) return { ok: false, status: null, ms: 0, answer: texts.unreachable }
  const began = performance.now()
  const sent = {
    ...headers,
    ...webhookHeaders(secret, id, body, Math.floor(Date.now() / 1_000)),
    "user-agent": "Laneway-Webhooks",
  }
  const done = (ok: boolean, status: number | null, answer: string | null): Attempted => ({
    ok,
    status,
    ms: Math.round(performance.now() - began),
    answer,
  })
  try {
    const answer = await requestOutside(url, {
      method: "POST",
      headers: sent,
      body: Buffer.from(body),
      bytes: answerBytes,
      beyond: "cut",
      ms: answerMs,
    })
    const ok = answer.status >= 200 && answer.status < 300
    return done(ok, answer.status, ok ? null : firstLine(new TextDecoder().decode(answer.body)))
  } catch (error) {
    const code = codeOf(error)
    if (code === inside) return done(false, null, texts.inside)
    return done(false, null, code === "ABORT_ERR" ? texts.noAnswer : texts.unreachable)
  }
}

type More = Omit<Next, "seconds">

export const inLine = ({ ownerId }: StoredWebhook): More => ({ line: { tries: triesInLine, ownerId } })

/** Sends a delivery and records it, with what follows a failure. Returns what is stored then; undefined where it is gone. */
const sendOne = async (
  plan: Admission,
  hook: StoredWebhook,
  waiting: Waiting,
  more: More,
): Promise<StoredDelivery | undefined> => {
  const made = await bodyOf(plan, hook, waiting)
  const { delivery } = waiting
  // The entry cannot be read any more.
  if (!made) {
    const recorded = await recordAttempt(delivery, { ok: true, status: null, ms: 0, answer: null }, null, false)
    return recorded?.delivery
  }
  return recordSent(hook, delivery, await attempt(hook, delivery.messageId, made), more)
}

export const recordSent = async (
  hook: StoredWebhook,
  waiting: StoredDelivery,
  sent: Attempted,
  more: More = {},
): Promise<StoredDelivery | undefined> => {
  const counts = waiting.entry !== null
  const seconds = waiting.state === "waiting" ? pauses[waiting.tries] : undefined
  const next = seconds === undefined ? null : { ...more, seconds }
  const recorded = await recordAttempt(waiting, sent, next, counts)
  if (!recorded || sent.ok || !counts || !hook.active) return recorded?.delivery
  const failing = recorded.failingSince === null ? 0 : Date.now() - Date.parse(recorded.failingSince)
  if (sent.status === 410 || failing > giveUpMs) await switchOff(hook, sent.status === 410 ? "gone" : "failing")
  return recorded.delivery
}

const switchOff = async ({ id, planId, name }: StoredWebhook, reason: "gone" | "failing") => {
  const plan = await admitWebhooks(planId)
  const to = await adminsOf(plan)
  await commit(system(planId), planId, async (): Promise<Outcome> => {
    // Another try may have done it.
    if (!(await isActive(id))) return { writes: [], status: 200, unchanged: { answer: undefined }, whileArchived: true }
    return {
      whileArchived: true,
      writes: [{ update: "webhook", row: { id, active: false, offDate: new Date().toISOString(), offReason: reason } }],
      log: [{ entity: "plan", id: planId, action: "update", after: { webhookOff: name } }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
      notices: [{ kind: "webhookOff", to, title: () => noticeTexts.webhookOff(nameInALine(name)) }],
      status: 200,
    }
  })
  await dropWaiting(id)
}

/** Makes deliveries of what the log has since the last ones. False: it has nothing else. */
const makeMore = async (plan: Admission, hook: StoredWebhook): Promise<boolean> => {
  const entries = await outgoingEntries(plan, { after: hook.upto, limit: pageEntries })
  const last = entries.at(-1)
  if (!last) return false
  const made = entries.flatMap((entry) => {
    const type = sentEvent(hook, entry)
    return type === undefined ? [] : [{ message: `msg_${randomText(18)}`, entry: entry.id, type }]
  })
  await addDeliveries(hook.id, hook.upto, last.id, made)
  return true
}

/** Seconds after which sending goes on; `blocked`: nothing is sent until then, whatever is saved. "stored": all this is, with a failure. */
type Pause = { seconds: number; blocked: boolean } | "stored"

/** Sends what is in line. Undefined: nothing is left. */
const sendLine = async (webhookId: number, job: RunningJob): Promise<Pause | undefined> => {
  const until = performance.now() + turnMs
  do {
    const found = await firstInLine(webhookId, triesInLine)
    if (!found) return undefined
    const { hook, waiting } = found
    if ((await billingOfPerson(hook.ownerId))?.requiresPayment) return { seconds: unpaidSeconds, blocked: true }
    const plan = await admitWebhooks(hook.planId)
    if (waiting) {
      const { wait } = waiting.delivery
      if (wait > 0) return { seconds: wait, blocked: true }
      const stored = await sendOne(plan, hook, waiting, { job, ...inLine(hook) })
      if (stored?.state === "waiting" && stored.tries < triesInLine) return "stored"
    } else if (!(await makeMore(plan, hook))) return undefined
  } while (performance.now() <= until)
  return { seconds: 0, blocked: false }
}

const ofPlan = z.object({ planId: z.number() })
const ofWebhook = z.object({ webhookId: z.number() })
const ofDelivery = z.object({ deliveryId: z.number() })

export const webhookJobs: JobHandlers = {
  "webhook.plan": async (input) => queueSendingOf(await admitWebhooks(ofPlan.parse(input).planId)),
  "webhook.send": async (input, job) => {
    const { webhookId } = ofWebhook.parse(input)
    const leased = await leaseWebhook(webhookId)
    if (leased === "gone") return
    // What another job sends now may have been read before this one was queued.
    if (leased === "busy") return job.again(1)
    let pause: Pause | undefined
    try {
      pause = await sendLine(webhookId, job)
    } finally {
      if (pause !== "stored") await releaseWebhook(webhookId, pause?.blocked ? pause.seconds : undefined)
    }
    if (pause === "stored") job.stored()
    else if (pause) job.again(pause.seconds)
  },
  "webhook.retry": async (input, job) => {
    const found = await waitingDelivery(ofDelivery.parse(input).deliveryId)
    if (!found) return
    const { hook, waiting } = found
    if (waiting.delivery.wait > 0) return job.again(waiting.delivery.wait)
    const stored = await sendOne(await admitWebhooks(hook.planId), hook, waiting, { job })
    if (stored?.state === "waiting") job.stored()
  },
}

export const webhookShares = [
  { kinds: ["webhook.plan"], atMost: 4 },
  { kinds: ["webhook.send"], atMost: 60, ofOne: 20, last: true as const },
  { kinds: ["webhook.retry"], atMost: 15, ofOne: 5, last: true as const },
]
/** They wait for receivers most of the time, so that many run at once. */
export const mostWebhookJobs = 80
