// Stripe's events: signatures, any order, repeats, and what happens when Stripe or the product is down.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { keepSubscriptions } from "~/domain/billing.server"
import { openPayments } from "../support/api/payments.ts"
import { type StripeServer, seconds } from "../support/services/stripe.ts"

let payments: Awaited<ReturnType<typeof openPayments>>
let payer: Awaited<ReturnType<typeof payments.payer>>
let stripe: StripeServer

beforeAll(async () => {
  payments = await openPayments()
  stripe = payments.stripe
})
afterAll(() => payments.close())
beforeEach(async () => {
  payer = await payments.payer()
})
afterEach(() => payments.reset())

test("cancelling, past due, ended: each state as Stripe has it", async () => {
  const id = await payer.subscribe()
  expect(await payer.status()).toMatchObject({
    status: 1,
    nextPayment: expect.any(String),
    lastPayment: expect.any(String),
  })

  stripe.change(id, { cancel_at_period_end: true })
  await payments.hear(stripe.subscriptionEvent("updated", id))
  const cancelling = await payer.status()
  expect(cancelling).toMatchObject({ status: 4, nextPayment: null })
  expect(Date.parse(cancelling.accessEnds ?? "")).toBe((stripe.subscriptions.get(id)?.current_period_end ?? 0) * 1_000)
  expect((await payer.plans()).status).toBe(200)

  const failed = { status: "past_due", cancel_at_period_end: false, invoice: { created: seconds(-6), paid: false } }
  stripe.change(id, failed)
  await payments.hear(
    stripe.event("invoice.payment_failed", {
      object: "invoice",
      parent: { subscription_details: { subscription: id } },
    }),
  )
  expect((await payer.status()).status).toBe(3)
  expect((await payer.plans()).status).toBe(200)

  stripe.change(id, { invoice: { created: seconds(-8), paid: false } })
  await payments.hear(stripe.subscriptionEvent("updated", id))
  expect((await payer.plans()).body).toMatchObject({
    requirePayment: true,
    message: expect.stringContaining("payment failed"),
  })
  // A second unpaid invoice does not begin another week.
  stripe.change(id, { invoice: { created: seconds(0), paid: false } })
  await payments.hear(stripe.subscriptionEvent("updated", id))
  expect((await payer.plans()).status).toBe(403)

  stripe.change(id, { status: "active", invoice: { created: seconds(), paid: true } })
  await payments.hear(stripe.subscriptionEvent("updated", id))
  expect((await payer.plans()).status).toBe(200)

  stripe.change(id, { status: "canceled", canceled_at: seconds(), ended_at: seconds() })
  await payments.hear(stripe.subscriptionEvent("deleted", id))
  expect(await payer.status()).toMatchObject({ status: 5, stripeStatus: "canceled", nextPayment: null })
  expect((await payer.plans()).body).toMatchObject({ requirePayment: true })
  // A new subscription after the old one.
  const again = stripe.pay(await payer.opened())
  await payments.hear(stripe.subscriptionEvent("created", again))
  expect((await payer.status()).status).toBe(1)
})

test("events in any order, twice, at once and a week later leave the state that Stripe has", async () => {
  const id = await payer.subscribe()
  const history = [stripe.subscriptionEvent("created", id, { created: seconds(-9) })]
  stripe.change(id, { status: "past_due", invoice: { created: seconds(-8), paid: false } })
  history.push(stripe.subscriptionEvent("updated", id, { created: seconds(-8) }))
  stripe.change(id, { status: "active", cancel_at_period_end: true, invoice: { created: seconds(-7), paid: true } })
  history.push(stripe.subscriptionEvent("updated", id, { created: seconds(-7) }))
  stripe.change(id, {
    status: "canceled",
    cancel_at_period_end: false,
    canceled_at: seconds(-1),
    ended_at: seconds(-1),
  })
  history.push(stripe.subscriptionEvent("deleted", id, { created: seconds(-1) }))

  for (const event of [...history].reverse()) expect((await payments.hear(event)).status).toBe(200)
  const ended = await payer.status()
  expect(ended.status).toBe(5)
  const read = payments.calls("/v1/subscriptions/")
  const again = await Promise.all([...history, ...history].map(payments.hear))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  expect(payments.calls("/v1/subscriptions/")).toBe(read)
  expect(await payer.status()).toEqual(ended)
})

