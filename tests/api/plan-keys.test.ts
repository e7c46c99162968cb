// A plan's API keys: named ones with an access and an expiry, of which "Integration" is one.
import { afterAll, expect, test, vi } from "vitest"
import { goalCalls } from "~/contract/goal"
import { integrationCalls, keyCalls } from "~/contract/integration"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { limitOf } from "~/domain/limits/limits.server"
import { countAmount } from "~/domain/limits/rate.server"
import { identityOfKey } from "~/domain/sign-in/mcp-ticket.server"
import { forgetKeys } from "~/domain/sign-in/plan-key.server"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

const make = (planId: number, name: string, access: "read" | "propose" | "write", expires?: string) =>
  api.send(keyCalls.makeKey, { planId, name, access, expires }, { as: ada })
const by = (apiKey: string) => ({ headers: { "x-api-key": apiKey } })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test("a key is shown once, and listed with its access, maker, expiry and last use", async () => {
  const { id: planId } = await api.plan(ada)
  const expires = inAnHour()
  const made = await make(planId, "Wallboard", "read", expires)
  expect([made.status, made.body]).toEqual([
    201,
    { id: expect.any(Number), name: "Wallboard", access: "read", expires, apiKey: expect.stringMatching(/^lw_/) },
  ])
  const list = async () => (await api.send(keyCalls.keys, { planId }, { as: ada })).body
  const createdBy = { id: ada.id, userName: ada.userName }
  const row = { id: made.body.id, name: "Wallboard", access: "read", expires, createdBy, isIntegration: false }
  expect(await list()).toEqual([{ ...row, createdDate: expect.any(String), lastUsedAt: null }])
  expect((await api.send(planCalls.board, { planId }, by(made.body.apiKey))).status).toBe(200)
  expect(await list()).toMatchObject([{ lastUsedAt: expect.any(String) }])
  const stored = JSON.stringify(await db()`select k.*, encode(hash, 'escape') as text from app.plan_key k`)
  expect(stored).not.toContain(made.body.apiKey)
  expect((await api.send(keyCalls.removeKey, { planId, id: made.body.id }, { as: ada })).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await api.send(planCalls.board, { planId }, by(made.body.apiKey))).status).toBe(401)
  expect((await api.send(keyCalls.removeKey, { planId, id: made.body.id }, { as: ada })).status).toBe(404)
})

test("a plan has at most 20 keys, and none that is nameless or expired from the start", async () => {
  const { id: planId } = await api.plan(ada)
  const other = await api.plan(ada)
  expect((await make(planId, " ", "read")).status).toBe(400)
  expect((await make(planId, "Late", "read", "2020-01-01T00:00:00.000Z")).status).toBe(400)
  const statuses = await Promise.all(Array.from({ length: 22 }, (_, n) => make(planId, `Key ${n}`, "read")))
  expect(statuses.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409, 409])
  expect((await make(other.id, "Key", "read")).status).toBe(201)
  const [{ id = 0 } = {}] = (await api.send(keyCalls.keys, { planId }, { as: ada })).body
  expect((await api.send(keyCalls.removeKey, { planId: other.id, id }, { as: ada })).status).toBe(404)
  expect((await api.send(keyCalls.removeKey, { planId, id }, { as: ada })).status).toBe(204)
  expect((await make(planId, "Room again", "write")).status).toBe(201)
})

test("the same key is shown to a repeat under an idempotency key, and to nobody else", async () => {
  const { id: planId } = await api.plan(ada)
  const ask = (key: string) =>
    api.send(
      keyCalls.makeKey,
      { planId, name: "Robot", access: "write" },
      { as: ada, headers: { "Idempotency-Key": key } },
    )
  const [first, again, another] = [await ask("one"), await ask("one"), await ask("two")]
  expect(again.body).toEqual(first.body)
  expect(another.body.apiKey).not.toBe(first.body.apiKey)
  const answers = JSON.stringify(await db()`select answer from app.idempotency`)
  expect(answers).not.toContain(first.body.apiKey)
  expect((await api.send(keyCalls.keys, { planId }, { as: ada })).body).toHaveLength(2)
})

test("keys that read or propose are refused every write, and read what a key may", async () => {
  const { plan, item, task } = await api.filled(ada)
  const planId = plan.id
  for (const access of ["read", "propose"] as const) {
    const key = by((await make(planId, access, access)).body.apiKey)
    const writes = [
      await api.send(goalCalls.create, { planId, name: "New" }, key),
      await api.send(taskCalls.update, { planId, id: task.id, description: "New" }, key),
      await api.send(taskCalls.addComment, { planId, id: task.id, content: "New" }, key),
      await api.send(noteCalls.create, { planId, title: "New", content: "" }, key),
      await api.send(taskCalls.remove, { planId, id: task.id }, key),
    ]
    expect(writes.map(({ status }) => status)).toEqual(Array(5).fill(403))
    expect(writes[0]?.text).toContain(access === "read" ? "only reads" : "only proposes")
    expect((await api.send(planCalls.changes, { planId, since: "0" }, key)).status).toBe(200)
    const exported = await api.call("GET", `/api/Plan/${planId}/export?format=json`, key)
    expect([exported.status, exported.text.includes(item.topic)]).toEqual([200, true])
    expect(exported.text).not.toContain(ada.email)
  }
})

