// Billing with the real `stripe` package against a local server that speaks Stripe's wire format.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { limitRates } from "~/api/rate-limit.server"
import { db } from "~/database/connection.server"
import { keepSubscriptions } from "~/domain/billing.server"
import { forgetPrice } from "~/domain/payment.server"
import { origin } from "../support/api/api.ts"
import { openPayments } from "../support/api/payments.ts"
import { type StripeServer, stripeKeys } from "../support/services/stripe.ts"

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

test("in the trial everything is open; afterwards profile and plans answer 403 with requirePayment", async () => {
  expect((await payer.profile()).body).toMatchObject({ subscriptionStatus: 2, stripeTrialEnd: expect.any(String) })
  const { status: code, stripeStatus, stripeTrialEnd } = await payer.status()
  expect([code, stripeStatus]).toEqual([2, "trialing"])
  const days = (Date.parse(stripeTrialEnd ?? "") - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect((await payer.plans()).status).toBe(200)

  await payer.age(15)
  for (const answer of [await payer.profile(), await payer.plans()]) {
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      requirePayment: true,
      message: "Your trial has ended. Subscribe to open your plans again.",
    })
  }
  expect((await payer.status()).status).toBe(0)
})

test("a checkout that is paid and verified gives access before any event comes; the event changes nothing", async () => {
  await payer.age(15)
  const { url } = (await payer.checkout()).body
  expect(url).toMatch(/\/pay\/cs_test_/)
  const id = url.split("/").at(-1) ?? ""
  expect(stripe.sessions.get(id)).toMatchObject({
    mode: "subscription",
    line_items: { "0": { price: stripeKeys.priceId, quantity: "1" } },
    success_url: `${origin}/payment/?success=true&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/payment/?canceled=true`,
  })
  expect((await payer.verify(id)).status).toBe(409)

  const subscription = stripe.pay(id)
  const verified = await payer.verify(id)
  expect([verified.status, verified.body.message]).toEqual([200, "Subscription to starter plan successful!"])
  expect(await payer.status()).toMatchObject({ status: 1, stripeStatus: "active", accessEnds: null })
  expect((await payer.profile()).body.subscriptionStatus).toBe(1)
  expect((await payer.plans()).status).toBe(200)
  expect((await payments.hear(stripe.event("checkout.session.completed", stripe.sessions.get(id) ?? {}))).status).toBe(
    200,
  )
  expect((await payments.hear(stripe.subscriptionEvent("created", subscription))).body).toEqual({ received: true })
  expect((await payer.status()).status).toBe(1)
  expect((await payer.verify(id)).status).toBe(200)
})

test("an event that comes before the browser is back gives access as well", async () => {
  await payer.age(15)
  const id = await payer.opened()
  stripe.pay(id)
  await payments.hear(stripe.event("checkout.session.completed", stripe.sessions.get(id) ?? {}))
  expect((await payer.plans()).status).toBe(200)
  expect((await payer.verify(id)).status).toBe(200)
})

test("nobody verifies another person's checkout, one that is not there, or one for another address", async () => {
  const id = await payer.opened()
  stripe.pay(id)
  expect((await payer.verify(id, "else@example.org")).body).toMatchObject({ message: "Failed to verify session." })
  expect((await payer.verify("cs_unknown")).status).toBe(409)
  const first = payer
  payer = await payments.payer()
  expect((await payer.verify(id, null)).status).toBe(409)
  expect((await payer.status()).status).toBe(2)
  payer = first
  expect((await payer.verify(id, null)).status).toBe(200)
})

test("two tabs share one checkout and one customer; a subscriber cannot start a checkout", async () => {
  const before = payments.calls("/v1/customers")
  const [one, two] = await Promise.all([payer.checkout(), payer.checkout()])
  expect(one.body.url).toBe(two.body.url)
  expect((await payer.checkout()).body.url).toBe(one.body.url)
  const mine = [...stripe.customers.values()].filter(({ email }) => email === payer.as.email)
  expect(payments.calls("/v1/customers")).toBeGreaterThan(before)
  expect(mine).toHaveLength(1)
  // The event was lost: the checkout itself tells.
  stripe.pay(one.body.url.split("/").at(-1) ?? "")
  const refused = await payer.checkout()
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining("subscription already") }),
  ])
  expect((await payer.status()).status).toBe(1)
})

