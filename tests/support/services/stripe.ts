// stripeServer(): a local server that speaks Stripe's wire format, with the pages a payer sees and signed events.
import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export const stripeKeys = { secretKey: "sk_test_secret", webhookSecret: "whsec_test", priceId: "price_license" }

type Json = Record<string, unknown>
type Invoice = { created: number; paid: boolean; nextAttempt?: number }
export type SubscriptionState = {
  status: string
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  trial_end: number | null
  current_period_end: number
  price: string
  invoice: Invoice
}
type Stored = SubscriptionState & { id: string; customer: string; metadata: Json }
type Session = Json & { id: string; customer: string; success_url: string; cancel_url: string; status: string }
type Customer = Json & { id: string; email: string; created: number }
type Handled = { status?: number; body: Json } | { html: string } | { to: string }

export type StripeServer = Awaited<ReturnType<typeof stripeServer>>

export const seconds = (days = 0) => Math.floor(Date.now() / 1_000 + days * 86_400)

/** `a[b][0]=c` as nested objects. */
const unflatten = (form: URLSearchParams) => {
  const read: Json = {}
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]{1,2}/).filter((key) => key !== "")
    const last = keys.pop() ?? ""
    let at = read
    for (const key of keys) {
      at[key] ??= {}
      at = at[key] as Json
    }
    at[last] = value
  }
  return read
}

const failure = (status: number, code: string, message: string): Handled => ({
  status,
  body: { error: { type: status >= 500 ? "api_error" : "invalid_request_error", code, message } },
})
const missing = (what: string, id: string) => failure(404, "resource_missing", `No such ${what}: '${id}'`)
const listOf = (data: Json[]): Json => ({ object: "list", data, has_more: false, url: "/" })

