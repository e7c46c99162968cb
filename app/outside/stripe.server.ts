// Stripe's calls that billing needs, in the product's own types. Times are ISO 8601.
import type Stripe from "stripe"
import * as z from "zod/mini"
import type { Price, SubscriptionRow } from "~/contract/payment"
import { refusal } from "~/contract/problem"
import { recentTimes } from "./timings"

export type StripeOptions = {
  secretKey: string
  webhookSecret: string
  priceId: string
  /** An origin, without `/v1`. */
  apiUrl: string
  /** Of one attempt; an attempt is repeated once. */
  timeoutMs?: number
  warn?: (message: string, fields: Record<string, unknown>) => void
}

const times = recentTimes()

/** How long Stripe takes to answer. */
export const stripeLatency = () => times.latency()

type Open = { library: typeof Stripe; client: Stripe; options: StripeOptions }
let open: Open | undefined

/** The library is loaded only where billing is on. */
export const openStripe = async (options: StripeOptions | null) => {
  open = undefined
  if (!options) return
  const { default: library } = await import("stripe")
  const { protocol, hostname, port } = new URL(options.apiUrl)
  const client = new library(options.secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    timeout: options.timeoutMs ?? 8_000,
    // The library sends a repeated POST under the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
  })
  open = { library, client, options }
}

const opened = () => {
  if (!open) throw refusal(503, "Billing is not set up here. No payment is needed.")
  return open
}

const isMissing = (error: Stripe.errors.StripeError) => error.code === "resource_missing" || error.statusCode === 404

const passing = (error: Stripe.errors.StripeError) =>
  error.statusCode === undefined || error.statusCode === 429 || error.statusCode >= 500 || error.statusCode === 409

/** Makes calls to Stripe; undefined when what they name is not there. Nothing of Stripe's text reaches anybody. */
const ask = async <Answer>(work: (at: Open) => Promise<Answer>): Promise<Answer | undefined> => {
  const at = opened()
  const began = performance.now()
  try {
    return await work(at)
  } catch (thrown) {
    if (!(thrown instanceof at.library.errors.StripeError)) throw thrown
    if (isMissing(thrown)) return undefined
    const { type, code, statusCode, requestId } = thrown
    at.options.warn?.("stripe: a call failed", { type, code, status: statusCode, stripeRequest: requestId })
    throw passing(thrown)
      ? refusal(503, "The payment provider can’t be reached right now. Please try again in a moment.", {
          retryAfter: 30,
        })
      : refusal(
          503,
          "The payment provider refused the request. Ask the administrator of this installation to check its setup.",
        )
  } finally {
    times.add(performance.now() - began)
  }
}

const idOf = (given: string | { id: string } | null | undefined) =>
  typeof given === "string" ? given : (given?.id ?? null)
const timeOf = (seconds: number | null | undefined) =>
  typeof seconds === "number" ? new Date(seconds * 1_000).toISOString() : null

/** The customer and the account's key, which say whose something is. */
type Owned = { customerId: string | null; key: string | null }
const ownerOf = (made: { customer?: string | { id: string } | null; metadata?: Stripe.Metadata | null }): Owned => ({
  customerId: idOf(made.customer),
  key: made.metadata?.account ?? null,
})

export type FoundSubscription = Owned & { id: string; row: SubscriptionRow }

/** To this product: made by its checkout, or to its price. The account at Stripe may sell other things too. */
const isToProduct = ({ metadata, items }: Stripe.Subscription, priceId: string) => {
  const prices = (items?.data ?? []).flatMap(({ price }) => price?.id ?? [])
  return Boolean(metadata?.account) || prices.length === 0 || prices.includes(priceId)
}

/** `receivedAt`: when its payment failed, in case no invoice tells. Undefined: not there, or to another product. */
export const findSubscription = (id: string, receivedAt: string): Promise<FoundSubscription | undefined> =>
  ask(async ({ client, options }) => {
    const found = await client.subscriptions.retrieve(id, { expand: ["latest_invoice"] })
    if (!isToProduct(found, options.priceId)) return undefined
    const { status, latest_invoice } = found
    const invoice = typeof latest_invoice === "object" ? latest_invoice : null
    const periodEnd = timeOf(found.items?.data[0]?.current_period_end)
    const due = timeOf(invoice?.status_transitions?.finalized_at ?? invoice?.created) ?? receivedAt
    const pastDueSince = status === "past_due" ? due : null
    return {
      id: found.id,
      ...ownerOf(found),
      row: {
        stripeStatus: status,
        cancelAt: timeOf(found.cancel_at) ?? (found.cancel_at_period_end ? periodEnd : null),
        trialEnd: timeOf(found.trial_end),
        nextPayment: (pastDueSince && timeOf(invoice?.next_payment_attempt)) ?? periodEnd,
        lastPayment: pastDueSince ?? timeOf(invoice?.status_transitions?.paid_at),
        pastDueSince,
        endedAt: timeOf(found.ended_at) ?? (status === "canceled" ? timeOf(found.canceled_at) : null),
      },
    }
  })

export type Checkout = Owned & {
  id: string
  /** Where it is paid; null once it is over. */
  url: string | null
  isPaid: boolean
  personId: number | null
  subscriptionId: string | null
  successUrl: string | null
  priceId: string | null
}

const checkoutOf = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  ...ownerOf(session),
  url: session.status === "open" ? session.url : null,
  isPaid: session.status === "complete" || session.payment_status === "paid",
  personId: Number(session.client_reference_id) || null,
  subscriptionId: idOf(session.subscription),
  successUrl: session.success_url,
  priceId: session.metadata?.price ?? null,
})

