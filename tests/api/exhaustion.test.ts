// Work and locks that one caller could cause in the database for much longer than their call.
import postgres from "postgres"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { auditCalls } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { messageCalls } from "~/contract/message"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { searchCalls } from "~/contract/search"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { dropOldest } from "~/database/board.server"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { keepHourly } from "~/database/version.server"
import { undoLast } from "~/domain/agent/undo.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { limitOf } from "~/domain/limits/limits.server"
import { countAmount, countedOf, forgetCalls } from "~/domain/limits/rate.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let grace: Caller
let planId: number
/** A session outside of the product, which holds locks. */
let outside: postgres.Sql

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  grace = await api.person()
  planId = (await api.filled(ada)).plan.id
  await api.join(planId, grace)
  outside = postgres(api.database.superUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await outside.end()
  await api.close()
})

test("unread messages are counted up to 100, whatever was sent, and deleted and own ones not at all", async () => {
  const open = (as: Caller, other: Caller) =>
    api.send(messageCalls.open, { planId, participantIds: [other.id] }, { as })
  const { id } = (await open(ada, grace)).body
  const fill = (sender: number, count: number, deleted = false) => db()`
    insert into app.message (plan_id, conversation_id, sender_id, content, deleted_date)
    select ${planId}, ${id}, ${sender}, 'x', ${deleted ? "2030-01-01T00:00:00Z" : null} from generate_series(1, ${count})`
  const unread = async (as: Caller) =>
    (await api.send(messageCalls.unreadCounts, { planId }, { as })).body.byConversation[id]
  await fill(ada.id, 40)
  await fill(ada.id, 200, true)
  expect([await unread(grace), await unread(ada)]).toEqual([40, 0])
  await fill(ada.id, 300)
  expect([await unread(grace), await unread(ada)]).toEqual([100, 0])
})

test("hourly versions hold no plan's saves while another plan's is waited for", async () => {
  const [first, second, third] = await Promise.all([api.filled(ada), api.filled(ada), api.filled(ada)])
  const ids = [first, second, third].map(({ plan }) => plan.id)
  await db()`update app.plan_clock set last_edit = now() - interval '3 hours' where not plan_id = any (${ids}::bigint[])`
  await db()`update app.plan_clock set last_edit = now() - plan_id * interval '1 ms' where plan_id = any (${ids}::bigint[])`
  const versions = async (plan: number) => (await db()`select from app.plan_version where plan_id = ${plan}`).length
  const order = await db()<{ id: number }[]>`
    select plan_id as id from app.plan_clock where plan_id = any (${ids}::bigint[]) order by last_edit`
  const [early = 0, held = 0, late = 0] = order.map(({ id }) => id)
  let keeping: Promise<void> | undefined
  await outside.begin(async (tx) => {
    await tx`select from app.plan_clock where plan_id = ${held} for update`
    keeping = keepHourly()
    await expect.poll(() => versions(early)).toBe(1)
    expect((await api.send(planCalls.update, { id: early, name: "Saved meanwhile" }, { as: ada })).status).toBe(200)
    expect([await versions(held), await versions(late)]).toEqual([0, 0])
  })
  await keeping
  expect([await versions(held), await versions(late)]).toEqual([1, 1])
})

test("a change that too much has followed is not taken back, and a version is", async () => {
  const { plan } = await api.filled(ada)
  const [{ id: auditId }] =
    (await db()`select min(id)::int as id from app.audit where plan_id = ${plan.id}`) as unknown as [{ id: number }]
  const revert = () => api.send(planCalls.revert, { planId: plan.id, auditId }, { as: ada })
  const [row] = await db()<{ id: number }[]>`
    insert into app.audit (plan_id, entity, entity_id, action, before, after, via)
    values (${plan.id}, 'note', 0, 'update', jsonb_build_object('title', repeat('x', 9000000)), '{}', 'user') returning id`
  expect((await revert()).status).toBe(409)
  await db()`delete from app.audit where id = ${row?.id ?? 0}`
  await db()`
    insert into app.audit (plan_id, entity, entity_id, action, before, after, via)
    select ${plan.id}, 'note', 0, 'update', '{}', '{}', 'user' from generate_series(1, 20001)`
  const refused = await revert()
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Restore a version")])
  await db()`delete from app.audit where plan_id = ${plan.id} and entity = 'note'`
  expect((await revert()).status).toBe(200)
})

