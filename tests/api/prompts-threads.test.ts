// Prompts, notification preferences, and the tree of threads.

import { afterAll, expect, test } from "vitest"
import { accountCalls } from "~/contract/account"
import { type Prompt, prompt, promptCalls } from "~/contract/prompt"
import { taskCalls } from "~/contract/task"
import { type Threads, threads, threadsCalls } from "~/contract/threads"
import { userCalls } from "~/contract/user"
import { type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const own = await api.filled(ada)
const planId = own.plan.id
await api.join(planId, grace)
afterAll(api.close)

const make = (as: Caller, body: object, headers: Record<string, string> = {}) =>
  api.send(promptCalls.create, { name: "P", text: "Do it", ...body }, { as, headers })

test("a prompt is private to its owner; a plan's prompt is read by members and written by admins", async () => {
  const { body: mine, status } = await make(grace, {})
  expect(status).toBe(201)
  expect(prompt.parse(mine)).toEqual(mine)
  const { body: shared } = await make(ada, { planId, name: "Shared" })
  expect(shared.planId).toBe(planId)
  expect((await make(grace, { planId })).status).toBe(403)
  const call = (method: string, as: Caller, id: number, body?: object) =>
    api.call<Prompt>(method, `/api/Prompt/${id}`, { as, ...(body ? { body } : {}) })
  for (const method of ["GET", "DELETE"]) expect((await call(method, ada, mine.id)).status).toBe(404)
  expect((await call("PUT", ada, mine.id, { name: "x" })).status).toBe(404)
  expect((await call("GET", grace, shared.id)).body).toEqual(shared)
  expect((await call("PUT", grace, shared.id, { name: "x" })).status).toBe(403)
  expect((await call("DELETE", grace, shared.id)).status).toBe(403)
  const ids = async (as: Caller, query = "") =>
    (await api.call<Prompt[]>("GET", `/api/Prompt${query}`, { as })).body.map(({ id }) => id)
  expect(await ids(grace)).toEqual([mine.id, shared.id])
  expect(await ids(ada, `?planId=${planId}`)).toEqual([shared.id])
  const stranger = await api.person()
  expect(await ids(stranger)).toEqual([])
  expect((await call("GET", stranger, shared.id)).status).toBe(404)
  expect((await make(stranger, { planId })).status).toBe(404)
  const changed = await call("PUT", grace, mine.id, { text: "Do more" })
  expect(changed.body).toEqual({ ...mine, text: "Do more", modifiedDate: changed.body.modifiedDate })
  expect((await call("PUT", ada, shared.id, { name: "Ours" })).body.name).toBe("Ours")
  expect((await call("DELETE", grace, mine.id)).status).toBe(204)
  expect((await call("DELETE", ada, shared.id)).status).toBe(204)
  expect(await ids(grace)).toEqual([])
  expect((await make(ada, { name: " " })).status).toBe(400)
})

test("a prompt that somebody else has changed is neither overwritten nor deleted", async () => {
  const { body: made } = await make(ada, { planId })
  const path = `/api/Prompt/${made.id}`
  const send = (method: string, body?: object, version = made.modifiedDate) =>
    api.call<Prompt & { current?: Prompt }>(method, path, {
      as: ada,
      headers: { "If-Unmodified-Since-Version": version },
      ...(body ? { body } : {}),
    })
  const { body: changed, status } = await send("PUT", { text: "Do more" })
  expect(status).toBe(200)
  for (const late of [await send("PUT", { text: "Do less" }), await send("DELETE")])
    expect([late.status, late.body.current]).toEqual([409, changed])
  expect((await send("DELETE", undefined, changed.modifiedDate)).status).toBe(204)
})

test("a prompt repeated under its key is created once", async () => {
  for (const plan of [null, planId]) {
    const headers = { "Idempotency-Key": `prompt ${plan}` }
    const one = await make(ada, { planId: plan }, headers)
    expect((await make(ada, { planId: plan }, headers)).body).toEqual(one.body)
  }
})

test("each member sets their own notification preferences", async () => {
  const set = (as: Caller, id: number, body: object, plan = planId) =>
    api.send(userCalls.setPlanPreferences, { id, planId: plan, ...body }, { as })
  const first = await set(grace, grace.id, { emailDailySummary: true })
  expect([first.status, first.body]).toEqual([
    200,
    {
      emailNotifyMentions: true,
      notifyTaskAssigned: true,
      notifyTaskDueSoon: true,
      notifyGoalCheckIn: true,
      emailDailySummary: true,
      emailWeeklySummary: false,
      starred: false,
    },
  ])
  expect((await set(grace, grace.id, { emailNotifyMentions: false })).body).toMatchObject({
    emailNotifyMentions: false,
    emailDailySummary: true,
  })
  const { body } = await api.send(accountCalls.userProfile, {}, { as: grace })
  expect(body.userPlans[0]).toMatchObject({ planId, emailNotifyMentions: false, emailDailySummary: true })
  expect((await set(ada, grace.id, { emailNotifyMentions: true })).status).toBe(404)
  expect((await set(grace, grace.id, {})).status).toBe(400)
  expect((await set(grace, grace.id, { emailNotifyMentions: "yes" })).status).toBe(400)
  const elsewhere = await api.plan(ada)
  expect((await set(grace, grace.id, { emailNotifyMentions: true }, elsewhere.id)).status).toBe(404)
})

test("the tree of threads counts comments by goal, action and task, without drafts and deleted cards", async () => {
  const say = (entity: string, id: number, content: string) =>
    api.call("POST", `/api/${entity}/${id}/comments?planId=${planId}`, { as: grace, body: { content } })
  const read = async (search = "") => (await api.send(threadsCalls.tree, { planId, search }, { as: ada })).body
  expect(await read()).toEqual({ goals: [] })
  await say("Goal", own.goal.id, "On the goal")
  await say("Item", own.item.id, "On the action")
  await say("Task", own.task.id, "On the task")
  await say("Task", own.task.id, "Straße on the task")
  const loose = await api.item(ada, planId, { topic: "Loose" })
  await say("Item", loose.id, "On the loose action")
  const draft = await api.goal(ada, planId, { isDraft: true })
  await say("Goal", draft.id, "On a draft")
  const gone = await api.task(ada, planId, own.item.id)
  await say("Task", gone.id, "Gone")
  await api.send(taskCalls.remove, { id: gone.id, planId }, { as: ada })
  const tree = await read()
  expect(threads.parse(tree)).toEqual(tree)
  const outline = ({ goals }: Threads) =>
    goals.map((goal) => [
      goal.id,
      goal.totalCommentsCount,
      goal.comments.length,
      goal.items.map((item) => [
        item.id,
        item.totalCommentsCount,
        item.tasks.map((task) => [task.id, task.comments.map(({ content }) => content)]),
      ]),
    ])
  expect(outline(tree)).toEqual([
    [own.goal.id, 4, 1, [[own.item.id, 3, [[own.task.id, ["Straße on the task", "On the task"]]]]]],
    [null, 1, 0, [[loose.id, 1, []]]],
  ])
  expect(outline(await read(" ON THE TASK "))).toEqual([
    [own.goal.id, 2, 0, [[own.item.id, 2, [[own.task.id, ["Straße on the task", "On the task"]]]]]],
  ])
  expect(await read("nobody said this")).toEqual({ goals: [] })
  const key = await api.key(planId)
  expect((await api.send(threadsCalls.tree, { planId }, { headers: { "x-api-key": key } })).body).toEqual(tree)
})
