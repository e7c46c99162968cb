// Quotas of a plan's cards: every way in is counted and refused beyond them, and what makes room succeeds.
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import { type LimitName, labelOf } from "~/contract/limits"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { type Answer, type Caller, openApi } from "../support/api/api.ts"
import { limitTo } from "../support/api/limits.ts"
import { cardSizes } from "../support/database/card-sizes.ts"

let owner: Caller
let planId: number
let goalId: number
let itemId: number
let taskId: number
const api = await openApi()
/** A plan of one goal, one action and one task. */
beforeEach(async () => {
  owner = await api.person()
  const { plan, goal, item, task } = await api.filled(owner)
  planId = plan.id
  goalId = goal.id
  itemId = item.id
  taskId = task.id
})
afterEach(() => limitTo({}))
afterAll(api.close)

const isFull = (answer: Answer<unknown>, name: LimitName) => {
  expect(answer.status).toBe(409)
  expect((answer.body as Problem).message).toMatch(new RegExp(`\\. Delete .*\\. Limit: ${labelOf(name)}\\.$`))
}
const task = (description: string) => api.send(taskCalls.create, { planId, itemId, description }, { as: owner })
const rewrite = (description: string) => api.send(taskCalls.update, { planId, id: taskId, description }, { as: owner })

/** What is counted of the plan's cards, which must be what is stored. */
const counted = async (id = planId) => {
  const [stored] = await db()<{ count: number; bytes: number }[]>`
    select count(*)::bigint as count, coalesce(sum(bytes), 0)::bigint as bytes from (${cardSizes()}) c where plan_id = ${id}`
  const [used] = await db()<{ count: number; bytes: number }[]>`
    select count, bytes from app.usage where kind = 'cards' and plan_id = ${id}`
  expect(used).toEqual(stored)
  return used
}

test("a plan takes so many cards, also when they are made together", async () => {
  await limitTo({ cards_per_plan: 5 })
  const made = await Promise.all(Array.from({ length: 4 }, (_, at) => task(`T ${at}`)))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  isFull(await api.send(goalCalls.create, { planId, name: "G" }, { as: owner }), "cards_per_plan")
  isFull(await api.send(itemCalls.create, { planId, topic: "A" }, { as: owner }), "cards_per_plan")
  expect((await rewrite("changed")).status).toBe(200)
  await api.send(taskCalls.remove, { planId, id: taskId }, { as: owner })
  expect(await counted()).toMatchObject({ count: 4 })
  const restore = () => api.send(planCalls.restoreDeleted, { planId, entity: "task", id: taskId }, { as: owner })
  expect((await task("another")).status).toBe(201)
  isFull(await restore(), "cards_per_plan")
  const other = made.find(({ status }) => status === 201)?.body.id as number
  await api.send(taskCalls.remove, { planId, id: other }, { as: owner })
  expect((await restore()).status).toBe(200)
  expect(await counted()).toMatchObject({ count: 5 })
  await api.send(goalCalls.remove, { planId, id: goalId }, { as: owner })
  expect(await counted()).toEqual({ count: 0, bytes: 0 })
})

test("a plan takes so many bytes of texts, pictures and links, as JSON writes them; shorter ones are accepted", async () => {
  await limitTo({ card_bytes_per_plan: 10_000 })
  expect((await rewrite("x".repeat(8_000))).status).toBe(200)
  isFull(await rewrite("x".repeat(9_500)), "card_bytes_per_plan")
  isFull(await rewrite("\u0001".repeat(2_000)), "card_bytes_per_plan")
  const change = (fields: object) => api.send(goalCalls.update, { planId, id: goalId, ...fields }, { as: owner })
  isFull(await change({ imageBase64: "x".repeat(2_000) }), "card_bytes_per_plan")
  isFull(await change({ explanation: "x".repeat(2_000) }), "card_bytes_per_plan")
  isFull(
    await api.send(itemCalls.update, { planId, id: itemId, description: "x".repeat(2_000) }, { as: owner }),
    "card_bytes_per_plan",
  )
  expect(await counted()).toMatchObject({ count: 3 })
  await limitTo({ card_bytes_per_plan: 5_000 })
  expect((await rewrite("x".repeat(7_000))).status).toBe(200)
  isFull(await task("new"), "card_bytes_per_plan")
  expect((await rewrite("x".repeat(1_000))).status).toBe(200)
  expect((await task("new")).status).toBe(201)
  await counted()
})

