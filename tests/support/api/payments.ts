// openPayments(): the API with billing on over a local Stripe, and one payer for each test.
import { expect } from "vitest"
import { accountCalls } from "~/contract/account"
import { paymentCalls } from "~/contract/payment"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { openBilling } from "~/domain/billing.server"
import { openStripe } from "~/outside/stripe.server"
import { type SubscriptionState, stripeKeys, stripeServer } from "../services/stripe.ts"
import { openApi, origin } from "./api.ts"

export const openPayments = async () => {
  const stripe = await stripeServer()
  const api = await openApi({ stripe })
  const warnings: unknown[] = []
  /** By default an answer may take as long as a busy machine needs. */
  const on = async (timeoutMs = 60_000) => {
    const warn = (...told: unknown[]) => warnings.push(told)
    await openStripe({ ...stripeKeys, apiUrl: stripe.state.url, timeoutMs, warn })
    openBilling({ trialDays: 14, publicUrl: origin })
  }
  const off = async () => {
    await openStripe(null)
    openBilling(null)
  }
  await on()

  /** What a person does; a new person. */
  const payer = async () => {
    const as = await api.person()
    /** The account was made this many days ago. */
    const age = async (days: number) => {
      await db()`update app.person set created_date = now() - ${days} * interval '1 day' where id = ${as.id}`
    }
    const checkout = () => api.send(paymentCalls.createCheckoutSession, {}, { as })
    /** A checkout that is open: its id. */
    const opened = async () => (await checkout()).body.url.split("/").at(-1) ?? ""
    return {
      as,
      age,
      checkout,
      opened,
      status: async () => (await api.send(paymentCalls.subscriptionStatus, {}, { as })).body,
      profile: () => api.send(accountCalls.userProfile, {}, { as }),
      plans: () => api.send(planCalls.list, {}, { as }),
      portal: () => api.send(paymentCalls.createPortalSession, {}, { as }),
      fix: () => api.send(paymentCalls.fixCustomerId, {}, { as }),
      price: () => api.send(paymentCalls.price, {}, { as }),
      verify: (SessionId: string, UserEmail: string | null = as.email) =>
        api.send(paymentCalls.verifySession, { SessionId, UserEmail }, { as }),
      /** Pays after the trial: the subscription's id. */
      subscribe: async (more: Partial<SubscriptionState> = {}) => {
        await age(100)
        const id = stripe.pay(await opened(), more)
        expect((await hear(stripe.subscriptionEvent("created", id))).status).toBe(200)
        return id
      },
      /** A call whose 503 is expected, which otherwise fails the test. */
      unavailable: (path: string, body?: object) =>
        raw(path, { cookie: as.cookie, origin, "content-type": "application/json" }, body && JSON.stringify(body)),
    }
  }

  const hear = ({ raw, headers }: { raw: string; headers: Record<string, string> }) =>
    api.call<{ received: boolean }>("POST", "/api/payment/webhook", { raw, headers })

  const raw = async (path: string, headers: Record<string, string>, body?: string) => {
    const method = path.includes("price") ? "GET" : "POST"
    const request = new Request(`${origin}${path}`, { method, headers, ...(body ? { body } : {}) })
    const answer = await api.dispatch(request, { ip: "127.0.0.1" })
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() }
  }

  return {
    stripe,
    warnings,
    on,
    off,
    payer,
    /** Delivers an event. */
    hear,
    /** Delivers an event whose 503 is expected. */
    hearUnavailable: (event: { raw: string; headers: Record<string, string> }) =>
      raw("/api/payment/webhook", event.headers, event.raw),
    /** The requests Stripe got. */
    calls: (path: string) => stripe.journal.filter((request) => request.path.startsWith(path)).length,
    reset: () => {
      Object.assign(stripe.state, { down: 0, delayMs: 0, lost: 0 })
      warnings.length = 0
    },
    close: async () => {
      await off()
      await api.close()
      await stripe.close()
    },
  }
}