test("an answer of Stripe's that a later one has overtaken is not stored", async () => {
  const id = await payer.subscribe()
  stripe.state.delayMs = 200
  const slow = payments.hear(stripe.subscriptionEvent("updated", id))
  while (payments.calls(`/v1/subscriptions/${id}`) < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  stripe.state.delayMs = 0
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  await payments.hear(stripe.subscriptionEvent("deleted", id))
  await slow
  expect((await payer.status()).status).toBe(5)
})

test("two deliveries of one event at once act once; while another process acts, it is to be sent again", async () => {
  const id = await payer.subscribe()
  const event = stripe.subscriptionEvent("updated", id)
  const read = payments.calls("/v1/subscriptions/")
  expect((await Promise.all([payments.hear(event), payments.hear(event)])).map(({ status }) => status)).toEqual([
    200, 200,
  ])
  expect(payments.calls("/v1/subscriptions/")).toBe(read + 1)

  const next = stripe.subscriptionEvent("updated", id)
  const { id: nextId } = JSON.parse(next.raw) as { id: string }
  await db()`insert into app.stripe_event (id) values (${nextId})`
  const busy = await payments.hearUnavailable(next)
  expect([busy.status, busy.retryAfter]).toEqual([503, "60"])
  // That process has ended.
  await db()`update app.stripe_event set claimed_date = now() - interval '2 minutes' where id = ${nextId}`
  expect((await payments.hear(next)).status).toBe(200)
  expect(payments.calls("/v1/subscriptions/")).toBe(read + 2)
})

test.each([
  ["another secret", { secret: "whsec_other" }, {}],
  ["a signature from ten minutes ago", { signed: seconds() - 600 }, {}],
  ["no signature", {}, { "stripe-signature": "" }],
  ["a broken signature", {}, { "stripe-signature": "t=1,v1=zz" }],
])("%s is refused with 400 and changes nothing", async (_, how, more) => {
  const id = await payer.subscribe()
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  const { raw, headers } = stripe.subscriptionEvent("deleted", id, how)
  const answer = await payments.hear({ raw, headers: { ...headers, ...more } })
  expect(answer.status).toBe(400)
  expect((await payer.status()).status).toBe(1)
})

test("a body that was changed after signing is refused; one larger than 1 MiB too", async () => {
  const id = await payer.subscribe()
  const { raw, headers } = stripe.subscriptionEvent("updated", id)
  expect((await payments.hear({ raw: raw.replace("active", "paused"), headers })).status).toBe(400)
  expect((await payments.hear({ raw: `${raw} `, headers })).status).toBe(400)
  expect((await payments.hear({ raw: "x".repeat(1_048_577), headers })).status).toBe(413)
})

test("events of other subscriptions, and of other things, are taken and change nothing", async () => {
  const stranger = stripe.subscribe("cus_elsewhere")
  expect((await payments.hear(stripe.subscriptionEvent("created", stranger))).status).toBe(200)
  expect((await payments.hear(stripe.event("product.updated", { object: "product", id: "prod_1" }))).status).toBe(200)
  expect(
    (await payments.hear(stripe.event("customer.subscription.updated", { object: "subscription", id: "sub_gone" })))
      .status,
  ).toBe(200)
  expect(await db()`select 1 from app.subscription where id in (${stranger}, 'sub_gone')`).toEqual([])
})

test("a signed body of any shape that names no subscription is taken and changes nothing", async () => {
  const id = await payer.subscribe()
  const event = (more: object) => ({ ...JSON.parse(stripe.subscriptionEvent("updated", id).raw), ...more })
  const subscription = (name: unknown) => event({ data: { object: { object: "subscription", id: name } } })
  const bodies: unknown[] = [
    ...[null, 1, "event", [], {}, { id: "evt_alone" }],
    { id: "evt_thin", object: "v2.core.event", created: "2026-01-01T00:00:00Z", related_object: { id } },
    ...[event({ id: null }), event({ id: "e".repeat(9_000) }), event({ id: "evt_\u0000" }), event({ created: "now" })],
    ...[event({ created: 1e300 }), event({ data: null }), event({ data: { object: null } })],
    ...[null, "", 7, "..", "../customers/cus_1", "sub_1?expand[]=customer", "s".repeat(9_000)].map(subscription),
  ]
  const read = payments.calls("/v1/")
  for (const body of [...bodies.map((each) => JSON.stringify(each)), "", "{", "x".repeat(100_000)]) {
    const { status } = await payments.hear(stripe.signedBody(body))
    expect([body.slice(0, 80), status]).toEqual([body.slice(0, 80), 200])
  }
  expect(payments.calls("/v1/")).toBe(read)
  const good = stripe.subscriptionEvent("updated", id)
  for (const wrong of ["v1=00,t=1", good.headers["stripe-signature"].replace("v1=", "v0=")])
    expect((await payments.hear({ ...good, headers: { "stripe-signature": wrong } })).status).toBe(400)
})

test("an event that comes while Stripe is down is sent again, and then acted on", async () => {
  const id = await payer.subscribe()
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  const event = stripe.subscriptionEvent("deleted", id)
  stripe.state.down = 500
  const failed = await payments.hearUnavailable(event)
  expect(failed.status).toBe(503)
  expect((await payer.status()).status).toBe(1)
  stripe.state.down = 0
  expect((await payments.hear(event)).status).toBe(200)
  expect((await payer.status()).status).toBe(5)
})

test("a subscription whose event never came is read again when it is overdue", async () => {
  const id = await payer.subscribe({ current_period_end: seconds(-1) })
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  await keepSubscriptions()
  expect((await payer.status()).status).toBe(1)
  await db()`update app.subscription set read_date = now() - interval '2 hours' where id = ${id}`
  await keepSubscriptions()
  expect((await payer.status()).status).toBe(5)
})
