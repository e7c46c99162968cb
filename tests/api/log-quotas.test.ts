// One person's log of a day, and the events of a plan, are bounded in bytes.
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { type LimitName, labelOf } from "~/contract/limits"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { dropOldest } from "~/database/board.server"
import { db } from "~/database/connection.server"
import { usageTotals } from "~/database/quota.server"
import { forgetCalls, storeCounts } from "~/domain/limits/rate.server"
import { type Answer, type Caller, openApi } from "../support/api/api.ts"
import { limitTo } from "../support/api/limits.ts"

let owner: Caller
let member: Caller
let planId: number
let taskId: number
const api = await openApi()
beforeEach(async () => {
  owner = await api.person()
  member = await api.person()
  const { plan, task } = await api.filled(owner)
  planId = plan.id
  taskId = task.id
  await api.join(planId, member)
})
afterEach(async () => {
  await limitTo({})
  forgetCalls()
  await db()`delete from app.rate`
})
afterAll(api.close)

const isFull = (answer: Answer<unknown>, name: LimitName) => {
  expect(answer.status).toBe(409)
  expect((answer.body as Problem).message).toMatch(
    new RegExp(`\\. Change long texts less often, or continue tomorrow\\. Limit: ${labelOf(name)}\\.$`),
  )
}
const save = (as: Caller, description: string, id = taskId, plan = planId) =>
  api.send(taskCalls.update, { planId: plan, id, description }, { as })
const entries = async () => (await db()`select from app.audit where plan_id = ${planId}`).length

test("one member's changes of a day fill a plan's log to a bound, and leave room for the others", async () => {
  await limitTo({ log_bytes_per_member: 50_000 })
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await save(member, `${n} ${"x".repeat(10_000)}`)).status)
  expect(statuses).toEqual([200, 200, 200, 409, 409])
  const had = await entries()
  isFull(await save(member, "short"), "log_bytes_per_member")
  expect(await entries()).toBe(had)
  expect((await save(owner, "mine")).status).toBe(200)
  const other = await api.filled(member)
  expect((await save(member, "elsewhere", other.task.id, other.plan.id)).status).toBe(200)

  const { body } = await api.send(accountCalls.storage, { planId }, { as: member })
  const used = body.find(({ name }) => name === "log_bytes_per_member")
  expect(used).toMatchObject({ scope: "member", most: 50_000, what: "changes a day" })
  expect(used?.used).toBeGreaterThanOrEqual(50_000)
  await storeCounts()
  const { near } = await usageTotals()
  expect(near.find(({ name }) => name === "log_bytes_per_member")?.holders).toBe(1)
})

test("a person's changes of a day are bounded in all plans together, also those that another process has counted", async () => {
  await limitTo({ log_bytes_per_person: 30_000 })
  expect((await save(member, "x".repeat(10_000))).status).toBe(200)
  const other = await api.filled(member)
  await storeCounts()
  await db()`update app.rate set calls = calls + 30000 where kind = 'log person' and caller = ${`u${member.id}`}`
  expect((await save(member, "y".repeat(10_000), other.task.id, other.plan.id)).status).toBe(200)
  await storeCounts()
  isFull(await save(member, "z", other.task.id, other.plan.id), "log_bytes_per_person")
  expect((await save(owner, "mine")).status).toBe(200)
})

test("events are kept up to a bound, and a client that misses older ones is told to load the board", async () => {
  const since = async () =>
    (await db()<{ seq: number }[]>`select seq from app.plan_clock where plan_id = ${planId}`)[0]?.seq
  const first = (await since()) ?? 0
  for (let n = 0; n < 6; n++) await save(owner, `${n} ${crypto.randomUUID().repeat(250)}`)
  const last = (await since()) ?? 0
  const changes = (seq: number) => api.send(planCalls.changes, { planId, since: seq }, { as: owner })
  await dropOldest()
  expect((await changes(first)).body.events).toHaveLength(6)
  await db()`select pg_stat_force_next_flush()`
  const atLeast = (least: number) => expect.toSatisfy((value: number) => value >= least)
  await expect
    .poll(async () => (await usageTotals()).totals.find(({ kind }) => kind === "events"))
    .toMatchObject({ scope: "plan", count: atLeast(6), bytes: atLeast(6 * 8_000) })
  const [{ bytes } = { bytes: 0 }] = await db()<{ bytes: number }[]>`
    select max(pg_column_size(payload))::bigint as bytes from app.event where plan_id = ${planId}`
  await limitTo({ event_bytes_per_plan: 3 * (bytes + 100) })
  await dropOldest()
  expect((await changes(last - 3)).body.events).toHaveLength(3)
  expect((await changes(first)).status).toBe(410)
})
