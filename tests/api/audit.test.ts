// The audit log of a plan and of each card, as people read it.

import { afterAll, beforeAll, expect, test } from "vitest"
import * as z from "zod/mini"
import { type AuditEntry, auditEntry } from "~/contract/audit"
import { goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"

let api: Api
let ada: Caller
let ben: Caller

beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  ben = await api.person()
})
afterAll(() => api.close())

const log = async (path: string, as = ada) => {
  const answer = await api.call<AuditEntry[]>("GET", `/api/Audit/unified/${path}`, { as })
  expect(answer.status).toBe(200)
  expect(z.array(auditEntry).parse(answer.body)).toEqual(answer.body)
  return answer.body
}
const said = async (path: string, as = ada) =>
  (await log(path, as)).map(({ message }) => message.replace(/<[^>]*>/g, ""))

test("a goal's log includes its actions and tasks, an action's log its tasks, newest first", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const other = await api.goal(ada, plan.id, { name: "Other goal" })
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, ownerId: ada.id, type: 1 }, { as: ada })
  await api.send(goalCalls.update, { planId: plan.id, id: goal.id, name: "Goal & <co>" }, { as: ada })
  const q = `?planId=${plan.id}`
  expect(await said(`goal/${goal.id}${q}`)).toEqual([
    "Person 1 renamed the goal Goal &#38; &#60;co&#62; from Goal to Goal &#38; &#60;co&#62;",
    "Person 1 moved the task Task from To Do to Doing and assigned it to Person 1",
    "Person 1 created the task Task in the action Action",
    "Person 1 created the action Action in the goal Goal",
    "Person 1 created the goal Goal",
  ])
  expect(await said(`goal/${goal.id}${q}&type=item`)).toHaveLength(1)
  expect((await log(`item/${item.id}${q}`)).map(({ entityType }) => entityType)).toEqual(["task", "task", "item"])
  expect(await said(`task/${task.id}${q}`)).toHaveLength(2)

  // The log of a goal or action still shows what left it; what arrives brings its own history.
  await api.call("PUT", `/api/Item/MoveActionToGoal${q}&itemId=${item.id}&goalId=${other.id}`, { as: ada })
  await api.call("DELETE", `/api/Task/${task.id}${q}`, { as: ada })
  expect((await said(`goal/${goal.id}${q}`))[0]).toBe(
    "Person 1 moved the action Action from the goal Goal &#38; &#60;co&#62; to the goal Other goal",
  )
  expect((await said(`item/${item.id}${q}`))[0]).toBe("Person 1 deleted the task in the action Action")
  expect(await said(`goal/${other.id}${q}`)).toHaveLength(6)
  const gone = await api.call("GET", `/api/Audit/unified/task/${task.id}${q}`, { as: ada })
  expect(gone.status).toBe(404)
})

test("comments appear in the log of their card, without their text after they are deleted", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const q = `?planId=${plan.id}`
  const add = async (path: string, content: string) =>
    (await api.call<{ id: number }>("POST", `/api/${path}/comments${q}`, { as: ada, body: { content, mentions: [] } }))
      .body.id
  const note = await add(`Task/${task.id}`, "Call the museum")
  await add(`Goal/${goal.id}`, "Why not more?")
  await api.call("DELETE", `/api/Task/${task.id}/comments/${note}${q}`, { as: ada })
  const ofTask = ["Person 1 deleted a note of the task Task", "Person 1 added a note to the task Task"]
  expect((await said(`task/${task.id}${q}`)).slice(0, 2)).toEqual(ofTask)
  expect((await said(`item/${item.id}${q}&type=task`)).slice(0, 2)).toEqual(ofTask)
  expect((await said(`goal/${goal.id}${q}&type=goal`))[0]).toBe("Person 1 added a note to the goal Goal: Why not more?")
  expect((await said(`goal/${goal.id}${q}`)).slice(0, 3)).toEqual([
    ofTask[0],
    "Person 1 added a note to the goal Goal: Why not more?",
    ofTask[1],
  ])
})

