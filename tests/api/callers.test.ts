// Whose calls are counted: sessions, plans' keys and visitors with their limits on, at one moment of one minute.
import { gunzipSync } from "node:zlib"
import { afterAll, beforeEach, expect, test, vi } from "vitest"
import { limitRates } from "~/api/rate-limit.server"
import { integrationCalls } from "~/contract/integration"
import { defaultLimits } from "~/contract/limits"
import { planCalls } from "~/contract/plan"
import { linkCalls, publicCalls, visitHeader } from "~/contract/public-link"
import { searchCalls } from "~/contract/search"
import { db } from "~/database/connection.server"
import { openLimits, overLimits } from "~/domain/limits/limits.server"
import { countAmount } from "~/domain/limits/rate.server"
import { forgetKeys } from "~/domain/sign-in/plan-key.server"
import { startSession } from "~/domain/sign-in/session.server"
import { type Caller, openApi, origin } from "../support/api/api.ts"
import { visitorOf } from "../support/api/visitor.ts"
import { statementsWith } from "../support/database/statements.ts"

const api = await openApi()
const ada = await api.person()
const planId = (await api.send(planCalls.create, { name: "Harbour" }, { as: ada })).body.id
const key = await api.key(planId)
let minute = Math.floor(Date.now() / 60_000) + 60
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: minute++ * 60_000 })
  limitRates(true)
  return () => {
    limitRates(false)
    vi.useRealTimers()
  }
})
afterAll(api.close)

const withKey = (apiKey: string) =>
  api.send(searchCalls.entityTypes, {}, { headers: { "x-api-key": apiKey } }).then(({ status }) => status)
const asVisitor = (visitKey: string) =>
  api.send(publicCalls.realtimeTicket, {}, { headers: { [visitHeader]: visitKey } }).then(({ status }) => status)
const repeat = async (times: number, ask: () => Promise<number>) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await ask())
  return statuses
}
/** As if this many calls were counted already. */
const spend = (kind: string, caller: string, calls: number) =>
  countAmount(kind, caller, { most: 1e9, within: 60_000 }, calls)

test("wrong keys of an address are refused after 60, and right ones work all the same", async () => {
  const visitKey = await visitorOf(api, planId, ada)
  const statuses = await repeat(62, () => withKey("lw_wrong"))
  expect(statuses.slice(58)).toEqual([401, 401, 429, 429])
  expect(await asVisitor("1.wrong")).toBe(429)
  forgetKeys()
  expect([await withKey(key), await asVisitor(visitKey)]).toEqual([200, 200])
})

test("a hundred wrong keys at once are one or two statements", async () => {
  const statements = await statementsWith("keys_of_hashes", () =>
    Promise.all(Array.from({ length: 100 }, (_, n) => withKey(`lw_wrong${n}`))),
  )
  expect([1, 2]).toContain(statements.length)
})

test("a replaced key ends at once, here and in other processes", async () => {
  const { id } = (await api.send(planCalls.create, { name: "Quay" }, { as: ada })).body
  const first = (await api.send(integrationCalls.enable, { planId: id }, { as: ada })).body.apiKey
  expect(await withKey(first)).toBe(200)
  const second = (await api.send(integrationCalls.rotate, { planId: id }, { as: ada })).body.apiKey
  expect([await withKey(first), await withKey(second)]).toEqual([401, 200])
  // As another process would.
  await db()`delete from app.plan_key where plan_id = ${id}`
  await expect.poll(() => withKey(second)).toBe(401)
})

test("callers past their limit and visitors of an ended link cost no statement", async () => {
  const visitKey = await visitorOf(api, planId, ada)
  expect(await withKey(key)).toBe(200)
  const [own] = await db()<{ id: number }[]>`select id from app.plan_key where plan_id = ${planId}`
  spend("call", `key${own?.id}`, 1_200)
  spend("call", "ip 127.0.0.1", 1_200)
  const refused = await statementsWith("from app.", async () => {
    expect(new Set(await repeat(5, () => withKey(key)))).toEqual(new Set([429]))
    expect(new Set(await repeat(5, () => asVisitor(visitKey)))).toEqual(new Set([429]))
  })
  expect(refused).toEqual([])
})

test("a revoked link is looked up once, then cached", async () => {
  const visitKey = await visitorOf(api, planId, ada)
  await api.send(linkCalls.endLink, { planId }, { as: ada })
  const statements = await statementsWith("app.visit(", async () =>
    expect(new Set(await repeat(5, () => asVisitor(visitKey)))).toEqual(new Set([404])),
  )
  expect(statements).toHaveLength(1)
})

test("a person's sessions together have three times the calls of one, and keys of their plans a sum of their own", async () => {
  const again = { ...ada, cookie: `laneway_session=${await startSession(ada.id)}` }
  const call = (as: Caller) => () => api.send(searchCalls.entityTypes, {}, { as }).then(({ status }) => status)
  spend("call sum", `u${ada.id}`, 3_599)
  expect(await repeat(2, call(ada))).toEqual([200, 429])
  expect(await repeat(1, call(again))).toEqual([429])
  expect(await withKey(key)).toBe(200)
  expect(await repeat(1, call(await api.person()))).toEqual([200])

  spend("call sum", `keys u${ada.id}`, 3_600)
  expect(await withKey(key)).toBe(429)
})

test("limits are what is configured, and refusals are counted by the limit that was used up", async () => {
  const refused = () => new Map(overLimits()).get("call") ?? 0
  const before = refused()
  openLimits({ ...defaultLimits, calls_per_minute: 3 })
  try {
    const ben = await api.person()
    const ask = () => api.send(searchCalls.entityTypes, {}, { as: ben }).then(({ status }) => status)
    expect(await repeat(5, ask)).toEqual([200, 200, 200, 429, 429])
    expect(refused() - before).toBe(2)
  } finally {
    openLimits(defaultLimits)
  }
})

test.each(["/api/openapi.json", "/api/docs"])("%s is counted, and packed for who takes gzip", async (path) => {
  const ask = (headers: Record<string, string> = {}) =>
    api.dispatch(new Request(`${origin}${path}`, { headers }), { ip: "203.0.113.50" })
  const [plain, packed] = [await ask(), await ask({ "accept-encoding": "gzip" })]
  const text = await plain.text()
  const bytes = new Uint8Array(await packed.arrayBuffer())
  expect([packed.headers.get("content-encoding"), packed.headers.get("content-type")]).toEqual([
    "gzip",
    plain.headers.get("content-type"),
  ])
  expect(bytes.length * 4).toBeLessThan(text.length)
  expect(gunzipSync(bytes)).toHaveLength(Buffer.byteLength(text))
  const refusing = await ask({ "accept-encoding": "gzip;q=0" })
  const refused = await refusing.text()
  expect([refusing.headers.get("content-encoding"), refused.length]).toEqual([null, text.length])
  spend("call", "ip 203.0.113.50", 1_200)
  expect((await ask()).status).toBe(429)
})

test("searches, too, have a sum", async () => {
  const search = (as: Caller) => api.send(searchCalls.search, { planId, q: "harbour" }, { as })
  spend("search sum", `u${ada.id}`, 360)
  expect((await search(ada)).status).toBe(429)
})