export const stripeServer = async () => {
  const customers = new Map<string, Customer>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, Stored>()
  const answered = new Map<string, { sent: string; handled: Handled }>()
  /** The requests it got: method, path and body. */
  const journal: { method: string; path: string; sent: Json; idempotencyKey: string | null; version: string | null }[] =
    []
  /** `lost`: so many POSTs are carried out, and their answers lost. */
  const state = { down: 0, delayMs: 0, lost: 0, url: "", amount: 1999 as number | null }
  let made = 0
  // Ids differ from run to run, as Stripe's do.
  const run = Date.now().toString(36)
  const newId = (kind: string) => `${kind}_${run}${++made}`

  const subscriptionBody = ({ invoice, current_period_end, price, ...rest }: Stored, expanded: boolean): Json => ({
    object: "subscription",
    ...rest,
    items: listOf([
      {
        id: `si_${rest.id}`,
        object: "subscription_item",
        price: { id: price, object: "price" },
        current_period_end,
        current_period_start: current_period_end - 2_592_000,
      },
    ]),
    latest_invoice: expanded
      ? {
          id: `in_${rest.id}`,
          object: "invoice",
          created: invoice.created,
          status: invoice.paid ? "paid" : "open",
          next_payment_attempt: invoice.nextAttempt ?? null,
          status_transitions: { finalized_at: invoice.created, paid_at: invoice.paid ? invoice.created : null },
        }
      : `in_${rest.id}`,
  })

  const subscriptionsOf = (customer: string) => [...subscriptions.values()].filter((each) => each.customer === customer)

  const customerBody = (customer: Customer, expanded: boolean): Json =>
    customer.deleted
      ? { id: customer.id, object: "customer", deleted: true }
      : {
          ...customer,
          object: "customer",
          ...(expanded && {
            subscriptions: listOf(subscriptionsOf(customer.id).map((each) => subscriptionBody(each, false))),
          }),
        }

  const post = (path: string, sent: Json): Handled | undefined => {
    const isThere = (id: unknown) => customers.has(String(id)) && !customers.get(String(id))?.deleted
    if (path === "/v1/customers") {
      const id = newId("cus")
      customers.set(id, { metadata: {}, ...sent, id, email: String(sent.email), created: seconds() })
      return { body: customerBody(customers.get(id) as Customer, false) }
    }
    if (path === "/v1/checkout/sessions") {
      if (!isThere(sent.customer)) return missing("customer", String(sent.customer))
      const id = newId("cs_test")
      const url = `${state.url}/pay/${id}`
      const session = {
        object: "checkout.session",
        metadata: {},
        ...sent,
        id,
        url,
        status: "open",
      } as unknown as Session
      sessions.set(id, { ...session, payment_status: "unpaid", subscription: null })
      return { body: sessions.get(id) as Json }
    }
    if (path === "/v1/billing_portal/sessions") {
      if (!isThere(sent.customer)) return missing("customer", String(sent.customer))
      const id = newId("bps")
      const back = encodeURIComponent(String(sent.return_url))
      return { body: { id, object: "billing_portal.session", url: `${state.url}/portal/${id}?back=${back}` } }
    }
    return undefined
  }

  const get = (path: string, query: Json): Handled | undefined => {
    const expand = Object.values((query.expand ?? {}) as Json)
    const [, resource, id = ""] = /^\/v1\/([a-z_/]+?)(?:\/([\w-]+))?$/.exec(path) ?? []
    if (resource === "customers" && !id) {
      const found = [...customers.values()].filter(({ email, deleted }) => email === query.email && !deleted).reverse()
      return { body: listOf(found.map((each) => customerBody(each, expand.includes("data.subscriptions")))) }
    }
    if (resource === "customers") {
      const found = customers.get(id)
      return found ? { body: customerBody(found, false) } : missing("customer", id)
    }
    if (resource === "checkout/sessions") {
      const found = sessions.get(id)
      return found ? { body: found } : missing("checkout.session", id)
    }
    if (resource === "subscriptions") {
      const found = subscriptions.get(id)
      return found ? { body: subscriptionBody(found, expand.includes("latest_invoice")) } : missing("subscription", id)
    }
    if (resource === "prices" && id === stripeKeys.priceId) {
      const product = { id: "prod_1", object: "product", name: "User license" }
      const recurring = { interval: "month", interval_count: 1 }
      const price = { id, object: "price", currency: "usd", unit_amount: state.amount, recurring }
      return { body: { ...price, product: expand.includes("product") ? product : product.id } }
    }
    return undefined
  }

  /** What happens when a payer pays: the session is complete and its subscription runs. */
  const pay = (sessionId: string, more: Partial<SubscriptionState> = {}) => {
    const session = sessions.get(sessionId)
    if (!session) throw new Error(`no checkout ${sessionId}`)
    const id = subscribe(session.customer, more, ((session.subscription_data ?? {}) as Json).metadata as Json)
    Object.assign(session, { status: "complete", payment_status: "paid", subscription: id, url: null })
    return id
  }

  const subscribe = (customer: string, more: Partial<SubscriptionState> = {}, metadata: Json = {}) => {
    const id = newId("sub")
    subscriptions.set(id, {
      id,
      customer,
      metadata,
      status: "active",
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_end: null,
      current_period_end: seconds(30),
      price: stripeKeys.priceId,
      invoice: { created: seconds(), paid: true },
      ...more,
    })
    return id
  }

  const change = (id: string, more: Partial<SubscriptionState>) => {
    const found = subscriptions.get(id)
    if (!found) throw new Error(`no subscription ${id}`)
    Object.assign(found, more)
  }

  /** A page of Stripe's: where a person pays, and where they manage it. */
  const page = (path: string, query: Json): Handled | undefined => {
    const [, kind = "", id = "", does] = /^\/(pay|portal)\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (kind === "portal") return { html: `<h1>Portal</h1><a href="${String(query.back)}">Return</a>` }
    const session = sessions.get(id)
    if (!session) return undefined
    if (does !== "done") {
      return { html: `<h1>Checkout</h1><a href="/pay/${id}/done">Pay</a> <a href="${session.cancel_url}">Back</a>` }
    }
    pay(id)
    return { to: session.success_url.replace("{CHECKOUT_SESSION_ID}", id) }
  }

  const handle = (request: IncomingMessage, path: string, sent: Json, text: string): Handled => {
    if (!path.startsWith("/v1/")) return page(path, sent) ?? { html: "Nothing here" }
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      return failure(401, "api_key_invalid", `Invalid API Key provided: ${request.headers.authorization}`)
    }
    const key = request.headers["idempotency-key"]
    const before = typeof key === "string" ? answered.get(key) : undefined
    if (before && before.sent !== `${path} ${text}`) return failure(400, "idempotency_error", "Other parameters.")
    if (before) return before.handled
    const handled = (request.method === "POST" ? post(path, sent) : get(path, sent)) ?? missing("call", path)
    if (request.method === "POST" && typeof key === "string") answered.set(key, { sent: `${path} ${text}`, handled })
    return handled
  }

  const reply = (response: ServerResponse, handled: Handled) => {
    if ("to" in handled) return response.writeHead(302, { location: handled.to }).end()
    if ("html" in handled) return response.writeHead(200, { "content-type": "text/html" }).end(handled.html)
    response.writeHead(handled.status ?? 200, { "content-type": "application/json", "request-id": newId("req") })
    response.end(JSON.stringify(handled.body))
  }

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString()
    const { pathname, searchParams } = new URL(request.url ?? "/", state.url)
    const sent = unflatten(request.method === "POST" ? new URLSearchParams(text) : searchParams)
    const header = (name: string) => (request.headers[name] as string | undefined) ?? null
    journal.push({
      method: request.method ?? "",
      path: pathname,
      sent,
      idempotencyKey: header("idempotency-key"),
      version: header("stripe-version"),
    })
    const down = failure(state.down, "down", "Secret details of Stripe.")
    const handled = state.down > 0 ? down : handle(request, pathname, sent, text)
    // A late answer states what was true when it was asked.
    if (state.delayMs > 0) await sleep(state.delayMs, undefined, { ref: false })
    if (request.method === "POST" && state.lost-- > 0) return response.destroy()
    reply(response, handled)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** An event as Stripe sends it. `created`: seconds; `secret`, `signed`: to sign it wrongly, or long ago. */
  const event = (
    type: string,
    object: Json,
    { id = newId("evt"), created = seconds(), secret = stripeKeys.webhookSecret, signed = seconds() } = {},
  ) => {
    return signedBody(JSON.stringify({ id, object: "event", type, created, livemode: false, data: { object } }), {
      secret,
      signed,
    })
  }
  const signedBody = (raw: string, { secret = stripeKeys.webhookSecret, signed = seconds() } = {}) => {
    const signature = createHmac("sha256", secret).update(`${signed}.${raw}`).digest("hex")
    return { raw, headers: { "stripe-signature": `t=${signed},v1=${signature}` } }
  }
  /** The event of a subscription as it is now. */
  const subscriptionEvent = (type: "created" | "updated" | "deleted", id: string, more = {}) => {
    const found = subscriptions.get(id)
    if (!found) throw new Error(`no subscription ${id}`)
    return event(`customer.subscription.${type}`, subscriptionBody(found, false), more)
  }

  return {
    state,
    journal,
    customers,
    sessions,
    subscriptions,
    pay,
    subscribe,
    change,
    event,
    signedBody,
    subscriptionEvent,
    /** Checkouts, newest last. */
    checkouts: () => [...sessions.keys()],
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
