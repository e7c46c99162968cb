// Billing with the real `stripe` package against a local server that speaks Stripe's wire format.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { paymentCalls } from "~/contract/payment"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { keepSubscriptions, openBilling } from "~/domain/billing.server"
import { forgetPrice } from "~/domain/payment.server"
import { openStripe } from "~/outside/stripe.server"
import { type Api, type Caller, openApi, origin } from "../support/api.ts"
import { type SubscriptionState, seconds, stripeKeys, stripeServer } from "../support/stripe.ts"

const stripe = await stripeServer()
let api: Api
let person: Caller
const warnings: unknown[] = []

beforeAll(async () => {
  api = await openApi({ stripe })
  const warn = (...told: unknown[]) => warnings.push(told)
  await openStripe({ ...stripeKeys, apiUrl: stripe.state.url, timeoutMs: 300, warn })
})
afterAll(async () => {
  await openStripe(null)
  openBilling(null)
  await api.close()
  await stripe.close()
})
beforeEach(async () => {
  person = await api.person()
})
afterEach(() => {
  Object.assign(stripe.state, { down: 0, delayMs: 0, lost: 0 })
  warnings.length = 0
})

/** The account was made this many days ago. */
const age = async (days: number) => {
  await db()`update app.person set created_date = now() - ${days} * interval '1 day' where id = ${person.id}`
}
const status = async () => (await api.send(paymentCalls.subscriptionStatus, {}, { as: person })).body
const profile = () => api.send(accountCalls.userProfile, {}, { as: person })
const plans = () => api.send(planCalls.list, {}, { as: person })
const checkout = () => api.send(paymentCalls.createCheckoutSession, {}, { as: person })
const portal = () => api.send(paymentCalls.createPortalSession, {}, { as: person })
const fix = () => api.send(paymentCalls.fixCustomerId, {}, { as: person })
const verify = (SessionId: string, UserEmail: string | null = person.email) =>
  api.send(paymentCalls.verifySession, { SessionId, UserEmail }, { as: person })
const hear = ({ raw, headers }: { raw: string; headers: Record<string, string> }) =>
  api.call<{ received: boolean }>("POST", "/api/payment/webhook", { raw, headers })

/** A checkout that is open: its id. */
const opened = async () => {
  const { body } = await checkout()
  return body.url.split("/").at(-1) ?? ""
}
/** Somebody who has paid, after the trial: the subscription's id. */
const subscribed = async (more: Partial<SubscriptionState> = {}) => {
  await age(100)
  const id = stripe.pay(await opened(), more)
  expect((await hear(stripe.subscriptionEvent("created", id))).status).toBe(200)
  return id
}
const calls = (path: string) => stripe.journal.filter((request) => request.path.startsWith(path)).length