test("the portal opens for the customer; a missing customer ID is named, and fixed by address", async () => {
  const refused = await payer.portal()
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringMatching(/customer ID/) }),
  ])
  const id = await payer.subscribe()
  expect((await payer.portal()).body.url).toContain(`/portal/bps_`)

  // The database lost what it knew.
  await db()`delete from app.subscription where person_id = ${payer.as.id}`
  await db()`delete from app.billing_account where person_id = ${payer.as.id}`
  expect((await payer.portal()).status).toBe(409)
  expect((await payer.plans()).status).toBe(403)
  expect((await payer.fix()).status).toBe(200)
  expect((await payer.portal()).status).toBe(200)
  expect(await payer.status()).toMatchObject({ status: 1 })
  expect(stripe.subscriptions.get(id)?.customer).toBe(
    (await db()`select customer_id as c from app.billing_account where person_id = ${payer.as.id}`)[0]?.c,
  )
})

test("a customer that was deleted at Stripe is replaced, by the fix and by the checkout", async () => {
  await payer.opened()
  const mine = () => [...stripe.customers.values()].filter(({ email, deleted }) => email === payer.as.email && !deleted)
  for (const customer of mine()) customer.deleted = true
  expect((await payer.portal()).status).toBe(409)
  expect((await payer.fix()).status).toBe(200)
  expect((await payer.portal()).status).toBe(200)
  expect((await payer.fix()).status).toBe(200)
  expect(mine()).toHaveLength(1)
  for (const customer of mine()) customer.deleted = true
  for (const session of stripe.sessions.values()) session.status = "expired"
  expect((await payer.checkout()).status).toBe(200)
  expect(mine()).toHaveLength(1)
})

test("another person's customer is never taken over, whatever its address says", async () => {
  await payer.subscribe()
  const [row] = await db()<
    { c: string }[]
  >`select customer_id as c from app.billing_account where person_id = ${payer.as.id}`
  const theirs = stripe.customers.get(row?.c ?? "")
  payer = await payments.payer()
  if (theirs) theirs.email = payer.as.email
  expect((await payer.fix()).status).toBe(200)
  expect((await payer.status()).status).toBe(2)
  const [own] = await db()<
    { c: string }[]
  >`select customer_id as c from app.billing_account where person_id = ${payer.as.id}`
  expect(own?.c).not.toBe(row?.c)
})

test("a subscription to another product of the same Stripe account gives no access", async () => {
  await payer.age(15)
  const { id: personId, email } = payer.as
  const customer = `cus_other${personId}`
  stripe.customers.set(customer, { id: customer, email, created: 1, metadata: {} })
  const other = stripe.subscribe(customer, { price: "price_other" })
  // A payment link takes this reference from its address, which the payer writes.
  const link = {
    customer,
    client_reference_id: String(personId),
    subscription: other,
    metadata: {},
    status: "complete",
  }
  stripe.sessions.set(`cs_${other}`, { id: `cs_${other}`, ...link, success_url: "", cancel_url: "" })
  expect((await payer.verify(`cs_${other}`)).status).toBe(409)
  expect((await payer.fix()).status).toBe(200)
  expect((await payments.hear(stripe.subscriptionEvent("updated", other))).status).toBe(200)
  expect((await payer.status()).status).toBe(0)
  expect((await payer.plans()).status).toBe(403)
  // One to this product's price that was made by hand at Stripe does; and the product's own, whatever they cost now.
  stripe.subscribe(customer)
  await db()`update app.billing_account set customer_id = null where person_id = ${personId}`
  expect((await payer.fix()).status).toBe(200)
  expect((await payer.plans()).status).toBe(200)
  const another = await payments.payer()
  const own = await another.subscribe()
  stripe.change(own, { price: "price_of_last_year" })
  await payments.hear(stripe.subscriptionEvent("updated", own))
  expect((await another.plans()).status).toBe(200)
})

