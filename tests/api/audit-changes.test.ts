// The log as data, and who did it: people, their agents, and keys.
import { afterAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { keyCalls } from "~/contract/integration"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { type Identity, ownAccess } from "~/domain/core/actor"
import { makeCall } from "~/domain/core/handlers.server"
import { type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const ben = await api.person()
afterAll(api.close)

const agentFor = ({ id, userName }: Caller): Identity => ({
  ...ownAccess,
  userId: id,
  userName,
  systemRole: 3,
  via: "agent",
  planScope: null,
  agent: "Claude",
  grantId: 1,
  clientId: null,
  idempotency: null,
  version: null,
})

const changesOf = async (planId: number, asked: object = {}, as = ada) =>
  (await api.send(auditCalls.changes, { planId, ...asked }, { as })).body

test("an entry names the person, the agent beside them, or the key; so does its sentence and its event", async () => {
  const { id: planId } = await api.plan(ada)
  const key = (await api.send(keyCalls.makeKey, { planId, name: "Nightly import", access: "write" }, { as: ada })).body
  const { seq } = (await api.send(planCalls.board, { planId }, { as: ada })).body
  await api.goal(ada, planId, { name: "Own" })
  await makeCall(goalCalls.create, agentFor(ada), { planId, name: "By agent" })
  const headers = { "x-api-key": key.apiKey }
  const made = (await api.send(goalCalls.create, { planId, name: "By key" }, { headers })).body
  const person = { id: ada.id, userName: ada.userName }
  expect(made.createdBy).toEqual({ id: null, userName: "Nightly import" })

  const changes = await changesOf(planId, { since: String(seq) })
  expect(changes).toMatchObject([
    { seq: seq + 1, actor: person, agent: null, via: "web", entity: "goal", op: "create", before: null },
    { seq: seq + 2, actor: person, agent: "Claude", via: "agent", after: { name: "By agent" } },
    { seq: seq + 3, actor: { id: null, userName: "Nightly import" }, agent: null, via: "key", id: made.id },
  ])
  const log = (await api.send(auditCalls.ofPlan, { planId }, { as: ada })).body
  expect(log).toMatchObject([
    { createdBy: { id: null, userName: "Nightly import" }, agent: null },
    { createdBy: person, agent: "Claude" },
    { createdBy: person, agent: null },
    {},
    {},
  ])
  expect(log[1]?.message).toContain(`<b>Claude</b> for <b>${ada.userName}</b> created the goal`)
  expect(log[0]?.message).toContain("<b>Nightly import</b> created the goal")
  const { events } = (await api.send(planCalls.changes, { planId, since: String(seq) }, { as: ada })).body
  expect(events.map(({ payload }) => [payload.actorId, payload.agent])).toEqual([
    [ada.id, null],
    [ada.id, "Claude"],
    [null, "Nightly import"],
  ])
  for (const [agent, name] of [
    ["Claude", "By agent"],
    ["Nightly import", "By key"],
  ] as const) {
    const theirs = (await api.send(auditCalls.ofPlan, { planId, agent }, { as: ada })).body
    expect(theirs.map(({ message }) => message)).toEqual([expect.stringContaining(name)])
  }
})

test("changes come oldest first, by entity and id, before and after a seq, and members don't see who was invited", async () => {
  const { plan, goal, task } = await api.filled(ada)
  const planId = plan.id
  await api.join(planId, ben)
  await api.send(taskCalls.update, { planId, id: task.id, description: "Painted" }, { as: ben })
  await api.send(taskCalls.remove, { planId, id: task.id }, { as: ada })
  const { seq } = (await api.send(planCalls.board, { planId }, { as: ada })).body
  const all = await changesOf(planId, {}, ben)
  expect(all.map(({ entity, op }) => `${entity} ${op}`)).toEqual([
    "plan create",
    "goal create",
    "item create",
    "task create",
    "task update",
    "task delete",
  ])
  expect(all.at(-1)?.seq).toBe(seq)
  const own = await changesOf(planId, { entity: "task", id: String(task.id) }, ben)
  expect(own.map(({ op }) => op)).toEqual(["create", "update", "delete"])
  expect(own[1]?.actor).toEqual({ id: ben.id, userName: ben.userName })
  expect(JSON.stringify(own)).not.toContain("Painted")
  expect(await changesOf(planId, { since: String(seq) }, ben)).toEqual([])
  expect(await changesOf(planId, { before: "2", entity: "goal" }, ben)).toMatchObject([{ id: goal.id }])
  const unknown = await api.call<Problem>("GET", `/api/Audit/changes/${planId}?entity=action`, { as: ada })
  expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining("goal, item, task, label")])
  const stranger = await api.person()
  expect((await api.send(auditCalls.changes, { planId }, { as: stranger })).status).toBe(404)
  expect((await api.call("GET", `/api/Audit/changes/${planId}?since=x`, { as: ada })).status).toBe(400)
})

