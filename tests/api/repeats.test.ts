// Every write of the contract, made twice under one Idempotency-Key.
import { isDeepStrictEqual } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { everyCall } from "~/contract"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { forgetCards } from "~/domain/cached-cards.server"
import { startSession } from "~/domain/session.server"
import { type Api, type Caller, openApi } from "../support/api.ts"
import { type Stocked, sentTo, stocked } from "../support/every-call.ts"
import { type StripeServer, stripeServer } from "../support/stripe.ts"

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

/** Calls that the key changes nothing about, and why a repeat does no harm. Decision 001 names them. */
const exceptions: Record<string, string> = {
  "Account.endSession": "an ended session can't be ended again",
  "Account.endOtherSessions": "an ended session can't be ended again",
  "Ai.contextChat": "answers, and writes nothing",
  "File.upload": "stores one file; a repeat notes the name of the bytes it sends, which the clean-up deletes",
  "auth.mcpTicket": "a secret of a few minutes, which is not stored: a repeat gets its own",
  "auth.realtimeTicket": "writes nothing",
  "notification.subscribe": "writes the same device again",
  "notification.unsubscribe": "a removed device can't be removed again",
  "payment.createCheckoutSession": "Stripe's page; only a completed one is paid",
  "payment.createPortalSession": "Stripe's page; writes nothing",
  "payment.fixCustomerId": "asks Stripe, and writes what it says",
  "payment.verifySession": "asks Stripe, and writes what it says",
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
}, 60_000)