/** A 503 that is expected, which otherwise fails the test. */
const unavailable = async (path: string, body?: object) => {
  const answer = await api.dispatch(
    new Request(`${origin}${path}`, {
      method: path.includes("price") ? "GET" : "POST",
      headers: { cookie: person.cookie, origin, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    { ip: "127.0.0.1" },
  )
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() }
}

test("in the trial everything is open; afterwards profile and plans answer 403 with requirePayment", async () => {
  expect((await profile()).body).toMatchObject({ subscriptionStatus: 2, stripeTrialEnd: expect.any(String) })
  const { status: code, stripeStatus, stripeTrialEnd } = await status()
  expect([code, stripeStatus]).toEqual([2, "trialing"])
  const days = (Date.parse(stripeTrialEnd ?? "") - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect((await plans()).status).toBe(200)

  await age(15)
  for (const answer of [await profile(), await plans()]) {
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      requirePayment: true,
      message: "Your trial has ended. Subscribe to open your plans again.",
    })
  }
  expect((await status()).status).toBe(0)
})

test("a checkout that is paid and verified gives access before any event comes; the event changes nothing", async () => {
  await age(15)
  const { url } = (await checkout()).body
  expect(url).toMatch(/\/pay\/cs_test_/)
  const id = url.split("/").at(-1) ?? ""
  expect(stripe.sessions.get(id)).toMatchObject({
    mode: "subscription",
    line_items: { "0": { price: stripeKeys.priceId, quantity: "1" } },
    success_url: `${origin}/payment/?success=true&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/payment/?canceled=true`,
  })
  expect((await verify(id)).status).toBe(409)

  const subscription = stripe.pay(id)
  const verified = await verify(id)
  expect([verified.status, verified.body.message]).toEqual([200, "Subscription to starter plan successful!"])
  expect(await status()).toMatchObject({ status: 1, stripeStatus: "active", accessEnds: null })
  expect((await profile()).body.subscriptionStatus).toBe(1)
  expect((await plans()).status).toBe(200)
  expect((await hear(stripe.event("checkout.session.completed", stripe.sessions.get(id) ?? {}))).status).toBe(200)
  expect((await hear(stripe.subscriptionEvent("created", subscription))).body).toEqual({ received: true })
  expect((await status()).status).toBe(1)
  expect((await verify(id)).status).toBe(200)
})

test("an event that comes before the browser is back gives access as well", async () => {
  await age(15)
  const id = await opened()
  stripe.pay(id)
  await hear(stripe.event("checkout.session.completed", stripe.sessions.get(id) ?? {}))
  expect((await plans()).status).toBe(200)
  expect((await verify(id)).status).toBe(200)
})

test("nobody verifies another person's checkout, one that is not there, or one for another address", async () => {
  const id = await opened()
  stripe.pay(id)
  expect((await verify(id, "else@example.org")).body).toMatchObject({ message: "Failed to verify session." })
  expect((await verify("cs_unknown")).status).toBe(409)
  const payer = person
  person = await api.person()
  expect((await verify(id, null)).status).toBe(409)
  expect((await status()).status).toBe(2)
  person = payer
  expect((await verify(id, null)).status).toBe(200)
})

test("cancelling, past due, ended: each state as Stripe has it", async () => {
  const id = await subscribed()
  expect(await status()).toMatchObject({ status: 1, nextPayment: expect.any(String), lastPayment: expect.any(String) })

  stripe.change(id, { cancel_at_period_end: true })
  await hear(stripe.subscriptionEvent("updated", id))
  const cancelling = await status()
  expect(cancelling).toMatchObject({ status: 4, nextPayment: null })
  expect(Date.parse(cancelling.accessEnds ?? "")).toBe((stripe.subscriptions.get(id)?.current_period_end ?? 0) * 1_000)
  expect((await plans()).status).toBe(200)

  const failed = { status: "past_due", cancel_at_period_end: false, invoice: { created: seconds(-6), paid: false } }
  stripe.change(id, failed)
  await hear(
    stripe.event("invoice.payment_failed", {
      object: "invoice",
      parent: { subscription_details: { subscription: id } },
    }),
  )
  expect((await status()).status).toBe(3)
  expect((await plans()).status).toBe(200)

  stripe.change(id, { invoice: { created: seconds(-8), paid: false } })
  await hear(stripe.subscriptionEvent("updated", id))
  expect((await plans()).body).toMatchObject({
    requirePayment: true,
    message: expect.stringContaining("payment failed"),
  })
  // A second unpaid invoice does not begin another week.
  stripe.change(id, { invoice: { created: seconds(0), paid: false } })
  await hear(stripe.subscriptionEvent("updated", id))
  expect((await plans()).status).toBe(403)

  stripe.change(id, { status: "active", invoice: { created: seconds(), paid: true } })
  await hear(stripe.subscriptionEvent("updated", id))
  expect((await plans()).status).toBe(200)

  stripe.change(id, { status: "canceled", canceled_at: seconds(), ended_at: seconds() })
  await hear(stripe.subscriptionEvent("deleted", id))
  expect(await status()).toMatchObject({ status: 5, stripeStatus: "canceled", nextPayment: null })
  expect((await plans()).body).toMatchObject({ requirePayment: true })
  // A new subscription after the old one.
  const again = stripe.pay(await opened())
  await hear(stripe.subscriptionEvent("created", again))
  expect((await status()).status).toBe(1)
})

test("events in any order, twice, at once and a week later leave the state that Stripe has", async () => {
  const id = await subscribed()
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

  for (const event of [...history].reverse()) expect((await hear(event)).status).toBe(200)
  const ended = await status()
  expect(ended.status).toBe(5)
  const read = calls("/v1/subscriptions/")
  const again = await Promise.all([...history, ...history].map(hear))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  expect(calls("/v1/subscriptions/")).toBe(read)
  expect(await status()).toEqual(ended)
})

test("an answer of Stripe's that a later one has overtaken is not stored", async () => {
  const id = await subscribed()
  stripe.state.delayMs = 200
  const slow = hear(stripe.subscriptionEvent("updated", id))
  while (calls(`/v1/subscriptions/${id}`) < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  stripe.state.delayMs = 0
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  await hear(stripe.subscriptionEvent("deleted", id))
  await slow
  expect((await status()).status).toBe(5)
})

test("two deliveries of one event at once act once; while another process acts, it is to be sent again", async () => {
  const id = await subscribed()
  const event = stripe.subscriptionEvent("updated", id)
  const read = calls("/v1/subscriptions/")
  expect((await Promise.all([hear(event), hear(event)])).map(({ status }) => status)).toEqual([200, 200])
  expect(calls("/v1/subscriptions/")).toBe(read + 1)

  const next = stripe.subscriptionEvent("updated", id)
  const { id: nextId } = JSON.parse(next.raw) as { id: string }
  await db()`insert into app.stripe_event (id) values (${nextId})`
  const busy = await api.dispatch(
    new Request(`${origin}/api/payment/webhook`, { method: "POST", body: next.raw, headers: next.headers }),
    { ip: "127.0.0.1" },
  )
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "60"])
  // That process has ended.
  await db()`update app.stripe_event set claimed_date = now() - interval '2 minutes' where id = ${nextId}`
  expect((await hear(next)).status).toBe(200)
  expect(calls("/v1/subscriptions/")).toBe(read + 2)
})

