// Archived plans: every call of the contract is tried on one; what stays open, and what leaves archived plans out.
import { afterAll, beforeAll, expect, test } from "vitest"
import { everyCall } from "~/contract"
import type { LoggedChange } from "~/contract/audit"
import { isChange } from "~/contract/call"
import { archivedPlan, isForKeys } from "~/contract/capability"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { linkCalls } from "~/contract/public-link"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { startSession } from "~/domain/sign-in/session.server"
import { openAgent, personal } from "../support/api/agent.ts"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"

let api: Api
let board: Stocked
/** May make every call, and wrote whatever has an author. */
let ada: Caller
let owner: Caller
let invited: Caller
let key: string
let planId: number

const archive = (isArchived: boolean, as = owner, id = planId) => api.send(planCalls.update, { id, isArchived }, { as })

beforeAll(async () => {
  // One connection, so that each call runs in a transaction that is rolled back.
  api = await openApi({ connections: 1, rateLimits: false })
  ada = await api.person({ role: 0 })
  owner = await api.person()
  invited = await api.person()
  await startSession(ada.id)
  board = await stocked(api, owner, { author: ada, invited })
  planId = board.plan.id
  key = await api.key(planId)
  expect((await archive(true)).body).toMatchObject({ isArchived: true })
})
afterAll(() => api.close())

type Named = ReturnType<typeof everyCall>[number]
const titleOf = ({ resource, name }: Named) => `${resource}.${name}`

/** The answers of calls, none of which leaves anything. */
const answered = async (asked: Named[], headers: Record<string, string>) => {
  const answers: Record<string, string> = {}
  for (const { resource, name, call } of asked) {
    const as = resource === "invitation" && /accept/.test(name) ? { as: invited } : { headers }
    const { address, ...sent } = sentTo(resource, name, call, board)
    await db().unsafe("begin")
    forgetCards()
    try {
      const { status, body } = await api.call<{ message?: string }>(call.method, address, { ...as, ...sent })
      answers[titleOf({ resource, name, call })] =
        status === 409 && body?.message === archivedPlan ? "archived" : status < 300 ? "open" : `${status}`
    } finally {
      await db().unsafe("rollback")
      forgetCards()
    }
  }
  return answers
}
const changing = () =>
  everyCall().filter(
    ({ resource, call }) =>
      isChange(call) && call.access !== "public" && call.access !== "visitor" && resource !== "payment",
  )
const not = (answers: Record<string, string>, answer: string) =>
  Object.entries(answers).flatMap(([title, each]) => (each === answer ? [] : [`${title} ${each}`]))

test("of the calls that change something, those stay open that concern no plan, write nothing in it, or take access away", async () => {
  const answers = await answered(changing(), { cookie: ada.cookie, origin: "http://localhost:3000" })
  expect(not(answers, "archived")).toMatchInlineSnapshot(`
    [
      "Account.endSession open",
      "Account.endOtherSessions open",
      "Account.endAgent open",
      "Admin.endSessions open",
      "Admin.retryJobs open",
      "Admin.retryJob open",
      "Admin.dropJob open",
      "Ai.boardPlanner open",
      "Ai.boardPlannerWithFiles open",
      "Ai.taskChecker open",
      "Ai.stop open",
      "Ai.contextChat open",
      "auth.mcpTicket open",
      "auth.realtimeTicket open",
      "Feed.create open",
      "Feed.remove open",
      "invitation.accept open",
      "invitation.acceptPosted open",
      "invitation.withdraw open",
      "message.read open",
      "notification.read open",
      "notification.readAll open",
      "notification.subscribe open",
      "notification.unsubscribe open",
      "Plan.create open",
      "Plan.createSample open",
      "Plan.copy open",
      "Plan.update open",
      "Plan.remove open",
      "Plan.removeMember open",
      "Plan.import open",
      "Plan.removeKey open",
      "plans.disable open",
      "plans.endLink open",
      "Prompt.create open",
      "Users.setPlanPreferences open",
      "Users.update open",
      "Users.enable open",
      "Users.setAvatar open",
      "Users.removeAvatar open",
      "Webhook.remove open",
      "Webhook.resend open",
      "Webhook.test open",
    ]
  `)
})

