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
  leaseWebhook,
  queueRetry,
  queueSendingOf,
  recordAttempt,
  releaseWebhook,
  type StoredDelivery,
  type StoredWebhook,
  waitingDelivery,
  webhookById,
} from "~/database/webhook.server"
import { billingOfPerson } from "~/domain/billing.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { noticeTexts } from "~/domain/notify/notices.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { inside, requestOutside } from "~/outside/reach.server"
import { unseal } from "~/outside/sealing.server"
import { randomText, webhookHeaders } from "~/outside/signing.server"
import { nameInALine } from "~/rules/line-name"
import { bodiesOf, type Made, sentEvent } from "./body.server"
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

const firstLine = (text: string) => nameInALine(text, shownLetters) || null

/** Sends once. Never throws for what the receiver does. */
export const attempt = async (
  { url, secret: sealed }: Pick<StoredWebhook, "url" | "secret">,
  id: string,
  { body, headers }: Pick<Made, "body" | "headers">,
): Promise<Attempted> => {
  const secret = (await unseal(secretPurpose, sealed))?.text
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

/** Sends a delivery and records it. Returns what is stored then; undefined where it or its webhook is gone or off now. */
const sendOne = async (
  plan: Admission,
  hook: StoredWebhook,
  waiting: StoredDelivery,
): Promise<StoredDelivery | undefined> => {
  const made = (await bodiesOf(plan, hook, [waiting], false)).get(waiting.id)
  // The entry cannot be read any more, as of a note that is private by now.
  if (!made) {
    await recordAttempt(waiting, { ok: true, status: null, ms: 0, answer: null }, null, false)
    return waiting
  }
  return recordSent(hook, waiting, await attempt(hook, waiting.messageId, made))
}

export const recordSent = async (
  hook: StoredWebhook,
  waiting: StoredDelivery,
  sent: Attempted,
): Promise<StoredDelivery | undefined> => {
  const counts = waiting.entry !== null
  const next = waiting.state === "waiting" ? (pauses[waiting.tries] ?? null) : null
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
    if (!(await webhookById(id)))
      return { writes: [], status: 200, unchanged: { answer: undefined }, whileArchived: true }
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

/** Seconds after which sending goes on; `blocked`: nothing is sent until then, whatever is saved. */
type Pause = { seconds: number; blocked: boolean }

/** Sends what is in line. Undefined: nothing is left. */
const sendLine = async (leased: StoredWebhook): Promise<Pause | undefined> => {
  const until = performance.now() + turnMs
  for (let hook: StoredWebhook | undefined = leased; hook; hook = await webhookById(leased.id)) {
    if ((await billingOfPerson(hook.ownerId))?.requiresPayment) return { seconds: unpaidSeconds, blocked: true }
    const plan = await admitWebhooks(hook.planId)
    const first = (await firstInLine(hook.id, triesInLine)) ?? ((await makeMore(plan, hook)) ? "made" : undefined)
    if (!first) return undefined
    if (first !== "made") {
      const stored = first.wait > 0 ? first : await sendOne(plan, hook, first)
      const holdsUp = stored?.state === "waiting" && stored.tries < triesInLine
      if (holdsUp && stored.wait > 0) return { seconds: stored.wait, blocked: true }
      if (stored?.state === "waiting" && stored.tries === triesInLine)
        await queueRetry(stored.id, hook.ownerId, pauses[triesInLine - 1] as number)
    }
    if (performance.now() > until) return { seconds: 0, blocked: false }
  }
  return undefined
}

const ofPlan = z.object({ planId: z.number() })
const ofWebhook = z.object({ webhookId: z.number() })
const ofDelivery = z.object({ deliveryId: z.number() })

export const webhookJobs: JobHandlers = {
  "webhook.plan": async (input) => queueSendingOf(await admitWebhooks(ofPlan.parse(input).planId)),
  "webhook.send": async (input, { again }) => {
    const { webhookId } = ofWebhook.parse(input)
    const leased = await leaseWebhook(webhookId)
    if (leased === "gone") return
    // What another job sends now may have been read before this one was queued.
    if (leased === "busy") return again(1)
    let pause: Pause | undefined
    try {
      pause = await sendLine(leased)
      if (pause) again(pause.seconds)
    } finally {
      await releaseWebhook(webhookId, pause?.blocked ? pause.seconds : undefined)
    }
  },
  "webhook.retry": async (input, { again }) => {
    const waiting = await waitingDelivery(ofDelivery.parse(input).deliveryId)
    const hook = waiting && (await webhookById(waiting.webhookId))
    if (!hook) return
    if (waiting.wait > 0) return again(waiting.wait)
    const stored = await sendOne(await admitWebhooks(hook.planId), hook, waiting)
    if (stored?.state === "waiting") again(stored.wait)
  },
}

export const webhookShares = [
  { kinds: ["webhook.plan"], atMost: 4 },
  { kinds: ["webhook.send"], atMost: 60, ofOne: 20, last: true as const },
  { kinds: ["webhook.retry"], atMost: 15, ofOne: 5, last: true as const },
]
/** They wait for receivers most of the time, so that many run at once. */
export const mostWebhookJobs = 80