test.each([
  ["another secret", { secret: "whsec_other" }, {}],
  ["a signature from ten minutes ago", { signed: seconds() - 600 }, {}],
  ["no signature", {}, { "stripe-signature": "" }],
  ["a broken signature", {}, { "stripe-signature": "t=1,v1=zz" }],
])("%s is refused with 400 and changes nothing", async (_, how, more) => {
  const id = await subscribed()
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  const { raw, headers } = stripe.subscriptionEvent("deleted", id, how)
  const answer = await hear({ raw, headers: { ...headers, ...more } })
  expect(answer.status).toBe(400)
  expect((await status()).status).toBe(1)
})

test("a body that was changed after signing is refused; one larger than 1 MiB too", async () => {
  const id = await subscribed()
  const { raw, headers } = stripe.subscriptionEvent("updated", id)
  expect((await hear({ raw: raw.replace("active", "paused"), headers })).status).toBe(400)
  expect((await hear({ raw: `${raw} `, headers })).status).toBe(400)
  expect((await hear({ raw: "x".repeat(1_048_577), headers })).status).toBe(413)
})

test("events of other subscriptions, and of other things, are taken and change nothing", async () => {
  const stranger = stripe.subscribe("cus_elsewhere")
  expect((await hear(stripe.subscriptionEvent("created", stranger))).status).toBe(200)
  expect((await hear(stripe.event("product.updated", { object: "product", id: "prod_1" }))).status).toBe(200)
  expect(
    (await hear(stripe.event("customer.subscription.updated", { object: "subscription", id: "sub_gone" }))).status,
  ).toBe(200)
  expect(await db()`select 1 from app.subscription where id in (${stranger}, 'sub_gone')`).toEqual([])
})

test("an event that comes while Stripe is down is sent again, and then acted on", async () => {
  const id = await subscribed()
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  const event = stripe.subscriptionEvent("deleted", id)
  stripe.state.down = 500
  const failed = await api.dispatch(
    new Request(`${origin}/api/payment/webhook`, { method: "POST", body: event.raw, headers: event.headers }),
    { ip: "127.0.0.1" },
  )
  expect(failed.status).toBe(503)
  expect((await status()).status).toBe(1)
  stripe.state.down = 0
  expect((await hear(event)).status).toBe(200)
  expect((await status()).status).toBe(5)
})

test("a subscription whose event never came is read again when it is overdue", async () => {
  const id = await subscribed({ current_period_end: seconds(-1) })
  stripe.change(id, { status: "canceled", ended_at: seconds() })
  await keepSubscriptions()
  expect((await status()).status).toBe(1)
  await db()`update app.subscription set read_date = now() - interval '2 hours' where id = ${id}`
  await keepSubscriptions()
  expect((await status()).status).toBe(5)
})

test("two tabs share one checkout and one customer; whoever has a subscription gets none", async () => {
  const before = calls("/v1/customers")
  const [one, two] = await Promise.all([checkout(), checkout()])
  expect(one.body.url).toBe(two.body.url)
  expect((await checkout()).body.url).toBe(one.body.url)
  const mine = [...stripe.customers.values()].filter(({ email }) => email === person.email)
  expect(calls("/v1/customers")).toBeGreaterThan(before)
  expect(mine).toHaveLength(1)
  // The event was lost: the checkout itself tells.
  stripe.pay(one.body.url.split("/").at(-1) ?? "")
  const refused = await checkout()
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining("subscription already") }),
  ])
  expect((await status()).status).toBe(1)
})

test("the portal opens for the customer; a missing customer ID is named, and fixed by address", async () => {
  const refused = await portal()
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringMatching(/customer ID/) }),
  ])
  const id = await subscribed()
  expect((await portal()).body.url).toContain(`/portal/bps_`)

  // The database lost what it knew.
  await db()`delete from app.subscription where person_id = ${person.id}`
  await db()`delete from app.billing_account where person_id = ${person.id}`
  expect((await portal()).status).toBe(409)
  expect((await plans()).status).toBe(403)
  expect((await fix()).status).toBe(200)
  expect((await portal()).status).toBe(200)
  expect(await status()).toMatchObject({ status: 1 })
  expect(stripe.subscriptions.get(id)?.customer).toBe(
    (await db()`select customer_id as c from app.billing_account where person_id = ${person.id}`)[0]?.c,
  )
})

