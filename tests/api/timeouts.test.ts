// No call keeps others waiting: searches, calls and background work have connections of their own, and each statement a time limit.

import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { searchCalls } from "~/contract/search"
import { taskCalls } from "~/contract/task"
import { backgroundDb, boardDb, db, openDatabase, searchDb, wholePlanDb } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { transaction } from "~/database/transaction.server"
import { type Api, type Caller, openApi, origin } from "../support/api/api.ts"
import { patientStatements } from "../support/patience.ts"

let api: Api
let ada: Caller
let planId = 0
let taskId = 0
/** A session outside of the product, which holds locks. */
let outside: postgres.Sql

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  const made = await api.filled(ada)
  planId = made.plan.id
  taskId = made.task.id
  await keepWords()
  outside = postgres(api.database.superUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await outside.end()
  await api.close()
})

const open = (limits: { callMs: number; searchMs: number }) =>
  openDatabase({ url: api.database.url, socket: null, max: 4, prepare: true, ...limits })
/** Runs `work` with these limits, on new connections. What comes after has time. */
const within = async <T>(limits: Partial<typeof patientStatements>, work: () => Promise<T>) => {
  await open({ ...patientStatements, ...limits })
  return work().finally(() => open(patientStatements))
}
const rename = (description: string) => api.send(taskCalls.update, { planId, id: taskId, description }, { as: ada })

/** Runs `work` while a table is locked against every reader and writer. */
const whileLocked = async <T>(table: string, work: () => Promise<T>): Promise<T> => {
  let result: T | undefined
  await outside.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`)
    result = await work()
  })
  return result as T
}

const waiting = async () => {
  const [row] = await outside<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.n ?? 0
}

test("every connection has time limits", async () => {
  for (const sql of [db(), searchDb(), boardDb(), wholePlanDb(), backgroundDb()]) {
    const [limits] = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`
    for (const limit of Object.values(limits ?? {})) expect(limit).toMatch(/^[1-9]\d*(ms|s|min)$/)
  }
})

test("six searches that wait hold no save", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => api.person()))
  for (const person of people) await api.join(planId, person)
  const { answers } = await whileLocked("app.search_entry", async () => {
    const searches = people.map((as) => api.send(searchCalls.search, { planId, q: "task" }, { as }))
    await expect.poll(waiting).toBe(2)
    for (const text of ["One", "Two", "Three"]) expect((await rename(text)).status).toBe(200)
    expect(await waiting()).toBe(2)
    return { answers: Promise.all(searches) }
  })
  expect((await answers).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test("counts of what plans hold wait in turn, and hold no save", async () => {
  const grace = await api.person()
  await api.join(planId, grace)
  const { answers } = await whileLocked("app.file", async () => {
    const ask = (as: Caller) => api.send(planCalls.contents, { planId }, { as })
    const asked = [ada, ada, ada, ada, ada, grace].map(ask)
    await expect.poll(waiting).toBe(2)
    for (const text of ["One", "Two", "Three"]) expect((await rename(text)).status).toBe(200)
    expect(await waiting()).toBe(2)
    expect((await ask(ada)).status).toBe(429)
    return { answers: Promise.all(asked) }
  })
  expect((await answers).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test("a search beyond its time answers what it has found and says so", async () => {
  // The wait for the lock ends after half of it; the other half is for a new connection's first statement.
  const { status, body } = await within({ searchMs: 4_000 }, () =>
    whileLocked("app.search_entry", () => api.send(searchCalls.search, { planId, q: "three" }, { as: ada })),
  )
  expect([status, body.tasks, body.incomplete]).toEqual([200, [], true])
  const whole = (await api.send(searchCalls.search, { planId, q: "three" }, { as: ada })).body
  expect([whole.tasks.map(({ description }) => description), whole.incomplete]).toEqual([["Three"], undefined])
})

test("a call that waits too long answers 503 with Retry-After, and nothing of it is written", async () => {
  const answer = await within({ callMs: 400 }, () =>
    whileLocked("app.task", () =>
      api.dispatch(
        new Request(`${origin}/api/Task/?planId=${planId}`, {
          method: "PUT",
          headers: { cookie: ada.cookie, origin, "content-type": "application/json" },
          body: JSON.stringify({ id: taskId, description: "Too late" }),
        }),
        { ip: "127.0.0.1" },
      ),
    ),
  )
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"])
  const { body } = await api.send(taskCalls.get, { planId, id: taskId }, { as: ada })
  expect(body.description).toBe("Three")
})

test("a statement beyond its time is ended, unless it moves a whole plan", async () => {
  await within({ callMs: 400 }, async () => {
    await expect(db()`select pg_sleep(0.6)`).rejects.toMatchObject({ code: "57014" })
    expect(await wholePlanDb()`select pg_sleep(0.6)`).toHaveLength(1)
    await expect(transaction((tx) => tx`select pg_sleep(0.6)`)).rejects.toMatchObject({ code: "57014" })
  })
})

test("a person's own searches run in turn, and too many of them are refused", async () => {
  const { answers } = await whileLocked("app.search_entry", async () => {
    const searches = Array.from({ length: 12 }, () => api.send(searchCalls.search, { planId, q: "task" }, { as: ada }))
    await expect.poll(waiting).toBe(1)
    const refused = await Promise.all(searches.slice(10))
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect(await waiting()).toBe(1)
    return { answers: Promise.all(searches.slice(0, 10)) }
  })
  expect((await answers).map(({ status }) => status)).toEqual(Array(10).fill(200))
})

test("indexing a member's long notes keeps neither saves nor another plan's indexing waiting", async () => {
  const eve = await api.person()
  const hers = await api.plan(eve)
  for (let n = 0; n < 12; n++)
    await api.send(
      noteCalls.create,
      { planId: hers.id, title: `Long ${n}`, content: `word${n} `.repeat(10_000) },
      { as: eve },
    )
  await rename("Quagga")
  const [first] = await backgroundDb()<{ more: boolean }[]>`select app.keep_due_words(${hers.id}, 100) as more`
  expect(first?.more).toBe(true)
  const [left] = await db()<{ n: number }[]>`select count(*)::int as n from app.search_due where plan_id = ${hers.id}`
  expect(left?.n).toBe(7)
  const found = await api.send(searchCalls.search, { planId, q: "quagga" }, { as: ada })
  expect(found.body.tasks.map(({ description }) => description)).toEqual(["Quagga"])
})
