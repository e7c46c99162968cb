// What a large plan costs the process that answers: no step is in proportion to the plan.

import { gunzipSync } from "node:zlib"
import postgres from "postgres"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { limitRates } from "~/api/rate-limit.server"
import { visitBy } from "~/api/visit.server"
import type { Plan } from "~/contract/plan"
import { planCalls } from "~/contract/plan"
import { linkCalls, visitHeader } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { heldBytes } from "~/domain/limits/held.server"
import { countAmount } from "~/domain/limits/rate.server"
import { type Api, type Caller, openApi, origin } from "../support/api/api.ts"
import { limitTo } from "../support/api/limits.ts"

let api: Api
let ada: Caller
let plan: Plan

const goals = 12
const actionsOfGoal = 20
const tasksOfAction = 50
const goal = (name: string) => ({
  name,
  actions: Array.from({ length: actionsOfGoal }, (_, action) => ({
    topic: `Action ${action}`,
    tasks: Array.from({ length: tasksOfAction }, (_, task) => ({
      description: `Task ${task} ${"of the harbour ".repeat(20)}`,
    })),
  })),
})
const file = JSON.stringify({
  ...{ format: "laneway-plan", version: 1, name: "Harbour" },
  goals: Array.from({ length: goals }, (_, at) => goal(`Goal ${at}`)),
})

const analyzed = async () => {
  const [row] = await db()<{ times: number; estimated: number }[]>`
    select s.analyze_count::int as times, c.reltuples::int as estimated
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = 'app' and s.relname = 'task'`
  return row ?? { times: 0, estimated: 0 }
}

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  const form = new FormData()
  form.set("file", new File([file], "plan.json"))
  const { status, body } = await api.call<Plan>("POST", "/api/Plan/import", { as: ada, form })
  expect(status).toBe(201)
  plan = body
})
afterAll(() => api.close())

test("the planner knows the imported rows when the import is answered, and those of a restored version soon after", async () => {
  const after = await analyzed()
  expect(after.times).toBeGreaterThan(0)
  expect(after.estimated).toBeGreaterThan(goals * actionsOfGoal * tasksOfAction * 0.9)
  const [before] = (await api.send(planCalls.revisions, { planId: plan.id }, { as: ada })).body
  const { body: kept } = await api.send(planCalls.snapshot, { planId: plan.id }, { as: ada })
  for (const version of [before, kept])
    expect((await api.call("POST", `/api/Plan/${plan.id}/restore/${version?.id}`, { as: ada })).status).toBe(200)
  await expect.poll(async () => (await analyzed()).times).toBeGreaterThan(after.times)
})

test("a public link's board leaves in pieces too, with or without gzip, and is made once for all who ask", async () => {
  const { body } = await api.send(linkCalls.makeLink, { planId: plan.id }, { as: ada })
  const visit = await visitBy(new Request(origin), body.url.split("/").at(-1) ?? "")
  const headers = { [visitHeader]: visit.state === "open" ? visit.visitKey : "" }
  const ask = (more = {}) =>
    api.dispatch(new Request(`${origin}/api/public/board`, { headers: { ...headers, ...more } }), { ip: "127.0.0.1" })
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
  const texts: string[] = []
  for (const answer of answers) {
    let text = ""
    const decoder = new TextDecoder()
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      expect(piece.byteLength).toBeLessThan(400_000)
      text += decoder.decode(piece, { stream: true })
    }
    texts.push(text)
  }
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0] ?? "").tasks).toHaveLength(goals * actionsOfGoal * tasksOfAction)
  const packed = await (await ask({ "accept-encoding": "gzip" })).arrayBuffer()
  expect(gunzipSync(packed).toString()).toBe(texts[0])
})

test("whole boards without gzip are counted apart, for members and visitors; with gzip they are calls", async () => {
  limitRates(true)
  // Counts are those of the clock's minute.
  vi.useFakeTimers({ toFake: ["Date"] })
  try {
    const { body } = await api.send(linkCalls.makeLink, { planId: plan.id }, { as: ada })
    const visit = await visitBy(new Request(body.url), body.url.split("/").at(-1) ?? "")
    const visitor = { [visitHeader]: visit.state === "open" ? visit.visitKey : "" }
    const key = { "x-api-key": await api.key(plan.id) }
    const statuses = async (path: string, headers: Record<string, string>) => {
      const ask = async (more: Record<string, string>) => {
        const answer = await api.dispatch(new Request(`${origin}${path}`, { headers: { ...headers, ...more } }), {
          ip: "203.0.113.77",
        })
        await answer.body?.cancel()
        return answer.status
      }
      return [await ask({}), await ask({}), await ask({ "accept-encoding": "gzip" })]
    }
    const [own] = await db()<{ id: number }[]>`select id from app.plan_key where plan_id = ${plan.id}`
    for (const caller of [`key${own?.id}`, "ip 203.0.113.77"])
      countAmount("plainBoard", caller, { most: 1e9, within: 60_000 }, 59)
    expect(await statuses(`/api/Plan/${plan.id}/board`, key)).toEqual([200, 429, 200])
    expect(await statuses("/api/public/board", visitor)).toEqual([200, 429, 200])
  } finally {
    vi.useRealTimers()
    limitRates(false)
  }
})

