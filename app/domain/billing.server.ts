// Whether somebody must pay, and how the stored subscriptions follow Stripe.
import type { BillingRows, SubscriptionStatus } from "~/contract/payment"
import { refusal } from "~/contract/problem"
import {
  billingRowsOf,
  claimEvent,
  dropOldEvents,
  finishEvent,
  nextRead,
  overdueSubscriptions,
  personOfCustomer,
  releaseEvent,
  saveSubscription,
  setCustomer,
} from "~/database/billing.server"
import type { Identity } from "~/domain/core/actor"
import { findSubscription, type StripeEvent } from "~/outside/stripe.server"
import { type Billing, billingOf } from "~/rules/billing"

export type BillingOptions = {
  trialDays: number
  /** An origin, without a trailing slash. */
  publicUrl: string
}

let options: BillingOptions | undefined

/** Null: billing is off, and no one is ever asked to pay. */
export const openBilling = (given: BillingOptions | null) => {
  options = given ?? undefined
}

export const isBillingOn = () => options !== undefined

export const billing = () => {
  if (!options) throw refusal(503, "Billing is not set up here. No payment is needed.")
  return options
}

/** Each person's standing. Undefined where billing is off. */
export const billingOfPeople = async (people: readonly number[]): Promise<((id: number) => Billing) | undefined> => {
  if (!options) return undefined
  const { trialDays } = options
  const none: BillingRows = { created: new Date(0).toISOString(), subscriptions: [] }
  const stored = await billingRowsOf(people)
  return (id) => billingOf(stored.get(id) ?? none, trialDays, Date.now())
}

/** Undefined where billing is off. */
export const billingOfPerson = async (personId: number): Promise<Billing | undefined> =>
  (await billingOfPeople([personId]))?.(personId)

/** 403 with `requirePayment` while the person, or the owner of the plan whose key calls, must pay. Visitors never must. */
export const refuseUnpaid = async ({ userId, keyOwnerId }: Pick<Identity, "userId" | "keyOwnerId">) => {
  const payer = userId ?? keyOwnerId
  const found = payer === undefined || !options ? undefined : await billingOfPerson(payer)
  if (!found?.requiresPayment) return
  throw refusal(403, userId === null ? ownerMustPay : mustPay(found.status), { requirePayment: true })
}

const ownerMustPay = "The plan’s owner has to pay before this key can change anything again."

const mustPay = (status: SubscriptionStatus) => {
  if (status === 0) return "Your trial has ended. Subscribe to open your plans again."
  if (status === 3) return "Your last payment failed. Update your payment method to open your plans again."
  return "Your subscription has ended. Subscribe to open your plans again."
}

/**
 * Reads a subscription from Stripe and stores it for whom it belongs to. Returns that person; undefined for another
 * installation's subscription, or one that isn't there.
 */
export const readSubscription = async (
  id: string,
  receivedAt: string,
  person?: number,
): Promise<number | undefined> => {
  const readNumber = await nextRead()
  const found = await findSubscription(id, receivedAt)
  if (!found) return undefined
  const { customerId, key, row } = found
  const personId = person ?? (customerId === null ? undefined : await personOfCustomer(customerId, key))
  if (personId === undefined) return undefined
  await saveSubscription({ personId, id: found.id, readNumber }, row)
  // The portal opens for the customer that pays.
  if (customerId !== null && !row.endedAt) await setCustomer(personId, customerId)
  return personId
}

/** Events that this process acts on; a repeat waits for the same end. */
const running = new Map<string, Promise<void>>()

/**
 * Acts on an event once. What it says is not used: it makes the product read the subscription, so that neither order
 * nor repeats matter. When that fails, Stripe sends the event again.
 */
export const takeEvent = async (event: StripeEvent) => {
  const work = running.get(event.id) ?? actOn(event).finally(() => running.delete(event.id))
  running.set(event.id, work)
  await work
}

const actOn = async ({ id, at, subscriptionId }: StripeEvent) => {
  const claim = await claimEvent(id)
  if (claim === "done") return
  if (claim === "busy") throw refusal(503, "This event is being worked on. Send it again.", { retryAfter: 60 })
  try {
    await readSubscription(subscriptionId, at)
    await finishEvent(id)
  } catch (thrown) {
    await releaseEvent(id)
    throw thrown
  }
}

/** Reads what no event came for, and drops old events. */
export const keepSubscriptions = async () => {
  if (!options) return
  await dropOldEvents()
  const now = new Date().toISOString()
  for (const id of await overdueSubscriptions()) await readSubscription(id, now)
}
