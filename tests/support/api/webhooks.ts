// openWebhooks(): the whole API with webhooks of one person, and processes that send what they have waiting.
import { afterAll, afterEach, expect } from "vitest"
import { type Delivery, type Webhook, webhookCalls } from "~/contract/webhook"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { mostWebhookJobs, webhookJobs, webhookShares } from "~/domain/webhook/send.server"
import { openJobs } from "~/outside/jobs.server"
import { endPauses } from "../database/webhook-pauses.ts"
import { addFault } from "../faults.ts"
import { openReceiver } from "../services/receiver.ts"
import { openApi } from "./api.ts"

type Made = Webhook & { secret: string }
type Event = { type: string; data: { seq: number; id: number; after: Record<string, unknown> } }

const errors = (_: string, value: unknown) => (value instanceof Error ? value.stack : value)

/** For a file of tests, after each of which nothing waits and nothing sends. */
export const openWebhooks = async () => {
  const api = await openApi({ connections: 8 })
  const ada = await api.person()
  /** Where `make` has webhooks send. */
  const receiver = await openReceiver()
  let closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing) await close()
    closing = []
    receiver.reset()
    await db()`delete from app.job where kind like 'webhook.%'`
    await db()`delete from app.webhook`
  })
  afterAll(async () => {
    await receiver.close()
    await api.close()
  })

  /** A process that sends. */
  const deliver = async () => {
    const close = await openJobs({
      queue: jobQueue,
      handlers: webhookJobs,
      most: mostWebhookJobs,
      shares: webhookShares,
      log: (level, message, fields) => {
        if (level === "error" || message === "a job failed") addFault(`${message} ${JSON.stringify(fields, errors)}`)
      },
    })
    closing.push(close)
    return close
  }
  const make = async (planId: number, more: object = {}): Promise<Made> => {
    const sent = { planId, name: "Ops", url: receiver.url, ...more }
    const { status, body, text } = await api.send(webhookCalls.create, sent, { as: ada })
    expect(status, text).toBe(201)
    return body
  }
  const one = async (planId: number, id: number): Promise<Webhook> => {
    const all = (await api.send(webhookCalls.list, { planId }, { as: ada })).body
    return all.find((hook) => hook.id === id) as Webhook
  }
  const deliveriesOf = async (planId: number, id: number): Promise<Delivery[]> =>
    (await api.send(webhookCalls.deliveries, { planId, id }, { as: ada })).body
  const events = () => receiver.received.map(({ body }) => JSON.parse(body) as Event)
  const types = () => events().map(({ type }) => type)
  /** All that waits for a time runs now. */
  const skipAhead = async () => {
    await endPauses(db())
  }
  const isIdle = async () => (await db()`select 1 from app.job where kind like 'webhook.%'`).length === 0

  return { api, ada, receiver, deliver, make, one, deliveriesOf, events, types, skipAhead, isIdle }
}