test("the labels of cards, and what they wait for, take bytes as texts do", async () => {
  const names = Array.from({ length: 100 }, (_, at) => `Label ${at}`)
  const labels = await Promise.all(names.map((name) => api.send(labelCalls.create, { planId, name }, { as: owner })))
  const labelIds = labels.map(({ body }) => body.id)
  const { bytes = 0 } = (await counted()) ?? {}
  await limitTo({ card_bytes_per_plan: bytes })
  isFull(await api.send(taskCalls.update, { planId, id: taskId, labelIds }, { as: owner }), "card_bytes_per_plan")
  isFull(await api.send(itemCalls.update, { planId, id: itemId, labelIds }, { as: owner }), "card_bytes_per_plan")
  expect(await counted()).toMatchObject({ bytes })
  await limitTo({})
  for (const send of [
    () => api.send(taskCalls.update, { planId, id: taskId, labelIds }, { as: owner }),
    () => api.send(itemCalls.update, { planId, id: itemId, labelIds }, { as: owner }),
  ])
    expect((await send()).status).toBe(200)
  expect((await counted())?.bytes).toBeGreaterThan(bytes)
  const before = "x".repeat(250)
  await rewrite(before)
  const { body: other } = await task("other")
  await counted()
  const waiting = { planId, id: taskId, blockedByIds: [other.id], labelIds: [] }
  expect((await api.send(taskCalls.update, waiting, { as: owner })).status).toBe(200)
  const repeating = { planId, id: taskId, dueDate: "2026-12-01", recurrence: "FREQ=WEEKLY;BYDAY=MO" }
  expect((await api.send(taskCalls.update, repeating, { as: owner })).status).toBe(200)
  await counted()
  await api.send(goalCalls.remove, { planId, id: goalId }, { as: owner })
  expect(await counted()).toEqual({ count: 0, bytes: 0 })
})

test("a version is restored when the plan has room for its cards, not for both", async () => {
  await rewrite("x".repeat(8_000))
  const { body: version } = await api.send(planCalls.snapshot, { planId }, { as: owner })
  await api.send(goalCalls.remove, { planId, id: goalId }, { as: owner })
  const { body: other } = await api.item(owner, planId, { description: "y".repeat(7_000) }).then((body) => ({ body }))
  expect(other.id).toBeGreaterThan(itemId)
  const restore = () => api.send(planCalls.restore, { planId, revisionId: version.id }, { as: owner })
  await limitTo({ card_bytes_per_plan: 10_000 })
  expect((await restore()).status).toBe(200)
  expect(await counted()).toMatchObject({ count: 3 })
  await rewrite("short")
  await limitTo({ card_bytes_per_plan: 5_000 })
  isFull(await restore(), "card_bytes_per_plan")
  expect((await api.send(taskCalls.get, { planId, id: taskId }, { as: owner })).body.description).toBe("short")
  await counted()
})

test("a change that is undone counts again what it had removed", async () => {
  await rewrite("x".repeat(8_000))
  await rewrite("short")
  const [entry] = await db()<{ id: number }[]>`select max(id) as id from app.audit where plan_id = ${planId}`
  const revert = () => api.send(planCalls.revert, { planId, auditId: entry?.id as number }, { as: owner })
  await limitTo({ card_bytes_per_plan: 5_000 })
  isFull(await revert(), "card_bytes_per_plan")
  await limitTo({})
  expect((await revert()).status).toBe(200)
  expect(await counted()).toMatchObject({ count: 3 })
})

test("an import and a sample are refused whole, and counted", async () => {
  const plans = async () => (await api.send(planCalls.list, {}, { as: owner })).body
  const form = () => {
    const sent = new FormData()
    sent.set("file", new File([`# P\n## G\n- A\n  - [ ] ${"x".repeat(3_000)}\n`], "plan.md"))
    return { as: owner, form: sent }
  }
  const had = (await plans()).length
  await limitTo({ card_bytes_per_plan: 3_000 })
  isFull(await api.call("POST", "/api/Plan/import", form()), "card_bytes_per_plan")
  await limitTo({ cards_per_plan: 2 })
  isFull(await api.call("POST", "/api/Plan/import", form()), "cards_per_plan")
  isFull(await api.send(planCalls.createSample, {}, { as: owner }), "cards_per_plan")
  expect(await plans()).toHaveLength(had)
  await limitTo({})
  const { body } = await api.call<{ id: number }>("POST", "/api/Plan/import", form())
  expect(await counted(body.id)).toMatchObject({ count: 3 })
  const sample = await api.send(planCalls.createSample, {}, { as: owner })
  await counted(sample.body.id)
})

test("a member reads in the profile how full the plan is", async () => {
  await rewrite("x".repeat(3_000))
  const { body } = await api.send(accountCalls.storage, { planId }, { as: owner })
  const of = (name: LimitName) => body.find((entry) => entry.name === labelOf(name))
  expect(of("cards_per_plan")).toMatchObject({ scope: "plan", used: 3, most: 75_000, measure: "count" })
  expect(of("card_bytes_per_plan")).toMatchObject({ used: 3_584, what: "texts on cards" })
})