test("one caller's versions and undone change sets come one after another, and ten wait at most", async () => {
  const { plan } = await api.filled(ada)
  const keep = () => api.send(planCalls.snapshot, { planId: plan.id, force: "true", description: "x" }, { as: ada })
  let answered = 0
  let asked: ReturnType<typeof keep>[] = []
  await outside.begin(async (tx) => {
    await tx`select from app.plan_clock where plan_id = ${plan.id} for update`
    asked = Array.from({ length: 12 }, () => keep().finally(() => answered++))
    await expect.poll(() => answered).toBe(2)
    const actor = { userId: ada.id, userName: "Ada", ...ownAccess, planScope: null, via: "browser" } as unknown as Actor
    await expect(undoLast(actor, plan.id)).rejects.toMatchObject({ problem: { status: 429 } })
  })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(10).fill(201), 429, 429])
})

test("a person who has notified others too often in a minute is refused, but not for changes that notify nobody", async () => {
  // No minute ends in between: the next one begins, for the database's clock too.
  vi.useFakeTimers({ toFake: ["Date"], now: (Math.floor(Date.now() / 60_000) + 1) * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { id } = (await api.send(messageCalls.open, { planId, participantIds: [grace.id] }, { as: ada })).body
  const send = () => api.send(messageCalls.send, { id, content: "Hello" }, { as: ada })
  expect((await send()).status).toBe(201)
  countAmount("deliveries", `u${ada.id}`, { most: 20_000, within: 60_000 }, 20_000)
  const refused = await send()
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
  const rename = (as: Caller) => api.send(planCalls.update, { id: planId, name: `Harbour ${as.id}` }, { as })
  // It tells all members that their tasks are in a plan of another name.
  expect((await rename(ada)).status).toBe(429)
  expect((await api.send(goalCalls.create, { planId, name: "Quay" }, { as: ada })).status).toBe(201)
  expect((await api.send(messageCalls.send, { id, content: "Hello" }, { as: grace })).status).toBe(201)
  forgetCalls()
  expect((await rename(ada)).status).toBe(200)
  expect(countedOf("deliveries", `u${ada.id}`, 60_000)).toBe(2)
})

test("a person who has read a gigabyte in a minute reads no more plans and long texts until it is over, and saves", async () => {
  // No minute ends in between.
  vi.useFakeTimers({ toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
  forgetCalls()
  const { plan, task } = await api.filled(ada)
  const update = (description: string) =>
    api.send(taskCalls.update, { planId: plan.id, id: task.id, description }, { as: ada })
  expect((await update("x".repeat(20_000))).status).toBe(200)
  const log = () => api.send(auditCalls.ofPlan, { planId: plan.id }, { as: ada })
  const reads = [
    log,
    () => api.send(noteCalls.list, { planId: plan.id }, { as: ada }),
    () => api.send(planCalls.board, { planId: plan.id }, { as: ada }),
    () => api.send(taskCalls.list, { planId: plan.id }, { as: ada }),
    () => api.send(planCalls.export, { planId: plan.id, format: "json" }, { as: ada }),
  ]
  for (const read of reads) expect((await read()).status).toBe(200)
  const moved = limitOf("read_bytes_per_minute")
  expect(countedOf("moved", `u${ada.id}`, moved.within)).toBeGreaterThan(60_000)
  countAmount("moved", `u${ada.id}`, moved, moved.most)
  for (const read of reads) {
    const { status, headers } = await read()
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true])
  }
  expect((await update("y")).status).toBe(200)
  forgetCalls()
  expect((await log()).status).toBe(200)
})

test("pages of long texts are read one after another for one caller, and 20 wait at most", async () => {
  const list = () => api.send(noteCalls.list, { planId }, { as: ada })
  let answered = 0
  let asked: ReturnType<typeof list>[] = []
  await outside.begin(async (tx) => {
    await tx`lock table app.note in access exclusive mode`
    asked = Array.from({ length: 22 }, () => list().finally(() => answered++))
    await expect.poll(() => answered).toBe(2)
  })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(20).fill(200), 429, 429])
})

