// Calendar feeds, read by two libraries.
import { gunzipSync } from "node:zlib"
import fc from "fast-check"
import ICAL from "ical.js"
import { convertIcsCalendar } from "ts-ics"
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { forgetFeeds } from "~/api/feed.server"
import { limitRates } from "~/api/rate-limit.server"
import { feedCalls } from "~/contract/feed"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { type Caller, openApi } from "../support/api/api.ts"
import { statementsWith } from "../support/database/statements.ts"

let ada: Caller
let ben: Caller
const api = await openApi()
beforeEach(async () => {
  forgetFeeds()
  ada = await api.person()
  ben = await api.person()
})
afterEach(() => limitRates(false))
afterAll(api.close)

const pathOf = (url: string) => new URL(url).pathname
const make = async (as: Caller, planId?: number) => {
  const { status, body, text } = await api.send(feedCalls.create, planId === undefined ? {} : { planId }, { as })
  expect(status, text).toBe(201)
  return body
}
const read = async (url: string, headers: Record<string, string> = {}) => {
  forgetFeeds()
  return api.call("GET", pathOf(url), { headers })
}
/** What both libraries find: summary, first day and the day after it, by id. */
const eventsIn = (text: string) => {
  const component = new ICAL.Component(ICAL.parse(text))
  const one = component.getAllSubcomponents("vevent").map((each) => {
    const { uid, summary, startDate, endDate } = new ICAL.Event(each)
    return [uid, summary, String(startDate), String(endDate), String(each.getFirstPropertyValue("url"))]
  })
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const other = (convertIcsCalendar(undefined, text).events ?? []).map(({ uid, summary, start, end, url }) => [
    uid,
    summary,
    day(start.date),
    end ? day(end.date) : "",
    String(url),
  ])
  expect(other).toEqual(one)
  return one
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test("a person's dated cards are all-day events with stable ids and links, of all plans or of one", async () => {
  const { plan, item, task } = await api.filled(ada)
  const other = await api.filled(ada)
  const [soon, later] = [inDays(3), inDays(40)]
  const due = (planId: number, id: number, more: object) =>
    api.send(taskCalls.update, { planId, id, ...more } as never, { as: ada })
  await due(plan.id, task.id, { dueDate: soon, ownerId: ada.id, description: "Permit, \\n; \u0007bell\nsecond line" })
  await due(other.plan.id, other.task.id, { dueDate: later, ownerId: ada.id })
  const base = { planId: plan.id, itemId: item.id, dueDate: soon }
  await api.task(ada, plan.id, item.id, { ...base, description: "Nobody's" })
  await api.task(ada, plan.id, item.id, { ...base, description: "A draft", ownerId: ada.id, isDraft: true })
  await api.item(ada, plan.id, { topic: "Fair", dueDate: later, ownerId: ada.id })
  const all = await make(ada)
  const one = await make(ada, plan.id)
  const { status, headers, text } = await read(all.url)
  expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"])
  const after = (day: string, more: number) => new Date(Date.parse(day) + more * 86_400_000).toISOString().slice(0, 10)
  const link = `http://localhost:3000/plan/${plan.id}/tasks/${task.id}`
  const events = eventsIn(text)
  expect(events).toHaveLength(3)
  expect(events[0]).toEqual([
    `task-${task.id}@localhost`,
    "Permit, \\n;  bell\nsecond line",
    ...[soon, after(soon, 1), link],
  ])
  expect(eventsIn((await read(one.url)).text).map(([, summary]) => summary?.slice(0, 4))).toEqual(["Perm", "Fair"])
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[^\P{Cc}\t]/u)
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)

  await due(plan.id, task.id, { dueDate: later, type: 2 })
  const moved = eventsIn((await read(all.url)).text).find(([uid]) => uid === `task-${task.id}@localhost`)
  expect(moved?.slice(1, 3)).toEqual(["✓ Permit, \\n;  bell\nsecond line", later])
})

