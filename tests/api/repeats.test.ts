// Every write of the contract, made twice under one Idempotency-Key.
import { isDeepStrictEqual } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { everyCall } from "~/contract"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { startSession } from "~/domain/sign-in/session.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"
import { type StripeServer, stripeServer } from "../support/services/stripe.ts"

let api: Api
let stripe: StripeServer
let board: Stocked
/** May make every call, and wrote whatever has an author. */
let ada: Caller
let invited: Caller

beforeAll(async () => {
  // One connection, so that each call runs in a transaction that is rolled back.
  stripe = await stripeServer()
  api = await openApi({ connections: 1, rateLimits: false, stripe })
  ada = await api.person({ role: 0 })
  invited = await api.person()
  // The session that is ended.
  await startSession(ada.id)
  board = await stocked(api, await api.person(), { author: ada, invited })
  await keepWords()
  await db()`update app.person set last_seen_at = now() + interval '1 hour'`
  await db()`update app.session set last_used = now() + interval '1 hour'`
})
afterAll(async () => {
  await api.close()
  await stripe.close()
})

/** Calls that are not shown to be answered once, and why that does no harm. */
const exceptions: Record<string, string> = {
  "payment.createPortalSession": "refused without a customer at Stripe; keeps its key as the checkout does",
  "payment.verifySession": "refused without a paid checkout; keeps its key as the checkout does",
  "public.realtimeTicket": "a visitor has no keys; writes nothing",
}

const written = async () => {
  const [row] = await db()<{ rows: number }[]>`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as rows from pg_stat_xact_user_tables`
  return row?.rows ?? 0
}

test("a repeat gets the first answer and writes nothing, and the key fits no other request", async () => {
  const writes = everyCall().filter(({ call }) => call.method !== "GET" && call.access !== "public")
  const faults: Record<string, string[]> = {}
  for (const { resource, name, call } of writes) {
    const title = `${resource}.${name}`
    const found: string[] = []
    const as = resource === "invitation" && /accept/.test(name) ? invited : ada
    const headers = { "Idempotency-Key": title }
    const make = () => {
      const { address, ...sent } = sentTo(resource, name, call, board)
      return api.call(call.method, address, { as, headers, ...sent })
    }
    await db().unsafe("begin")
    forgetCards()
    try {
      const first = await make()
      if (first.status >= 300) found.push(`refused: ${first.status} ${first.text}`)
      const before = await written()
      const second = await make()
      if (second.status !== first.status) found.push(`first ${first.status}, then ${second.status}`)
      if (!isDeepStrictEqual(second.body, first.body)) found.push("another answer")
      const rows = (await written()) - before
      if (rows > 0) found.push(`wrote ${rows} rows again`)
      const other = await api.send(planCalls.create, { name: "Another request" }, { as, headers })
      if (other.status !== 409) found.push(`the key is free: ${other.status}`)
    } finally {
      await db().unsafe("rollback")
    }
    const isHarmless = exceptions[title] !== undefined && !found.some((fault) => fault.startsWith("first "))
    if (isHarmless === (found.length === 0)) faults[title] = found.length > 0 ? found : ["needs no exception"]
  }
  expect(faults).toEqual({})
})

test("a call that finds nothing to change takes its key too", async () => {
  const planId = board.plan.id
  const first = { "/api/Users/": { userName: ada.userName }, "/plan-prefs": { emailDailySummary: false } }
  for (const [path, body] of Object.entries(first)) {
    const address = path === "/plan-prefs" ? `/api/Users/${ada.id}/plan-prefs/${planId}` : `/api/Users/${ada.id}`
    const put = (sent: object) =>
      api.call("PUT", address, { as: ada, body: sent, headers: { "Idempotency-Key": `nothing ${path}` } })
    const answers = [await put(body), await put(body)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await put({ userName: "Somebody else", emailDailySummary: true })).status).toBe(409)
  }
  expect((await api.call("GET", "/api/Account/UserProfile", { as: ada })).body).toMatchObject({
    userName: ada.userName,
    userPlans: expect.arrayContaining([expect.objectContaining({ planId, emailDailySummary: false })]),
  })
})

test("a device subscribed under a key is subscribed once, and no other by the same key", async () => {
  const send = (device: string, key = "device") => {
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) }
    const body = { endpoint: `https://push.example.org/${device}`, keys }
    return api.call("POST", "/api/notification/subscriptions", { as: ada, body, headers: { "Idempotency-Key": key } })
  }
  const devices = async () => {
    const rows = await db()<{ endpoint: string }[]>`
      select endpoint from app.push_subscription where person_id = ${ada.id} and endpoint like '%/under-a-key%'`
    return rows.map(({ endpoint }) => endpoint)
  }
  const first = await send("under-a-key")
  expect(first.status).toBe(201)
  await db()`delete from app.push_subscription where person_id = ${ada.id}`
  expect((await send("under-a-key")).body).toEqual(first.body)
  expect((await send("under-a-key-too")).status).toBe(409)
  expect(await devices()).toEqual([])
})

test("a ticket under a key is the same again, and is not stored as it is", async () => {
  const send = () =>
    api.call<{ token: string }>("POST", "/api/auth/mcp-ticket", { as: ada, headers: { "Idempotency-Key": "ticket" } })
  const { token } = (await send()).body
  expect((await send()).body.token).toBe(token)
  const [stored] = await db()<{ answer: string }[]>`
    select answer::text from app.idempotency where caller = ${`u${ada.id}`} and key = 'ticket'`
  expect(stored?.answer).toMatch(/^\{"sealed": "/)
  expect(stored?.answer).not.toContain(token)
})
