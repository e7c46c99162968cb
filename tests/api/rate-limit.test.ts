import { afterAll, expect, test, vi } from "vitest"
import { countCall, limitRates } from "~/api/rate-limit.server"
import { aiCalls } from "~/contract/ai"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { storeCounts } from "~/domain/limits/rate.server"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
limitRates(true)
afterAll(async () => {
  limitRates(false)
  await api.close()
})

const refused = (retryAfter: number) =>
  expect.objectContaining({ problem: expect.objectContaining({ status: 429, retryAfter }) })
const limits = [
  ["call", 1_200, 60_000],
  ["search", 120, 60_000],
  ["upload", 300, 3_600_000],
  ["payment", 60, 60_000],
  ["page", 600, 60_000],
  ["wrongKey", 60, 60_000],
] as const
/** The start of a future window, so that none ends during the test. */
const windowOf = (within: number, later = 1) => (Math.floor(Date.now() / within) + later) * within

test.each(limits)("a session's %s limit is separate and resets when its window ends", async (kind, most, within) => {
  const start = windowOf(within)
  for (let n = 0; n < most; n++) await countCall("one", kind, start)
  await expect((async () => countCall("one", kind, start + within - 1_500))()).rejects.toEqual(refused(2))
  expect(() => countCall("other", kind, start)).not.toThrow()
  expect(() => countCall("one", kind, start + within)).not.toThrow()
})

test.each(limits)("counts %s made in another process", async (kind, most, within) => {
  const start = windowOf(within, 5)
  await countCall("shared", kind, start)
  await db()`insert into app.rate (kind, caller, began, ends, calls) values (${kind}, 'shared', ${new Date(start)}, ${new Date(start + within)}, ${most - 3})`
  await storeCounts()
  await countCall("shared", kind, start)
  await countCall("shared", kind, start)
  await expect((async () => countCall("shared", kind, start))()).rejects.toEqual(refused(within / 1_000))
})

test("concurrent calls near the limit succeed until it is reached", async () => {
  const start = windowOf(60_000, 9)
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, async () => countCall("many", "search", start)))
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(120)
})

test("a session makes twenty requests to the assistant a minute, and other calls beside them", async () => {
  const ada = await api.person()
  const { id: planId } = await api.plan(ada)
  vi.useFakeTimers({ toFake: ["Date"], now: windowOf(60_000, 0) })
  const asked = () => {
    const messages = [{ role: "user" as const, content: "What is overdue?" }]
    return api.send(aiCalls.contextChat, { planId, messages }, { as: ada, headers: { accept: "application/json" } })
  }
  for (let n = 0; n < 20; n++) expect((await asked()).status).toBe(200)
  const refused = await asked()
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"])
  expect((await api.send(planCalls.board, { planId }, { as: ada })).status).toBe(200)
  vi.useRealTimers()
})

test("most calls don't wait for the database", () => {
  const start = windowOf(60_000, 12)
  for (let n = 0; n < 900; n++) expect(countCall("light", "call", start)).toBeUndefined()
})