test("any texts make a calendar that both libraries read", async () => {
  const { plan, item, task } = await api.filled(ada)
  const { url } = await make(ada)
  const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }).filter((text) => text.trim() !== "")
  await fc.assert(
    fc.asyncProperty(texts, async (description) => {
      const sent = { planId: plan.id, id: task.id, description, dueDate: inDays(2), ownerId: ada.id }
      const { status } = await api.send(taskCalls.update, sent, { as: ada })
      if (status !== 200) return
      const [event] = eventsIn((await read(url)).text)
      expect(event?.[0]).toBe(`task-${task.id}@localhost`)
    }),
    { numRuns: 40 },
  )
  expect(item.id).toBeGreaterThan(0)
})

test("a feed has a tag and is compressed", async () => {
  const { plan, task } = await api.filled(ada)
  const sent = { planId: plan.id, id: task.id, dueDate: inDays(2), ownerId: ada.id }
  await api.send(taskCalls.update, sent, { as: ada })
  const { url } = await make(ada)
  const plain = await read(url)
  const packed = await read(url, { "accept-encoding": "gzip" })
  expect(packed.headers.get("content-encoding")).toBe("gzip")
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.text)
  const etag = plain.headers.get("etag") ?? ""
  expect((await read(url, { "if-none-match": etag })).status).toBe(304)
  await api.send(taskCalls.update, { ...sent, description: "Changed" }, { as: ada })
  expect((await read(url, { "if-none-match": etag })).status).toBe(200)
  expect((await api.call("HEAD", pathOf(url))).text).toBe("")
  expect((await api.call("POST", pathOf(url))).status).toBe(405)
})

test("asked a hundred times in a second, a feed is read once, and answers sixty times a minute", async () => {
  const { plan, task } = await api.filled(ada)
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, dueDate: inDays(2), ownerId: ada.id }, { as: ada })
  const path = pathOf((await make(ada)).url)
  // Neither that second nor the minute ends in between.
  vi.useFakeTimers({ toFake: ["Date"], now: (Math.floor(Date.now() / 60_000) + 1) * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  limitRates(true)
  const answers: { status: number; text: string }[] = []
  const reads = await statementsWith('"recurrenceFrom"', async () => {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => api.call("GET", path)))))
  })
  expect(reads).toHaveLength(1)
  const whole = answers.filter(({ status }) => status === 200)
  expect([whole.length, answers.filter(({ status }) => status === 429).length]).toEqual([60, 40])
  expect(new Set(whole.map(({ text }) => text)).size).toBe(1)
  expect(eventsIn(whole[0]?.text ?? "")).toHaveLength(1)
})

test("an address is shown again, replaced by another, and ended at once; it ends with membership and the account", async () => {
  const { plan } = await api.filled(ada)
  await api.join(plan.id, ben)
  const first = await make(ben, plan.id)
  const list = async () => (await api.send(feedCalls.list, {}, { as: ben })).body
  expect(await list()).toMatchObject([{ id: first.id, planId: plan.id, url: first.url, lastUsedAt: null }])
  expect((await read(first.url)).status).toBe(200)
  await expect.poll(async () => (await list())[0]?.lastUsedAt).not.toBeNull()
  const second = await make(ben, plan.id)
  expect((await read(first.url)).status).toBe(404)
  expect((await read(second.url)).status).toBe(200)
  expect(await list()).toHaveLength(1)

  await api.send(planCalls.removeMember, { planId: plan.id, userId: ben.id }, { as: ada })
  expect((await read(second.url)).status).toBe(404)
  const own = await make(ben)
  await db()`update app.person set enabled = false where id = ${ben.id}`
  expect((await read(own.url)).status).toBe(404)
  await db()`update app.person set enabled = true where id = ${ben.id}`
  expect((await api.send(feedCalls.remove, { id: own.id }, { as: ben })).status).toBe(204)
  expect((await read(own.url)).status).toBe(404)
  expect((await api.send(feedCalls.create, { planId: plan.id }, { as: ben })).status).toBe(404)
  expect((await api.send(feedCalls.remove, { id: (await make(ada)).id }, { as: ben })).status).toBe(404)
  const rows = await db()<{ row: string }[]>`select to_jsonb(f)::text as row from app.feed f`
  for (const { row } of rows) expect(row).not.toContain(new URL(own.url).pathname.slice(6, 30))
})