test("drafts and what hangs on them are in the log as data from when they are published, and the log as sentences has them", async () => {
  const { id: planId } = await api.plan(ada)
  const { seq } = (await api.send(planCalls.board, { planId }, { as: ada })).body
  const draft = await api.goal(ada, planId, { name: "Hidden words", isDraft: true })
  await api.send(goalCalls.addComment, { planId, id: draft.id, content: "Hidden note", mentions: [] }, { as: ada })
  await api.send(goalCalls.update, { planId, id: draft.id, description: "Hidden lines" }, { as: ada })
  const asked = { since: String(seq) }
  expect(JSON.stringify(await changesOf(planId, asked))).not.toContain("Hidden")
  expect(JSON.stringify((await api.send(auditCalls.ofPlan, { planId }, { as: ada })).body)).toContain("Hidden words")

  await api.send(goalCalls.update, { planId, id: draft.id, isDraft: false, name: "Shown" }, { as: ada })
  await api.send(goalCalls.update, { planId, id: draft.id, name: "Later" }, { as: ada })
  const published = { name: "Shown", description: "Hidden lines", isDraft: false, createdBy: { id: ada.id } }
  expect(await changesOf(planId, asked)).toMatchObject([
    { entity: "goal", id: draft.id, op: "create", before: null, after: published },
    { op: "update", before: { name: "Shown" }, after: { name: "Later" } },
  ])
  await api.send(goalCalls.update, { planId, id: draft.id, isDraft: true }, { as: ada })
  expect((await changesOf(planId, asked)).at(-1)).toMatchObject({ id: draft.id, op: "delete", after: null })
})

test("a key that reads gets the log and the events since a seq", async () => {
  const { plan } = await api.filled(ada)
  const planId = plan.id
  const { apiKey } = (await api.send(keyCalls.makeKey, { planId, name: "Mirror", access: "read" }, { as: ada })).body
  const headers = { "x-api-key": apiKey }
  const { status, body } = await api.send(auditCalls.changes, { planId, since: "0" }, { headers })
  expect([status, body.length > 0]).toEqual([200, true])
  expect((await api.send(planCalls.changes, { planId, since: "0" }, { headers })).status).toBe(200)
})

test("a page has 500 changes and ends with a whole call, and pages have each change once", async () => {
  const { id: planId } = await api.plan(ada)
  await db()`
    insert into app.audit (plan_id, entity, entity_id, action, after, via, seq)
    select ${planId}, 'goal', n, 'create', '{}', 'browser', 100 + (case when n between 500 and 502 then 500 when n > 502 then 1000 else n end)
    from generate_series(1, 1200) n`
  const pages: number[] = []
  const seen = new Set<number>()
  for (let since = "100"; ; ) {
    const page = await changesOf(planId, { since })
    pages.push(page.length)
    if (page.length === 0) break
    for (const { id } of page) seen.add(id)
    since = String(page.at(-1)?.seq)
  }
  expect(pages).toEqual([499, 3, 698, 0])
  expect(seen.size).toBe(1_200)
})