test("a plan's key changes nothing, and reads as before", async () => {
  const ofKeys = everyCall().filter(({ call }) => call.access !== "public" && isForKeys(call.access))
  const answers = await answered(
    ofKeys.filter(({ call }) => isChange(call)),
    { "x-api-key": key },
  )
  // Others wrote those.
  expect(not(answers, "archived").filter((each) => !each.endsWith(" 403"))).toEqual([])
  const read = await answered(
    ofKeys.filter(({ call }) => !isChange(call)),
    { "x-api-key": key },
  )
  expect(not(read, "open")).toMatchInlineSnapshot(`[]`)
})

test("an agent reads it, and is told why nothing that it saves or proposes is carried out", async () => {
  const made = await api.filled(owner)
  const [id, goal] = [made.plan.id, made.goal.id]
  const agent = await openAgent(personal(owner))
  const changes = [{ op: "update", entity: "goal", id: goal, fields: { name: "Changed" } }]
  const proposed = await agent.call<{ id: number }>("propose_changes", { planId: id, changes })
  await archive(true, owner, id)
  const asked: [tool: string, input: Record<string, unknown>][] = [
    ["save_goal", { planId: id, goal, name: "Changed" }],
    ["save_task", { planId: id, task: made.task.id, status: "done" }],
    ["check_in", { planId: id, goal, status: "on track" }],
    ["apply_changes", { id: proposed.data.id }],
  ]
  for (const [tool, input] of asked) {
    const { isError, text } = await agent.call(tool, input)
    expect([tool, isError, text]).toEqual([tool, true, expect.stringContaining(archivedPlan)])
  }
  const read = await agent.call("get_board", { planId: id })
  expect([read.isError, read.text]).toEqual([false, expect.stringContaining(made.goal.name)])
  expect(read.text).not.toContain("Changed")
  await agent.close()
})

test("a change that changes nothing is refused too", async () => {
  const same = { id: board.task.id, planId, description: board.task.description }
  expect((await api.send(taskCalls.update, same, { as: owner })).status).toBe(409)
  expect((await api.send(goalCalls.updateOrders, { planId, orders: [] }, { as: owner })).status).toBe(409)
})

test("viewers and people outside of the plan are told as before what they may not", async () => {
  const viewer = await api.person()
  const made = await api.filled(owner)
  await api.join(made.plan.id, viewer, 2)
  await archive(true, owner, made.plan.id)
  const rename = (as: Caller) =>
    api.send(goalCalls.update, { planId: made.plan.id, id: made.goal.id, name: "X" }, { as })
  expect((await rename(viewer)).status).toBe(403)
  expect((await rename(await api.person())).status).toBe(404)
  expect((await archive(false, viewer, made.plan.id)).status).toBe(403)
})

test("an admin archives and unarchives, which is in the log, among the events and undone by the other", async () => {
  const made = await api.filled(owner)
  const id = made.plan.id
  const { seq } = (await api.send(planCalls.board, { planId: id }, { as: owner })).body
  expect((await archive(true, owner, id)).status).toBe(200)
  expect((await archive(true, owner, id)).status).toBe(200)
  expect((await api.send(planCalls.update, { id, name: "Other" }, { as: owner })).status).toBe(409)
  expect((await api.send(planCalls.update, { id, isTemplate: true }, { as: owner })).status).toBe(409)
  const back = await api.send(planCalls.update, { id, isArchived: false, name: "Bikes, again" }, { as: owner })
  expect(back.body).toMatchObject({ isArchived: false, name: "Bikes, again", planRole: 0 })
  const { events } = (await api.send(planCalls.changes, { planId: id, since: seq }, { as: owner })).body
  expect(events.map(({ event, payload }) => [event, (payload.data as { isArchived?: boolean }).isArchived])).toEqual([
    ["PlanUpdated", true],
    ["PlanUpdated", false],
  ])
  const log = (await api.call<LoggedChange[]>("GET", `/api/Audit/changes/${id}?entity=plan&id=${id}`, { as: owner }))
    .body
  expect(log.slice(-2).map(({ before, after }) => [before, after])).toEqual([
    [{ isArchived: false }, { isArchived: true }],
    [
      { isArchived: true, name: made.plan.name },
      { isArchived: false, name: "Bikes, again" },
    ],
  ])
  const said = (await api.call<{ message: string }[]>("GET", `/api/Audit/unified/plan/${id}`, { as: owner })).body
  expect(said.map(({ message }) => message).slice(0, 2)).toEqual([
    expect.stringMatching(/ renamed the plan .* and unarchived it$/),
    expect.stringMatching(/ archived the plan$/),
  ])
  expect((await api.send(itemCalls.create, { planId: id, topic: "Open again" }, { as: owner })).status).toBe(201)
})