test("a rename waits for none of its person's plans while it holds the others, and is refused past 60 an hour", async () => {
  const [first, second] = [(await api.filled(ada)).plan.id, (await api.filled(ada)).plan.id]
  const rename = (userName: string) => api.send(userCalls.update, { id: ada.id, userName }, { as: ada })
  await outside.begin(async (tx) => {
    await tx`select from app.plan_clock where plan_id = ${Math.max(first, second)} for update`
    // The plan is released after the answer only.
    expect((await rename("Ada Held")).status).toBe(409)
    const saved = await api.send(planCalls.update, { id: Math.min(first, second), name: "Saved" }, { as: ada })
    expect(saved.status).toBe(200)
  })
  expect((await rename("Ada Free")).status).toBe(200)
  countAmount("everywhere", `u${ada.id}`, { most: 60, within: 3_600_000 }, 60)
  expect((await rename("Ada Again")).status).toBe(429)
  forgetCalls()
})

test("the oldest answers kept for repeats go beyond their bytes, small ones too; their keys remain", async () => {
  const caller = `u${grace.id}`
  await db()`
    insert into app.idempotency (caller, key, request_hash, status, answer, size, created_date)
    select ${caller}, 'small ' || n, 'x', 200, to_jsonb('x'::text), 10000, now() - n * interval '1 s' from generate_series(1, 40) n`
  const [quota] = await db()<
    { most: number }[]
  >`select most from app.quota where name = 'QUOTA_ANSWER_BYTES_PER_CALLER'`
  await db()`update app.quota set most = 100000 where name = 'QUOTA_ANSWER_BYTES_PER_CALLER'`
  await dropOldest()
  await db()`update app.quota set most = ${quota?.most ?? 0} where name = 'QUOTA_ANSWER_BYTES_PER_CALLER'`
  const kept = await db()<{ key: string; dropped: boolean }[]>`
    select key, dropped from app.idempotency where caller = ${caller} and key like 'small %' order by created_date desc`
  expect(kept).toHaveLength(40)
  expect(kept.filter(({ dropped }) => !dropped).map(({ key }) => key)).toEqual(
    Array.from({ length: 10 }, (_, at) => `small ${at + 1}`),
  )
})

test("a person keeps the newest thousand notifications of a plan", async () => {
  await db()`
    insert into app.notification (plan_id, person_id, kind, title)
    select ${planId}, ${grace.id}, 'comment', 'Note ' || n from generate_series(1, 1010) n`
  await dropOldest()
  const kept = await db()<{ title: string }[]>`
    select title from app.notification where plan_id = ${planId} and person_id = ${grace.id} order by id`
  expect([kept.length, kept.at(-1)?.title]).toEqual([1_000, "Note 1010"])
})

test("a plan's words don't displace those of another, are bounded, and go with their texts", async () => {
  const [mine, theirs] = [(await api.filled(ada)).plan.id, (await api.filled(grace)).plan.id]
  const note = (as: Caller, plan: number, content: string) =>
    api.send(noteCalls.create, { planId: plan, content, visibility: 1 }, { as })
  const near = Array.from({ length: 40 }, (_, at) => `lighthause${String.fromCharCode(97 + (at % 26))}${at}`).join(" ")
  await note(ada, mine, "The lighthouse")
  const { body: foreign } = await note(grace, theirs, `lighthause ${near}`)
  await keepWords()
  const found = await api.send(searchCalls.search, { planId: mine, q: "lighthause" }, { as: ada })
  expect(found.body.notes).toHaveLength(1)

  const words = async (plan: number) => (await db()`select word from app.search_word where plan_id = ${plan}`).length
  expect(await words(theirs)).toBeGreaterThan(40)
  await api.send(noteCalls.remove, { id: foreign.id, planId: theirs }, { as: grace })
  await keepWords()
  await db()`select app.forget_words(${theirs})`
  expect(await words(theirs)).toBeLessThan(40)
  const had = await words(theirs)
  await note(grace, theirs, "breakwater lantern")
  await db()`select app.keep_due_words(${theirs}, 100, ${had + 1})`
  expect(await words(theirs)).toBe(had + 1)
  const { body } = await api.send(searchCalls.search, { planId: theirs, q: "lantern" }, { as: grace })
  expect(body.notes).toHaveLength(1)
})