test("the price is Stripe's, and is looked up once", async () => {
  forgetPrice()
  const before = payments.calls("/v1/prices")
  expect((await payer.price()).body).toEqual({
    name: "User license",
    amount: 19.99,
    currency: "USD",
    interval: "month",
    every: 1,
  })
  expect((await payer.price()).status).toBe(200)
  expect(payments.calls("/v1/prices")).toBe(before + 1)
})

test("Stripe down, late or refusing: 503 that says so, with nothing of Stripe's text, keys or people in answer or log", async () => {
  const id = await payer.opened()
  forgetPrice()
  const each = async () => {
    const answers = [
      await payer.unavailable("/api/payment/create-checkout-session"),
      await payer.unavailable("/api/payment/create-portal-session"),
      await payer.unavailable("/api/payment/verify-session", { SessionId: id }),
      await payer.unavailable("/api/payment/fix-customer-id"),
      await payer.unavailable("/api/payment/price"),
    ]
    const told = JSON.stringify([answers, payments.warnings])
    for (const secret of ["Secret", stripeKeys.secretKey, payer.as.email]) expect(told).not.toContain(secret)
    expect(payments.warnings.length).toBeGreaterThanOrEqual(answers.length)
    return answers
  }
  stripe.state.down = 500
  for (const { status, retryAfter, text } of await each()) {
    expect([status, retryAfter]).toEqual([503, "30"])
    expect(text).toContain("The payment provider can’t be reached right now.")
  }
  stripe.state.down = 401
  for (const { status, text } of await each()) {
    expect(status).toBe(503)
    expect(text).toContain("refused the request")
  }
  await payments.on(100)
  // Longer than a test may take.
  Object.assign(stripe.state, { down: 0, delayMs: 3_600_000 })
  expect((await payer.unavailable("/api/payment/price")).retryAfter).toBe("30")
  await payments.on()
  // Access does not need Stripe.
  expect([(await payer.status()).status, (await payer.plans()).status]).toEqual([2, 200])
})

test("an attempt whose answer is lost is repeated under the same idempotency key, and makes one customer", async () => {
  stripe.journal.length = 0
  stripe.state.lost = 1
  expect((await payer.fix()).status).toBe(200)
  const keys = stripe.journal.filter(({ method }) => method === "POST").map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^customer [\w-]{36} first$/)
  expect(keys[1]).toBe(keys[0])
  expect([...stripe.customers.values()].filter(({ email }) => email === payer.as.email)).toHaveLength(1)
})

test("one person makes sixty calls a minute that ask Stripe, and other calls beside them", async () => {
  limitRates(true)
  // A minute does not end during the test.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 })
  try {
    for (let n = 0; n < 60; n++) expect((await payer.price()).status).toBe(200)
    for (const call of [payer.price, payer.fix, payer.checkout, payer.portal, () => payer.verify("cs_unknown")])
      expect((await call()).status).toBe(429)
    expect((await payer.status()).status).toBe(2)
  } finally {
    vi.useRealTimers()
    limitRates(false)
  }
})

test("with billing off nobody is asked to pay, the status is 0 alone and the other calls say that it is off", async () => {
  await payer.age(1_000)
  await payments.off()
  try {
    expect(await payer.status()).toEqual({ status: 0 })
    const { body } = await payer.profile()
    expect(body.subscriptionStatus).toBe(0)
    expect(body).not.toHaveProperty("stripeTrialEnd")
    expect((await payer.plans()).status).toBe(200)
    for (const name of ["create-checkout-session", "create-portal-session", "fix-customer-id", "price", "webhook"]) {
      const { status, text } = await payer.unavailable(`/api/payment/${name}`)
      expect([name, status]).toEqual([name, 503])
      expect(text).toContain("Billing is not set up here.")
    }
    expect((await payer.unavailable("/api/payment/verify-session", { SessionId: "cs_1" })).status).toBe(503)
    await keepSubscriptions()
  } finally {
    await payments.on()
  }
})
