import * as z from "zod/mini"
import { email, text, time } from "~/contract/fields/field"
import { get, post, resource } from "./call"

/** A person's standing: 0 none, 1 active, 2 trialing, 3 past due, 4 cancels soon, 5 ended. */
export type SubscriptionStatus = 0 | 1 | 2 | 3 | 4 | 5

/** Only `status` 0 where billing is off. */
export const subscription = z.object({
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** In Stripe's words; `trialing` in the account's own trial too. */
  stripeStatus: z.optional(z.nullable(z.string())),
  stripeTrialEnd: z.optional(z.nullable(time)),
  nextPayment: z.optional(z.nullable(time)),
  /** The newest one; past due: the one that failed. */
  lastPayment: z.optional(z.nullable(time)),
  /** Null: not at present. */
  accessEnds: z.optional(z.nullable(time)),
})
export type Subscription = z.output<typeof subscription>

/** A subscription as it was last read from Stripe. */
export type SubscriptionRow = {
  stripeStatus: string
  /** When it ends by itself; null: it renews. */
  cancelAt: string | null
  trialEnd: string | null
  nextPayment: string | null
  lastPayment: string | null
  /** When the payment that is missing was due. */
  pastDueSince: string | null
  endedAt: string | null
}

export type BillingRows = {
  /** When the account was made; its trial starts then. */
  created: string
  subscriptions: SubscriptionRow[]
}

/** What the license costs, as Stripe has it. */
export const price = z.object({
  name: z.string(),
  /** In the currency's own unit, such as dollars; null: set at the checkout. */
  amount: z.nullable(z.number()),
  /** ISO 4217, upper case. */
  currency: z.string(),
  /** A payment covers `every` of these. */
  interval: z.enum(["day", "week", "month", "year"]),
  every: z.number(),
})
export type Price = z.output<typeof price>

const address = z.object({ url: z.string() })
const confirmation = z.object({ message: z.string() })

export const paymentCalls = resource({
  subscriptionStatus: get("/api/payment/subscription-status", {
    summary: "Your trial or subscription.",
    access: "user",
    answer: subscription,
  }),
  price: get("/api/payment/price", {
    summary: "What a subscription costs.",
    access: "user",
    rate: "payment",
    answer: price,
  }),
  createCheckoutSession: post("/api/payment/create-checkout-session", {
    uncommitted: "sealed",
    summary: "The address where you subscribe; 409 while you have a subscription.",
    access: "user",
    unpaid: "open",
    rate: "payment",
    answer: address,
  }),
  verifySession: post("/api/payment/verify-session", {
    uncommitted: "plain",
    summary: "Takes note of your checkout, so that nothing waits for Stripe's event.",
    access: "user",
    unpaid: "open",
    rate: "payment",
    body: z.object({ SessionId: text(300).check(z.minLength(1)), UserEmail: z.optional(z.nullable(email)) }),
    answer: confirmation,
  }),
  createPortalSession: post("/api/payment/create-portal-session", {
    uncommitted: "sealed",
    summary: "The address where you manage your subscription; 409 names a missing customer ID.",
    access: "user",
    unpaid: "open",
    rate: "payment",
    answer: address,
  }),
  fixCustomerId: post("/api/payment/fix-customer-id", {
    uncommitted: "plain",
    summary: "Finds your customer ID at Stripe again, or makes a new one.",
    access: "user",
    unpaid: "open",
    rate: "payment",
    answer: confirmation,
  }),
  webhook: post("/api/payment/webhook", {
    summary: "Stripe's events, signed.",
    access: "public",
    unread: true,
    answer: z.object({ received: z.boolean() }),
  }),
})