test("reading, exporting and the public link go on, and access can be taken away", async () => {
  const made = await api.filled(owner)
  const id = made.plan.id
  await api.send(linkCalls.makeLink, { planId: id }, { as: owner })
  await archive(true, owner, id)
  expect((await api.send(planCalls.board, { planId: id }, { as: owner })).body.plan).toMatchObject({ isArchived: true })
  expect((await api.call("GET", `/api/Plan/${id}/export?format=md`, { as: owner })).status).toBe(200)
  expect((await api.send(linkCalls.makeLink, { planId: id }, { as: owner })).status).toBe(409)
  expect((await api.send(linkCalls.endLink, { planId: id }, { as: owner })).status).toBe(204)
  expect((await api.send(planCalls.remove, { planId: id }, { as: owner })).status).toBe(204)
})

test("one's own tasks of an archived plan are shown where it is named, and nowhere else", async () => {
  const made = await api.filled(owner)
  const id = made.plan.id
  const day = "2020-01-02"
  const task = { planId: id, id: made.task.id, ownerId: owner.id, dueDate: day }
  expect((await api.send(taskCalls.update, task, { as: owner })).status).toBe(200)
  const mine = async (more = {}) =>
    (await api.send(taskCalls.mine, more, { as: owner })).body.filter(({ planId }) => planId === id).length
  const overdue = async () => (await api.send(taskCalls.overdue, { day: "2020-02-01" }, { as: owner })).body.overdue
  const found = async () =>
    (await api.send(taskCalls.find, {}, { as: owner })).body.filter(({ planId }) => planId === id).length
  const before = await overdue()
  expect([await mine(), await found()]).toEqual([1, 1])
  await archive(true, owner, id)
  expect([await mine(), await found(), await mine({ planId: id })]).toEqual([0, 0, 1])
  expect(await overdue()).toBe(before - 1)
})

test("a star is the person's own and answered with their plans", async () => {
  const made = await api.filled(owner)
  const id = made.plan.id
  const member = await api.person()
  await api.join(id, member)
  const starredBy = async (as: Caller) => [
    (await api.send(planCalls.list, {}, { as })).body.find((each) => each.id === id)?.starred,
    (await api.send(planCalls.get, { planId: id }, { as })).body.starred,
  ]
  expect(await starredBy(owner)).toEqual([false, false])
  await archive(true, owner, id)
  const star = { id: owner.id, planId: id, starred: true }
  const set = await api.send(userCalls.setPlanPreferences, star, { as: owner })
  expect([set.status, set.body]).toEqual([200, expect.objectContaining({ starred: true, emailNotifyMentions: true })])
  expect(await starredBy(owner)).toEqual([true, true])
  expect(await starredBy(member)).toEqual([false, false])
  expect((await api.send(userCalls.setPlanPreferences, star, { as: member })).status).toBe(404)
})

test("archiving while others write lets each write through before it, or refuses it", async () => {
  const made = await api.filled(owner)
  const id = made.plan.id
  const add = (n: number) => api.send(itemCalls.create, { planId: id, topic: `Action ${n}` }, { as: owner })
  const writes = [...Array(6).keys()].map(add)
  const archived = archive(true, owner, id)
  const later = [...Array(6).keys()].map((n) => add(n + 6))
  const answers = await Promise.all([...writes, ...later])
  expect((await archived).status).toBe(200)
  const { seq, items } = (await api.send(planCalls.board, { planId: id }, { as: owner })).body
  expect(items.length - 1).toBe(answers.filter(({ status }) => status === 201).length)
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const { events } = (await api.send(planCalls.changes, { planId: id, since: 0 }, { as: owner })).body
  expect([events.at(-1)?.event, events.at(-1)?.seq]).toEqual(["PlanUpdated", seq])
})