test("changes to private notes appear in no log of the plan", async () => {
  const { plan } = await api.filled(ada)
  await api.send(noteCalls.create, { planId: plan.id, title: "Open", visibility: 1 }, { as: ada })
  await db()`insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via) values
    (${plan.id}, 'note', 9001, 'create', null, '{"title":"Secret","visibility":0}', ${ada.id}, 'browser'),
    (${plan.id}, 'note', 9001, 'update', '{"title":"Secret"}', '{"title":"Other"}', ${ada.id}, 'browser')`
  expect((await said(`plan/${plan.id}`)).slice(0, 2)).toEqual([
    "Person 1 created the note Open",
    "Person 1 created the task Task in the action Action",
  ])
})

test("paging by 100 continues before the last entry", async () => {
  const { plan, goal } = await api.filled(ada)
  await db()`insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    select ${plan.id}, 'goal', ${goal.id}, 'update', '{"name":"a"}', '{"name":"b"}', ${ada.id}, 'browser' from generate_series(1, 150)`
  for (const [path, all] of [
    [`plan/${plan.id}?`, 154],
    [`goal/${goal.id}?planId=${plan.id}&`, 153],
    [`goal/${goal.id}?planId=${plan.id}&type=goal&`, 151],
  ] as const) {
    const first = await log(path)
    const second = await log(`${path}before=${first.at(-1)?.id}`)
    expect([first.length, second.length]).toEqual([100, all - 100])
    const ids = [...first, ...second].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(await log(`${path}before=${ids.at(-1)}`)).toEqual([])
  }
})

test("entries about people and invitations are visible to admins only, in the plan's log too", async () => {
  const { plan } = await api.filled(ada)
  await api.join(plan.id, ben)
  const invited = await api.send(
    invitationCalls.invite,
    { planId: plan.id, email: "new@example.org", role: 2 },
    { as: ada },
  )
  await api.send(planCalls.setMemberRole, { planId: plan.id, userId: ben.id, role: 2 }, { as: ada })
  const q = `?planId=${plan.id}`
  expect(await said(`invitation/${invited.body.id}${q}`)).toEqual(["Person 1 invited new@example.org as Viewer"])
  expect(await said(`userplan/${ben.id}${q}`)).toEqual([
    "Person 1 changed the role of the member Person 2 from Member to Viewer",
  ])
  expect(await said(`userplan/${ada.id}${q}`)).toEqual([])
  expect((await log(`plan/${plan.id}`)).map(({ entityType }) => entityType)).toEqual([
    "userplan",
    "invitation",
    "task",
    "item",
    "goal",
    "plan",
  ])
  expect((await log(`plan/${plan.id}`, ben)).map(({ entityType }) => entityType)).toEqual([
    "task",
    "item",
    "goal",
    "plan",
  ])
  for (const path of [`invitation/${invited.body.id}`, `userplan/${ben.id}`]) {
    expect((await api.call("GET", `/api/Audit/unified/${path}${q}`, { as: ben })).status).toBe(403)
  }
})

test("the log tells members of the same name apart as the board does, by a number for the newer account", async () => {
  const { plan, task } = await api.filled(ada)
  const namesake = await api.person()
  await api.join(plan.id, namesake)
  await db()`update app.person set user_name = ${ada.userName} where id = ${namesake.id}`
  await api.send(taskCalls.update, { planId: plan.id, id: task.id, ownerId: namesake.id }, { as: namesake })
  const [entry] = await log(`task/${task.id}?planId=${plan.id}`)
  expect(entry?.message.replace(/<[^>]*>/g, "")).toBe("Person 1 (2) assigned the task Task to Person 1 (2)")
  expect(entry?.createdBy.userName).toBe("Person 1 (2)")
  expect((await said(`task/${task.id}?planId=${plan.id}`))[1]).toMatch(/^Person 1 created/)
})

