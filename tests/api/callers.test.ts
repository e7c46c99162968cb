// Whose calls are counted: sessions, plans' keys and visitors with their limits on, at one moment of one minute.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { limitRates } from "~/api/rate-limit.server"
import { integrationCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import { linkCalls, publicCalls, visitHeader } from "~/contract/public-link"
import { searchCalls } from "~/contract/search"
import { db } from "~/database/connection.server"
import { plansOfKeys } from "~/database/plan-key.server"
import { visitOf } from "~/database/public-link.server"
import { forgetKeys } from "~/domain/plan-key.server"
import { countAmount } from "~/domain/rate.server"
import { startSession } from "~/domain/session.server"
import { type Api, type Caller, openApi } from "../support/api.ts"
import { visitorOf } from "../support/visitor.ts"

vi.mock("~/database/plan-key.server", { spy: true })
vi.mock("~/database/public-link.server", { spy: true })

let api: Api
let ada: Caller
let planId: number
let key: string
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  planId = (await api.send(planCalls.create, { name: "Harbour" }, { as: ada })).body.id
  key = await api.key(planId)
})
let minute = Math.floor(Date.now() / 60_000) + 60
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: minute++ * 60_000 })
  limitRates(true)
  return () => {
    limitRates(false)
    vi.useRealTimers()
  }
})
afterAll(() => api.close())

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
  vi.mocked(plansOfKeys).mockClear()
  await Promise.all(Array.from({ length: 100 }, (_, n) => withKey(`lw_wrong${n}`)))
  expect(vi.mocked(plansOfKeys).mock.calls.length).toBeLessThanOrEqual(2)
})

test("a replaced key ends at once, here and in other processes", async () => {
  const { id } = (await api.send(planCalls.create, { name: "Quay" }, { as: ada })).body
  const first = (await api.send(integrationCalls.enable, { planId: id }, { as: ada })).body.apiKey
  expect(await withKey(first)).toBe(200)
  const second = (await api.send(integrationCalls.rotate, { planId: id }, { as: ada })).body.apiKey
  expect([await withKey(first), await withKey(second)]).toEqual([401, 200])
  // As another process would.
  await db()`update app.plan set api_key_hash = null where id = ${id}`
  await vi.waitFor(async () => expect(await withKey(second)).toBe(401))
})

test("callers past their limit and visitors of an ended link cost no statement", async () => {
  const visitKey = await visitorOf(api, planId, ada)
  expect(await withKey(key)).toBe(200)
  spend("call", `k${planId}`, 1_200)
  spend("call", "ip 127.0.0.1", 1_200)
  vi.mocked(plansOfKeys).mockClear()
  vi.mocked(visitOf).mockClear()
  expect(new Set(await repeat(5, () => withKey(key)))).toEqual(new Set([429]))
  expect(new Set(await repeat(5, () => asVisitor(visitKey)))).toEqual(new Set([429]))
  expect(plansOfKeys).not.toHaveBeenCalled()
  expect(visitOf).not.toHaveBeenCalled()
})

test("a link that has ended is asked for once", async () => {
  const visitKey = await visitorOf(api, planId, ada)
  await api.send(linkCalls.endLink, { planId }, { as: ada })
  vi.mocked(visitOf).mockClear()
  expect(new Set(await repeat(5, () => asVisitor(visitKey)))).toEqual(new Set([404]))
  expect(visitOf).toHaveBeenCalledTimes(1)
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

test("searches, too, have a sum", async () => {
  const search = (as: Caller) => api.send(searchCalls.search, { planId, q: "harbour" }, { as })
  spend("search sum", `u${ada.id}`, 360)
  expect((await search(ada)).status).toBe(429)
})
