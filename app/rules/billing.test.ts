import { expect, test } from "vitest"
import type { SubscriptionRow } from "~/contract/payment"
import { billingOf, daysLeft } from "./billing"

const dayMs = 86_400_000
const now = Date.parse("2026-11-22T12:00:00.000Z")
const at = (days: number) => new Date(now + days * dayMs).toISOString()
const row = (more: Partial<SubscriptionRow>): SubscriptionRow => ({
  stripeStatus: "active",
  cancelAt: null,
  trialEnd: null,
  nextPayment: at(30),
  lastPayment: at(0),
  pastDueSince: null,
  endedAt: null,
  ...more,
})
const standing = (age: number, subscriptions: SubscriptionRow[] = [], trialDays = 14) =>
  billingOf({ created: at(-age), subscriptions }, trialDays, now)

test("the trial starts with the account and requires payment when it is over", () => {
  expect(standing(0)).toMatchObject({ status: 2, stripeStatus: "trialing", stripeTrialEnd: at(14), accessEnds: at(14) })
  expect(standing(13.99).requiresPayment).toBe(false)
  expect(standing(14)).toMatchObject({ status: 0, stripeStatus: null, stripeTrialEnd: at(0), requiresPayment: true })
})

test("without trial days payment is required at once", () => {
  expect(standing(0, [], 0)).toMatchObject({ status: 0, stripeTrialEnd: null, accessEnds: null, requiresPayment: true })
})

test.each([
  ["active", {}, 1, false],
  ["cancelling", { cancelAt: at(5) }, 4, false],
  ["trialing at Stripe", { stripeStatus: "trialing", trialEnd: at(5) }, 2, false],
  ["past due for less than 7 days", { stripeStatus: "past_due", pastDueSince: at(-6.99) }, 3, false],
  ["past due for 7 days", { stripeStatus: "past_due", pastDueSince: at(-7) }, 3, true],
  ["canceled", { stripeStatus: "canceled", endedAt: at(-1) }, 5, true],
  ["unpaid", { stripeStatus: "unpaid" }, 5, true],
  ["paused", { stripeStatus: "paused" }, 5, true],
  ["not paid for the first time", { stripeStatus: "incomplete" }, 0, true],
] as const)("after the trial, a subscription that is %s", (_, more, status, requiresPayment) => {
  expect(standing(100, [row(more)])).toMatchObject({ status, requiresPayment })
})

test("access ends with the subscription, or 7 days after the payment that is missing", () => {
  expect(standing(100, [row({})]).accessEnds).toBe(null)
  expect(standing(100, [row({ cancelAt: at(5) })])).toMatchObject({ accessEnds: at(5), nextPayment: null })
  const lapsed = row({ stripeStatus: "past_due", pastDueSince: at(-2), lastPayment: at(-2) })
  expect(standing(100, [lapsed])).toMatchObject({ accessEnds: at(5), lastPayment: at(-2), nextPayment: at(30) })
})

test("of several subscriptions the best counts, and a running trial wins over one that has ended", () => {
  const ended = row({ stripeStatus: "canceled", endedAt: at(-1) })
  expect(standing(100, [ended, row({}), row({ stripeStatus: "past_due" })]).status).toBe(1)
  expect(standing(3, [ended])).toMatchObject({ status: 2, requiresPayment: false, stripeTrialEnd: at(11) })
  expect(standing(3, [row({ stripeStatus: "past_due", pastDueSince: at(-8) })]).requiresPayment).toBe(false)
})

test("days left are whole days, rounded up, at least 0", () => {
  expect([at(9), at(8.001), at(0.001), at(0), at(-3)].map((end) => daysLeft(end, now))).toEqual([9, 9, 1, 0, 0])
})
