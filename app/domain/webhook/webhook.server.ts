// A plan's webhooks. The signing secret is shown once and stored sealed.
import { invalid, notFound, refusal } from "~/contract/problem"
import type { Delivery, Webhook, webhookCalls } from "~/contract/webhook"
import type { Admission } from "~/database/admission.server"
import { nextId } from "~/database/plan.server"
import type { Tables, Write } from "~/database/tables"
import {
  addTest,
  deliveriesOf,
  deliveryOf,
  queueSending,
  type StoredDelivery,
  type StoredWebhook,
  webhookOf,
  webhooksOf,
} from "~/database/webhook.server"
import { callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { limitOf, tooOften } from "~/domain/limits/limits.server"
import { countExactly } from "~/domain/limits/rate.server"
import { mayReach } from "~/outside/reach.server"
import { seal } from "~/outside/sealing.server"
import { keyed, randomText } from "~/outside/signing.server"
import { bodiesOf, type Made } from "./body.server"
import { attempt, inLine, recordSent, secretPurpose } from "./send.server"

/** A repeat under the same idempotency key must derive the same one: it is never stored as it is shown. */
const newSecret = (actor: Person, purpose: string) => {
  const text = actor.idempotency
    ? keyed(JSON.stringify([purpose, callerName(actor), actor.idempotency.key, actor.idempotency.hash]))
    : randomText(32)
  if (actor.caused) actor.caused.secret = true
  return `whsec_${Buffer.from(text, "base64url").toString("base64")}`
}

const refuseAddress = (url: string | undefined) => {
  if (url !== undefined && !mayReach(url))
    throw invalid("url", "Use an address that begins with https:// and is reachable from the internet.")
}

type Changed = {
  writes: Write[]
  after: object
  status: 200 | 201 | 204
  whileArchived?: true
  unchanged?: { answer: undefined }
  /** Answered again to a repeat. */
  answer?: { data: { id: number } }
}

const change = (actor: Person, planId: number, decide: (plan: Admission) => Promise<Changed>) =>
  commit(actor, planId, async () => {
    const { writes, after, ...rest } = await decide(await admit(actor, planId))
    return {
      ...rest,
      writes,
      log: [{ entity: "plan", id: planId, action: "update", after }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
    }
  })

const find = async (plan: Admission, id: number): Promise<StoredWebhook> => {
  const hook = await webhookOf(plan, id)
  if (!hook) throw notFound()
  return hook
}

const shownOf = async (actor: Person, planId: number, is: (hook: Webhook) => boolean) =>
  (await webhooksOf(await admit(actor, planId))).find(is)

const shown = (
  { webhookId, entry, createdDate, wait, ...delivery }: StoredDelivery,
  made: Made | undefined,
): Delivery => ({ ...delivery, createdDate, sentence: made?.sentence ?? "", body: made?.body ?? "" })

const sendNow = async (plan: Admission, hook: StoredWebhook, delivery: StoredDelivery): Promise<Delivery> => {
  const made = (await bodiesOf(plan, hook, [delivery], true)).get(delivery.id)
  if (!made) throw notFound()
  const stored = await recordSent(hook, delivery, await attempt(hook, delivery.messageId, made), inLine(hook))
  if (!stored) throw notFound()
  return shown(stored, made)
}

const countSending = async (planId: number) => {
  const wait = await countExactly("webhook", String(planId), limitOf("webhook_sends_per_minute"))
  if (wait > 0) throw tooOften("webhook_sends_per_minute", wait)
}

export const webhooks: Handlers<typeof webhookCalls> = {
  list: async (actor, { planId }) => webhooksOf(await admit(actor, planId)),
  create: async (actor, { planId, name, url, events = ["*"], format = "standard", active = true }) => {
    refuseAddress(url)
    const secret = newSecret(actor, `${planId} webhook`)
    const sealed = await seal(secretPurpose, secret)
    const newId = await nextId("webhook")
    // A repeat makes no other one, and gets the first one's id.
    const { id } = await change(actor, planId, async () => {
      const by = { secretBy: actor.userId, madeBy: actor.userId }
      const row: Tables["webhook"] = { id: newId, name, url, events, format, active, secret: sealed, ...by }
      const answer = { data: { id: newId } }
      return { writes: [{ insert: "webhook", row }], after: { webhookMade: name }, status: 201, answer }
    })
    const made = await shownOf(actor, planId, (hook) => hook.id === id)
    if (!made) throw refusal(409, "This webhook has been deleted since. Create another one.")
    return { ...made, secret }
  },
  update: async (actor, { planId, id, ...sent }) => {
    refuseAddress(sent.url)
    let wakes = false
    await change(actor, planId, async (plan) => {
      const hook = await find(plan, id)
      const fields = Object.fromEntries(
        Object.entries(sent).filter(
          ([key, value]) =>
            value !== undefined && JSON.stringify(value) !== JSON.stringify(hook[key as keyof StoredWebhook]),
        ),
      ) as Partial<Tables["webhook"]>
      if (Object.keys(fields).length === 0)
        return { writes: [], after: {}, status: 200, unchanged: { answer: undefined } }
      wakes = fields.url !== undefined || fields.active === true
      const after = {
        webhookChanged: fields.name ?? hook.name,
        ...(sent.active === undefined ? {} : { active: sent.active }),
      }
      return { writes: [{ update: "webhook", row: { id, ...fields } }], after, status: 200 }
    })
    if (wakes) await queueSending(id)
    const found = await shownOf(actor, planId, (hook) => hook.id === id)
    if (!found) throw notFound()
    return found
  },
  remove: async (actor, { planId, id }): Promise<undefined> => {
    await change(actor, planId, async (plan) => {
      const { name } = await find(plan, id)
      return {
        writes: [{ delete: "webhook", row: { id } }],
        after: { webhookDeleted: name },
        status: 204,
        whileArchived: true,
      }
    })
  },
  rotate: async (actor, { planId, id }) => {
    const secret = newSecret(actor, `${planId} webhook ${id}`)
    const sealed = await seal(secretPurpose, secret)
    await change(actor, planId, async (plan) => {
      const { name } = await find(plan, id)
      const row = { id, secret: sealed, secretDate: new Date().toISOString(), secretBy: actor.userId }
      return { writes: [{ update: "webhook", row }], after: { webhookSecret: name }, status: 200 }
    })
    return { secret }
  },
  deliveries: async (actor, { planId, id }) => {
    const plan = await admit(actor, planId)
    const hook = await find(plan, id)
    const deliveries = await deliveriesOf(plan, id)
    const made = await bodiesOf(plan, hook, deliveries, true)
    return deliveries.map((delivery) => shown(delivery, made.get(delivery.id)))
  },
  resend: async (actor, { planId, id, delivery }) => {
    const plan = await admit(actor, planId)
    const hook = await find(plan, id)
    const stored = await deliveryOf(plan, id, delivery)
    if (!stored) throw notFound()
    await countSending(planId)
    const sent = await sendNow(plan, hook, stored)
    // What it held up goes on.
    if (stored.state === "waiting" && sent.state === "delivered") await queueSending(id)
    return sent
  },
  test: async (actor, { planId, id }) => {
    const plan = await admit(actor, planId)
    const hook = await find(plan, id)
    await countSending(planId)
    return sendNow(plan, hook, await addTest(id, `msg_${randomText(18)}`))
  },
}