test.each([
  ["board", "/board", "Plan"],
  ["export as JSON", "/export?format=json", "Plan"],
  ["export as zip", "/export?format=zip", "Plan"],
  ["list of tasks", "", "Task"],
])("the %s leaves in pieces, with turns for others in between", async (_, path, resource) => {
  const address = resource === "Task" ? `/api/Task/plan/${plan.id}` : `/api/Plan/${plan.id}${path}`
  const answer = await api.dispatch(new Request(`${origin}${address}`, { headers: { cookie: ada.cookie } }), {
    ip: "127.0.0.1",
  })
  let turns = 0
  let counted = true
  // A timer would count milliseconds, and a turn may take less.
  const count = () => {
    turns++
    if (counted) setImmediate(count)
  }
  setImmediate(count)
  let [bytes, largest] = [0, 0]
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength
    largest = Math.max(largest, piece.byteLength)
  }
  counted = false
  expect(bytes).toBeGreaterThan(3_000_000)
  expect(largest).toBeLessThan(400_000)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes / 1_000_000))
})

test("callers take turns with large plans, and one caller has five of them waiting at most", async () => {
  const ben = await api.person()
  await api.join(plan.id, ben)
  const ended: string[] = []
  const ask = (as: Caller, name: string) =>
    api.send(taskCalls.list, { planId: plan.id }, { as }).then(({ status }) => {
      ended.push(name)
      return status
    })
  let asked: Promise<number>[] = []
  // It waits for the lock, whatever is cached.
  const outside = postgres(api.database.superUrl, { max: 1, onnotice: () => {} })
  await outside.begin(async (tx) => {
    await tx`lock table app.task in access exclusive mode`
    asked = Array.from({ length: 7 }, () => ask(ada, "Ada"))
    await expect.poll(() => ended).toHaveLength(2)
    asked.push(...Array.from({ length: 6 }, () => ask(ben, "Ben")))
    // The five before the refused one are in line.
    await expect.poll(() => ended).toHaveLength(3)
  })
  const statuses = await Promise.all(asked)
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 429, 429, 429])
  // Behind the one that was being read, or that Ada was already in line with.
  expect(ended.slice(3).indexOf("Ben")).toBeLessThan(3)
  await outside.end()
})

const reading = (path: string, { cookie } = ada) =>
  api.dispatch(new Request(`${origin}${path}`, { headers: { cookie } }), { ip: "127.0.0.1" })

test.each(["board", "list of tasks"])(
  "the %s holds memory until it has been read, and another is refused meanwhile",
  async (what) => {
    await limitTo({ plan_memory: 100_000_000, plan_memory_per_caller: 1_000_000 })
    onTestFinished(() => limitTo({}))
    const path = what === "board" ? `/api/Plan/${plan.id}/board` : `/api/Task/plan/${plan.id}`
    const slow = await reading(path)
    expect(slow.status).toBe(200)
    const refused = await reading(path)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"])
    await slow.body?.cancel()
    expect((await (await reading(path)).arrayBuffer()).byteLength).toBeGreaterThan(3_000_000)
    expect(heldBytes("plans")).toBe(0)
  },
)

test("an export's turn lasts until it has been read", async () => {
  const path = `/api/Plan/${plan.id}/export?format=zip`
  const ben = await api.person()
  await api.join(plan.id, ben)
  const slow = await reading(path)
  let answered = 0
  const others = Array.from({ length: 5 }, () => reading(path).finally(() => answered++))
  await expect.poll(() => answered).toBe(1)
  // Somebody else's has its own turn, and takes as long as the next one would.
  await (await reading(path, ben)).arrayBuffer()
  expect(answered).toBe(1)
  await slow.body?.cancel()
  const statuses = others.map(async (other) => {
    const answer = await other
    await answer.arrayBuffer()
    return answer.status
  })
  expect((await Promise.all(statuses)).toSorted()).toEqual([200, 200, 200, 200, 429])
  expect(heldBytes("plans")).toBe(0)
})