test("entries name cards and people as they were called at the time, also across a restore and a revert", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const planId = plan.id
  const rename = (id: number, description: string) =>
    api.send(taskCalls.update, { planId, id, description }, { as: ada })
  const toType = (type: 0 | 1 | 2) => api.send(taskCalls.update, { planId, id: task.id, type }, { as: ada })
  await api.join(planId, ben)
  await api.send(taskCalls.update, { planId, id: task.id, ownerId: ben.id }, { as: ben })
  await api.send(userCalls.update, { id: ben.id, userName: "Benjamin" }, { as: ben })
  await rename(task.id, "Second")
  await api.send(itemCalls.update, { planId, id: item.id, topic: "", description: "Spelled out" }, { as: ada })
  const { body: version } = await api.send(planCalls.snapshot, { planId }, { as: ada })
  await rename(task.id, "Third")
  await toType(1)
  await api.send(planCalls.restore, { planId, revisionId: version.id }, { as: ada })
  await toType(2)
  await api.send(goalCalls.update, { planId, id: goal.id, name: "Renamed" }, { as: ada })
  const all = await said(`goal/${goal.id}?planId=${planId}`)
  expect(all).toEqual([
    "Person 1 renamed the goal Renamed from Goal to Renamed",
    "Person 1 moved the task Second from To Do to Done",
    "Person 1 renamed the task Second from Third to Second",
    "Person 1 moved the task Third from To Do to Doing",
    "Person 1 renamed the task Third from Second to Third",
    "Person 1 renamed the action Spelled out from Action to nothing and changed the description to Spelled out",
    "Person 1 renamed the task Second from Task to Second",
    "Person 2 assigned the task Task to Person 2",
    "Person 1 created the task Task in the action Action",
    "Person 1 created the action Action in the goal Goal",
    "Person 1 created the goal Goal",
  ])
  const plans = await said(`plan/${planId}`)
  expect(plans).not.toContain("Person 1 renamed the task Second from Third to Second")

  const [first] = await log(`goal/${goal.id}?planId=${planId}`)
  await api.send(planCalls.revert, { planId, auditId: first?.id ?? 0 }, { as: ada })
  expect((await said(`goal/${goal.id}?planId=${planId}`)).slice(0, 2)).toEqual([
    "Person 1 renamed the goal Goal from Renamed to Goal",
    "Person 1 renamed the goal Renamed from Goal to Renamed",
  ])
  await api.send(userCalls.update, { id: ben.id, userName: ben.userName }, { as: ben })
})

test("refuses ids of another plan, of another kind and of a missing plan", async () => {
  const { plan, goal } = await api.filled(ada)
  const other = await api.filled(ben)
  const status = async (path: string) => (await api.call("GET", `/api/Audit/unified/${path}`, { as: ada })).status
  expect(await status(`goal/${other.goal.id}?planId=${plan.id}`)).toBe(404)
  expect(await status(`goal/${other.goal.id}?planId=${other.plan.id}`)).toBe(404)
  expect(await status(`userplan/${ben.id}?planId=${plan.id}`)).toBe(404)
  expect(await status(`goal/${goal.id}`)).toBe(400)
  expect(await status(`goal/${goal.id}?planId=${plan.id}&type=note`)).toBe(400)
  expect(await status(`wheel/${goal.id}?planId=${plan.id}`)).toBe(404)
})

test("changes made with the plan's key are attributed to Integration; a large picture is logged without its data", async () => {
  const { plan, goal } = await api.filled(ada)
  await db()`insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    values (${plan.id}, 'goal', ${goal.id}, 'update', '{"imageBase64":null}', ${`{"imageBase64":"${"x".repeat(9_000)}"}`}::text::jsonb, null, 'key')`
  const [entry] = await log(`goal/${goal.id}?planId=${plan.id}`)
  expect(entry).toMatchObject({
    message: "<b>Integration</b> changed the picture of the goal <b>Goal</b>",
    createdBy: { id: null, userName: "Integration" },
    action: "update",
  })
})