export const findCheckout = (id: string): Promise<Checkout | undefined> =>
  ask(async ({ client }) => checkoutOf(await client.checkout.sessions.retrieve(id)))

export const ownPriceId = () => opened().options.priceId

type Payer = { personId: number; key: string; checkoutId: string | null }

/** After one `checkoutId`, several calls make one checkout. Undefined: the customer is not there. */
export const startCheckout = (
  { personId, key, checkoutId }: Payer,
  customer: string,
  { successUrl, cancelUrl }: { successUrl: string; cancelUrl: string },
): Promise<Checkout | undefined> =>
  ask(async ({ client, options: { priceId } }) => {
    const metadata = { account: key, price: priceId }
    return checkoutOf(
      await client.checkout.sessions.create(
        {
          mode: "subscription",
          customer,
          client_reference_id: String(personId),
          line_items: [{ price: priceId, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          metadata,
          subscription_data: { metadata },
        },
        {
          idempotencyKey: `checkout ${key} ${checkoutId ?? "first"} ${customer} ${priceId} ${new URL(cancelUrl).host}`,
        },
      ),
    )
  })

/** The address of the customer's portal; undefined: the customer is not there. */
export const startPortal = (customer: string, returnUrl: string) =>
  ask(async ({ client }) => (await client.billingPortal.sessions.create({ customer, return_url: returnUrl })).url)

/** `attempt`: two calls with the same one make one customer. */
export const makeCustomer = async (
  { personId, key, email, userName }: Omit<Payer, "checkoutId"> & { email: string; userName: string },
  attempt: string,
) => {
  const made = await ask(({ client }) =>
    client.customers.create(
      { email, name: userName, metadata: { account: key, person: String(personId) } },
      { idempotencyKey: `customer ${key} ${attempt}` },
    ),
  )
  if (!made) throw refusal(503, "The payment provider can’t be reached right now. Please try again in a moment.")
  return made.id
}

export const hasCustomer = async (id: string) => {
  const found = await ask(({ client }) => client.customers.retrieve(id))
  return found !== undefined && !found.deleted
}

/** The customers of an address, newest first, with their subscriptions. */
export const customersAt = async (email: string) => {
  const found = await ask(({ client }) => client.customers.list({ email, limit: 20, expand: ["data.subscriptions"] }))
  return (found?.data ?? []).map(({ id, metadata, subscriptions }) => ({
    id,
    key: metadata?.account ?? null,
    subscriptionIds: (subscriptions?.data ?? []).map((subscription) => subscription.id),
  }))
}

const intervals = ["day", "week", "month", "year"] as const

export const findPrice = (): Promise<Price | undefined> =>
  ask(async ({ client, options }) => {
    const found = await client.prices.retrieve(options.priceId, { expand: ["product"] })
    const product = typeof found.product === "object" && !found.product.deleted ? found.product : undefined
    const currency = found.currency.toUpperCase()
    const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits
    return {
      name: product?.name ?? found.nickname ?? "User license",
      amount: found.unit_amount === null ? null : found.unit_amount / 10 ** (digits ?? 2),
      currency,
      interval: intervals.find((each) => each === found.recurring?.interval) ?? "month",
      every: found.recurring?.interval_count ?? 1,
    }
  })

/** An event that names a subscription. `at`: ISO 8601. */
export type StripeEvent = { id: string; at: string; subscriptionId: string }

const stripeId = z.string().check(z.regex(/^[\w-]{1,255}$/))
const named = z.union([
  stripeId,
  z.pipe(
    z.object({ id: stripeId }),
    z.transform(({ id }) => id),
  ),
])
/** By itself, its checkout or its invoice; in earlier versions of the wire format an invoice names it directly. */
const subscriptionIn = z.union([
  z.pipe(
    z.object({ object: z.literal("subscription"), id: stripeId }),
    z.transform(({ id }) => id),
  ),
  z.pipe(
    z.object({ object: z.literal("checkout.session"), subscription: named }),
    z.transform(({ subscription }) => subscription),
  ),
  z.pipe(
    z.object({
      object: z.literal("invoice"),
      parent: z.object({ subscription_details: z.object({ subscription: named }) }),
    }),
    z.transform(({ parent }) => parent.subscription_details.subscription),
  ),
  z.pipe(
    z.object({ object: z.literal("invoice"), subscription: named }),
    z.transform(({ subscription }) => subscription),
  ),
])
const aboutSubscription = z.object({
  id: stripeId,
  created: z.int().check(z.gte(0), z.lte(8_640_000_000_000)),
  data: z.object({ object: subscriptionIn }),
})

/** Undefined: not signed by Stripe, or more than five minutes ago. Null: it names no subscription. */
export const readEvent = async (body: Uint8Array, signature: string): Promise<StripeEvent | null | undefined> => {
  const { client, library, options } = opened()
  const { signature: signatures, DEFAULT_TOLERANCE } = client.webhooks
  if (!signatures) throw new Error("the library checks no signatures")
  try {
    await signatures.verifyHeaderAsync(body, signature, options.webhookSecret, DEFAULT_TOLERANCE)
  } catch (thrown) {
    if (thrown instanceof library.errors.StripeSignatureVerificationError) return undefined
    throw thrown
  }
  const { data: event } = aboutSubscription.safeParse(jsonOf(body))
  return event
    ? { id: event.id, at: new Date(event.created * 1_000).toISOString(), subscriptionId: event.data.object }
    : null
}

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