test("an expired key answers 401 and stays in the list", async () => {
  const { id: planId } = await api.plan(ada)
  const { apiKey, id } = (await make(planId, "Trial", "read", inAnHour())).body
  const ask = () => api.send(planCalls.board, { planId }, by(apiKey))
  expect((await ask()).status).toBe(200)
  expect(await identityOfKey(apiKey)).toBeTruthy()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ["Date"], now: now + 3_600_001 })
  try {
    const late = await ask()
    expect([late.status, late.text]).toEqual([401, expect.stringContaining("expired")])
    expect(await identityOfKey(apiKey)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
  await db()`update app.plan_key set expires = now() - interval '1 second', used_date = null where id = ${id}`
  forgetKeys()
  expect((await ask()).status).toBe(401)
  expect((await api.send(keyCalls.keys, { planId }, { as: ada })).body).toMatchObject([{ id, lastUsedAt: null }])
})

test("the key named Integration is one of them, which enable, rotate and disable act on", async () => {
  const { id: planId } = await api.plan(ada)
  const keys = async () => (await api.send(keyCalls.keys, { planId }, { as: ada })).body
  const ask = (action: "enable" | "rotate" | "disable") => api.send(integrationCalls[action], { planId }, { as: ada })
  const first = (await ask("enable")).body as { apiKey: string }
  await make(planId, "Robot", "write")
  const [, integration] = await keys()
  expect(integration).toMatchObject({ name: "Integration", access: "write", expires: null, isIntegration: true })
  const second = (await ask("rotate")).body as { apiKey: string }
  expect(await keys()).toMatchObject([{ name: "Robot" }, { id: integration?.id, name: "Integration" }])
  const status = async ({ apiKey }: { apiKey: string }) =>
    (await api.send(planCalls.board, { planId }, by(apiKey))).status
  expect([await status(first), await status(second)]).toEqual([401, 200])
  expect((await ask("disable")).status).toBe(204)
  expect(await keys()).toMatchObject([{ name: "Robot" }])
  expect(await status(second)).toBe(401)
  await ask("enable")
  await api.send(keyCalls.removeKey, { planId, id: (await keys())[0]?.id ?? 0 }, { as: ada })
  expect((await api.send(integrationCalls.state, { planId }, { as: ada })).body.enabled).toBe(false)
})

test("rows that a key makes have its name, also when it is gone", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { apiKey, id } = (await make(planId, "Release robot", "write")).body
  const key = by(apiKey)
  const named = { id: null, userName: "Release robot" }
  const goal = (await api.send(goalCalls.create, { planId, name: "New" }, key)).body
  expect(goal.createdBy).toEqual(named)
  const comment = (await api.send(taskCalls.addComment, { planId, id: task.id, content: "New" }, key)).body
  expect(comment.createdBy).toEqual(named)
  const note = (await api.send(noteCalls.create, { planId, title: "New", content: "Text" }, key)).body
  expect(note).toMatchObject({ createdById: null, createdByName: "Release robot" })
  await api.send(noteCalls.update, { id: note.id, content: "More" }, key)
  await api.send(noteCalls.update, { id: note.id, content: "Most" }, { as: ada })
  await api.send(noteCalls.update, { id: note.id, content: "All" }, { as: ada })
  await api.send(taskCalls.remove, { planId, id: task.id }, key)
  await api.send(keyCalls.removeKey, { planId, id }, { as: ada })
  expect((await api.send(goalCalls.get, { planId, id: goal.id }, { as: ada })).body.createdBy).toEqual(named)
  expect((await api.send(planCalls.deleted, { planId }, { as: ada })).body).toMatchObject([{ deletedBy: named }])
  const versions = (await api.send(noteCalls.revisions, { id: note.id }, { as: ada })).body
  expect(versions.map(({ createdBy }) => createdBy.userName)).toEqual([ada.userName, "Release robot", "Release robot"])
  expect((await api.goal(ada, planId)).createdBy.userName).toBe(ada.userName)
})

test("a key that changes too much in a minute waits, and people of the plan do not", async () => {
  const { plan } = await api.filled(ada)
  const planId = plan.id
  const { apiKey, id } = (await make(planId, "Flood", "write")).body
  const create = (as: object) => api.send(goalCalls.create, { planId, name: "New" }, as).then(({ status }) => status)
  vi.useFakeTimers({ toFake: ["Date"] })
  try {
    countAmount("agent changes", `key${id}`, limitOf("agent_changes_per_minute"), 1_999)
    expect([await create(by(apiKey)), await create(by(apiKey)), await create({ as: ada })]).toEqual([201, 429, 201])
    const another = (await make(planId, "Calm", "write")).body.apiKey
    expect(await create(by(another))).toBe(201)
  } finally {
    vi.useRealTimers()
  }
})

test("two keys of a plan are two callers: one doesn't get the answers of the other", async () => {
  const { id: planId } = await api.plan(ada)
  const [first, second] = [await make(planId, "A", "write"), await make(planId, "B", "write")]
  const create = (apiKey: string) =>
    api.send(goalCalls.create, { planId, name: "New" }, { headers: { "x-api-key": apiKey, "Idempotency-Key": "same" } })
  const [one, two] = [await create(first.body.apiKey), await create(second.body.apiKey)]
  expect([one.status, two.status, one.body.id === two.body.id]).toEqual([201, 201, false])
})