test("a customer that was deleted at Stripe is replaced, by the fix and by the checkout", async () => {
  await opened()
  const mine = () => [...stripe.customers.values()].filter(({ email, deleted }) => email === person.email && !deleted)
  for (const customer of mine()) customer.deleted = true
  expect((await portal()).status).toBe(409)
  expect((await fix()).status).toBe(200)
  expect((await portal()).status).toBe(200)
  expect((await fix()).status).toBe(200)
  expect(mine()).toHaveLength(1)
  for (const customer of mine()) customer.deleted = true
  for (const session of stripe.sessions.values()) session.status = "expired"
  expect((await checkout()).status).toBe(200)
  expect(mine()).toHaveLength(1)
})

test("another person's customer is never taken over, whatever its address says", async () => {
  await subscribed()
  const [row] = await db()<
    { c: string }[]
  >`select customer_id as c from app.billing_account where person_id = ${person.id}`
  const theirs = stripe.customers.get(row?.c ?? "")
  person = await api.person()
  if (theirs) theirs.email = person.email
  expect((await fix()).status).toBe(200)
  expect((await status()).status).toBe(2)
  const [own] = await db()<
    { c: string }[]
  >`select customer_id as c from app.billing_account where person_id = ${person.id}`
  expect(own?.c).not.toBe(row?.c)
})

test("the price is Stripe's, and is asked for once", async () => {
  forgetPrice()
  const before = calls("/v1/prices")
  const price = () => api.send(paymentCalls.price, {}, { as: person })
  expect((await price()).body).toEqual({
    name: "User license",
    amount: 19.99,
    currency: "USD",
    interval: "month",
    every: 1,
  })
  expect((await price()).status).toBe(200)
  expect(calls("/v1/prices")).toBe(before + 1)
})

test("Stripe down, late or refusing: 503 that says so, with nothing of Stripe's text, keys or people in answer or log", async () => {
  const id = await opened()
  forgetPrice()
  const each = async () => {
    const answers = [
      await unavailable("/api/payment/create-checkout-session"),
      await unavailable("/api/payment/create-portal-session"),
      await unavailable("/api/payment/verify-session", { SessionId: id }),
      await unavailable("/api/payment/fix-customer-id"),
      await unavailable("/api/payment/price"),
    ]
    const told = JSON.stringify([answers, warnings])
    for (const secret of ["Secret", stripeKeys.secretKey, person.email]) expect(told).not.toContain(secret)
    expect(warnings.length).toBeGreaterThanOrEqual(answers.length)
    return answers
  }
  stripe.state.down = 500
  for (const { status, retryAfter, text } of await each()) {
    expect([status, retryAfter]).toEqual([503, "30"])
    expect(text).toContain("The payment provider can't be reached right now.")
  }
  stripe.state.down = 401
  for (const { status, text } of await each()) {
    expect(status).toBe(503)
    expect(text).toContain("refused the request")
  }
  Object.assign(stripe.state, { down: 0, delayMs: 2_000 })
  const began = performance.now()
  expect((await unavailable("/api/payment/price")).retryAfter).toBe("30")
  expect(performance.now() - began).toBeLessThan(1_900)
  // Access does not need Stripe.
  expect([(await status()).status, (await plans()).status]).toEqual([2, 200])
})

test("an attempt whose answer is lost is repeated under the same idempotency key, and makes one customer", async () => {
  stripe.journal.length = 0
  stripe.state.lost = 1
  expect((await fix()).status).toBe(200)
  const keys = stripe.journal.filter(({ method }) => method === "POST").map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^customer [\w-]{36} first$/)
  expect(keys[1]).toBe(keys[0])
  expect([...stripe.customers.values()].filter(({ email }) => email === person.email)).toHaveLength(1)
})

test("with billing off nobody is asked to pay, the status is 0 alone and the other calls say that it is off", async () => {
  await age(1_000)
  openBilling(null)
  await openStripe(null)
  try {
    expect(await status()).toEqual({ status: 0 })
    const { body } = await profile()
    expect(body.subscriptionStatus).toBe(0)
    expect(body).not.toHaveProperty("stripeTrialEnd")
    expect((await plans()).status).toBe(200)
    for (const name of ["create-checkout-session", "create-portal-session", "fix-customer-id", "price", "webhook"]) {
      const { status, text } = await unavailable(`/api/payment/${name}`)
      expect([name, status]).toEqual([name, 503])
      expect(text).toContain("Billing is not set up here.")
    }
    expect((await unavailable("/api/payment/verify-session", { SessionId: "cs_1" })).status).toBe(503)
    await keepSubscriptions()
  } finally {
    openBilling({ trialDays: 14, publicUrl: origin })
    await openStripe({ ...stripeKeys, apiUrl: stripe.state.url, timeoutMs: 300 })
  }
})
