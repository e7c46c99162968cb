// Conventions of contract section 2: idempotency, partial update, stale check, dates, limits, drafts, ETag, event log.

import { afterAll, expect, test } from "vitest"
import { type Goal, goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import type { Item } from "~/contract/item"
import type { Label } from "~/contract/label"
import { type Board, type Plan, planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { type Task, taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import type { View } from "~/contract/view"
import { db } from "~/database/connection.server"
import { openApi } from "../support/api/api.ts"
import { largestTurn } from "../support/counts/largest-turn.ts"

const api = await openApi()
const ada = await api.person()
afterAll(api.close)

const put = <T>(path: string, body: unknown, headers?: Record<string, string>, as = ada) =>
  api.call<T>("PUT", path, { as, body, ...(headers ? { headers } : {}) })
const seqOf = async (planId: number) => (await api.send(planCalls.board, { planId }, { as: ada })).body.seq

test("a create repeated under one key runs once, even when both requests run at the same time", async () => {
  const plan = await api.plan(ada)
  const send = (name: string) =>
    api.send(goalCalls.create, { planId: plan.id, name }, { as: ada, headers: { "Idempotency-Key": "k1" } })
  const [one, two] = await Promise.all([send("Once"), send("Once")])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(two.body).toEqual(one.body)
  expect((await send("Once")).body).toEqual(one.body)
  expect((await send("Other")).status).toBe(409)
  expect((await api.send(goalCalls.list, { planId: plan.id }, { as: ada })).body).toHaveLength(1)
})

test("a delete repeated under its key gets the first answer", async () => {
  const { plan, task } = await api.filled(ada)
  const remove = () =>
    api.send(taskCalls.remove, { id: task.id, planId: plan.id }, { as: ada, headers: { "Idempotency-Key": "gone" } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(204)
  expect((await api.send(taskCalls.remove, { id: task.id, planId: plan.id }, { as: ada })).status).toBe(404)
})

test("an update changes only the fields it contains; unknown and server-owned fields are ignored", async () => {
  const { plan, item } = await api.filled(ada)
  const answer = await put<Item>(`/api/Item/${item.id}?planId=${plan.id}`, {
    businessValue: 7,
    createdDate: "2001-01-01T00:00:00Z",
    somethingElse: true,
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...item, businessValue: 7, modifiedDate: answer.body.modifiedDate })
  expect(answer.body.modifiedDate > item.modifiedDate).toBe(true)
})

test("a stale update is refused with the current state, and with the other person who wrote its text last", async () => {
  const { plan, goal, task } = await api.filled(ada)
  const first = await put<Goal>(
    `/api/Goal/?planId=${plan.id}`,
    { id: goal.id, name: "A" },
    { "If-Unmodified-Since-Version": goal.modifiedDate },
  )
  expect(first.status).toBe(200)
  const second = await put<Problem>(
    `/api/Goal/?planId=${plan.id}`,
    { id: goal.id, name: "B" },
    { "If-Unmodified-Since-Version": goal.modifiedDate },
  )
  expect(second.status).toBe(409)
  expect(second.body.current).toEqual(first.body)
  expect(second.body.changedBy).toBeUndefined()

  const ben = await api.person()
  await api.join(plan.id, ben)
  const path = `/api/Task/?planId=${plan.id}`
  await put(path, { id: task.id, description: "By Ben" }, undefined, ben)
  await put(path, { id: task.id, type: 1 })
  const third = await put<Problem>(
    path,
    { id: task.id, description: "By Ada" },
    { "If-Unmodified-Since-Version": task.modified },
  )
  expect(third.status).toBe(409)
  expect(third.body.changedBy).toEqual({ id: ben.id, userName: ben.userName })
})

test("a plan that has been edited since is not deleted", async () => {
  const { plan } = await api.filled(ada)
  const remove = (version: string) =>
    api.call<Problem>("DELETE", `/api/Plan/${plan.id}`, {
      as: ada,
      headers: { "If-Unmodified-Since-Version": version },
    })
  const now = (await api.send(planCalls.get, { planId: plan.id }, { as: ada })).body
  const late = await remove("2026-01-01T00:00:00.000Z")
  expect([late.status, late.body.current]).toEqual([409, now])
  expect((await remove(now.lastEdit)).status).toBe(204)
})

test("a body's planId or id that differs from the address is refused", async () => {
  const { plan, item } = await api.filled(ada)
  expect((await put(`/api/Item/${item.id}?planId=${plan.id}`, { planId: plan.id + 1, topic: "x" })).status).toBe(400)
  expect((await put(`/api/Item/${item.id}?planId=${plan.id}`, { id: item.id + 1, topic: "x" })).status).toBe(400)
  expect((await put(`/api/Item/${item.id}`, { topic: "x" })).status).toBe(400)
})

test("a list of half a million broken entries is refused at once, with one reason", async () => {
  const plan = await api.plan(ada)
  for (const path of ["Goal", "Item", "Task"]) {
    const { calls, letters, answer } = await largestTurn(() =>
      api.call<Problem>("PUT", `/api/${path}/UpdateOrders?planId=${plan.id}`, {
        as: ada,
        raw: `[${"1,".repeat(500_000)}1]`,
      }),
    )
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveLength(1)
    expect(calls).toBeLessThan(10_000)
    expect(letters).toBeLessThan(10_000)
  }
  const short = await put<Problem>(`/api/Item/UpdateOrders?planId=${plan.id}`, Array(40_000).fill(1))
  expect(short.body.errors).toEqual([{ path: "0", message: "Entry 1 is an object." }])
})

test("a wrong field is named as the screen names it, in the person's language", async () => {
  const { plan, item } = await api.filled(ada)
  const set = (body: object, language = "en") =>
    put<Problem>(`/api/Item/${item.id}?planId=${plan.id}`, body, { "accept-language": language })
  const wrong = { effortAndComplexity: 9 }
  const english = await set(wrong)
  expect(english.status).toBe(400)
  expect(english.body).toMatchObject({
    message: "Effort is a number from 0 to 5.",
    errors: [{ path: "effortAndComplexity", message: "Effort is a number from 0 to 5." }],
  })
  const german = await set(wrong, "de")
  expect(german.body).toMatchObject({
    message: "Aufwand muss eine Zahl von 0 bis 5 sein.",
    detail: "Effort is a number from 0 to 5.",
    errors: [{ path: "effortAndComplexity" }],
  })
  // So are refusals of rules.
  expect((await set({ ownerId: 999_999_999 }, "de")).body.message).toMatch(/^In diesem Plan gibt es kein Mitglied/)
})

test("every answer with 400 lists what is wrong", async () => {
  const { plan } = await api.filled(ada)
  const long = "x".repeat(65)
  const goals = `/api/Goal/?planId=${plan.id}`
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    api.call<Problem>("POST", path, { as: ada, body, headers })
  const answers = [
    await post(goals, { name: "G" }, { "X-Client-Id": long }),
    await post(goals, { name: "G" }, { "Idempotency-Key": long }),
    await api.call<Problem>("GET", `/api/Goal/%E0%A4%A?planId=${plan.id}`, { as: ada }),
    await post("/api/Ai/saveboarddata", { planId: plan.id }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.errors]).toEqual([400, [{ path: expect.any(String), message: body.message }]])
  }
})

test("at most ten validation errors of one input are reported", async () => {
  const plan = await api.plan(ada)
  const answer = await put<Problem>(`/api/Goal/UpdateOrders?planId=${plan.id}`, Array(30).fill({}))
  expect(answer.body.errors).toHaveLength(10)
})

test("due dates: null and the year 1 mean no date; others are the day that was written", async () => {
  const { plan, item, task } = await api.filled(ada)
  const set = async (dueDate: unknown) => {
    const answers = [
      await put<Task>(`/api/Task/?planId=${plan.id}`, { id: task.id, dueDate }),
      await put<Item>(`/api/Item/${item.id}?planId=${plan.id}`, { dueDate }),
    ]
    const [first, second] = answers.map(({ body }) => body.dueDate)
    expect(second).toBe(first)
    return first
  }
  for (const written of [
    ...["2026-01-31T21:00:00-08:00", "2026-01-31T00:30:00+01:00", "2026-01-31T23:59:59.999Z", "2026-01-31T21:00"],
    ...["2026-01-31T00:00:00.000Z", "2026-01-31T00:30:00+1400", "2026-01-31"],
  ])
    expect(await set(written), written).toBe("2026-01-31T00:00:00.000Z")
  for (const none of ["0001-01-01T00:00:00", "0001-01-01", "0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00+0100"])
    expect(await set(none)).toBeNull()
  expect(await set(null)).toBeNull()
  await db()`update app.task set due_date = '2026-01-31T21:00:00Z' where id = ${task.id}`
  await db()`update app.item set due_date = '2026-01-30T23:30:00-02:00' where id = ${item.id}`
  const { items, tasks } = (await api.call<Board>("GET", `/api/Plan/${plan.id}/board`, { as: ada })).body
  expect([...items, ...tasks].map(({ dueDate }) => dueDate)).toEqual(Array(2).fill("2026-01-31T00:00:00.000Z"))
})

test("null for an optional input counts as absent, and an update refuses it where it cannot clear the field", async () => {
  const { plan, item, task } = await api.filled(ada)
  const post = <T>(path: string, body: object) => api.call<T>("POST", path, { as: ada, body })
  expect((await post("/api/Feed", { planId: null })).status).toBe(201)
  const label = await post<Label>(`/api/Label?planId=${plan.id}`, { name: "Paint", color: null, order: null, id: null })
  expect([label.status, label.body]).toEqual([201, expect.objectContaining({ name: "Paint" })])
  const view = await post<View>(`/api/View?planId=${plan.id}`, {
    name: "Mine",
    filter: { text: null, mine: true, ownerIds: [null] },
  })
  expect([view.status, view.body.filter]).toEqual([201, { mine: true, ownerIds: [null] }])
  const copy = await post<Plan>(`/api/Plan/${plan.id}/copy`, { name: "Copy", tasks: null, firstDay: null })
  expect([copy.status, copy.body.name]).toEqual([201, "Copy"])

  await put(`/api/Task/?planId=${plan.id}`, { id: task.id, dueDate: "2026-01-31", ownerId: ada.id })
  const cleared = await put<Task>(`/api/Task/?planId=${plan.id}`, { id: task.id, dueDate: null, ownerId: null })
  expect(cleared.body).toMatchObject({ dueDate: null, owner: null })
  for (const name of ["description", "type", "labelIds", "id"])
    expect((await put(`/api/Task/?planId=${plan.id}`, { id: task.id, [name]: null })).status, name).toBe(400)
  expect((await post(`/api/Task?planId=${plan.id}`, { itemId: item.id, description: null })).status).toBe(400)
})

test("limits count code points: 200 emoji fit a name, 201 do not", async () => {
  const { plan, goal } = await api.filled(ada)
  expect((await put<Goal>(`/api/Goal/?planId=${plan.id}`, { id: goal.id, name: "🌿".repeat(200) })).status).toBe(200)
  expect((await put(`/api/Goal/?planId=${plan.id}`, { id: goal.id, name: "🌿".repeat(201) })).status).toBe(400)
  expect((await put(`/api/Goal/?planId=${plan.id}`, { id: goal.id, name: "  " })).status).toBe(400)
})

test("a completed action and its tasks accept no change but uncomplete, and the action can be deleted", async () => {
  const { plan, item, task } = await api.filled(ada)
  const at = `/api/Item/${item.id}?planId=${plan.id}`
  const done = await put<Item>(at, { completed: true })
  expect(done.body.completedDate).not.toBeNull()
  expect((await put(at, { topic: "x" })).status).toBe(409)
  expect((await put(`/api/Task/?planId=${plan.id}`, { id: task.id, description: "x" })).status).toBe(409)
  expect((await put(`/api/Task/UpdateOrders?planId=${plan.id}`, [{ id: task.id, order: 9 }])).status).toBe(409)
  expect((await api.send(taskCalls.remove, { id: task.id, planId: plan.id }, { as: ada })).status).toBe(409)
  expect((await api.send(taskCalls.get, { id: task.id, planId: plan.id }, { as: ada })).body).toMatchObject({
    readOnly: true,
    complete: false,
  })
  expect((await put<Item>(at, { completed: false, topic: "Again" })).body).toMatchObject({
    completed: false,
    completedDate: null,
    topic: "Again",
  })
  await put(at, { completed: true })
  expect((await api.call("DELETE", at, { as: ada })).status).toBe(204)
})

test("an order array is all or nothing", async () => {
  const { plan, goal } = await api.filled(ada)
  const before = await seqOf(plan.id)
  expect(
    (
      await put(`/api/Goal/UpdateOrders?planId=${plan.id}`, [
        { id: goal.id, order: 5 },
        { id: 999_999, order: 6 },
      ])
    ).status,
  ).toBe(400)
  expect(
    (
      await put(`/api/Goal/UpdateOrders?planId=${plan.id}`, [
        { id: goal.id, order: 5 },
        { id: goal.id, order: 6 },
      ])
    ).status,
  ).toBe(400)
  expect(await seqOf(plan.id)).toBe(before)
  expect((await put(`/api/Goal/UpdateOrders?planId=${plan.id}`, [{ id: goal.id, order: 5 }])).status).toBe(204)
})

test("moving an action gives its tasks the new goal and its colour", async () => {
  const { plan, item, task } = await api.filled(ada)
  const green = await api.goal(ada, plan.id, { name: "Green", color: "#00855a" })
  await put(`/api/Task/?planId=${plan.id}`, { id: task.id, color: "#123456" })
  const moved = await put<Item>(
    `/api/Item/MoveActionToGoal?planId=${plan.id}&itemId=${item.id}&goalId=${green.id}`,
    undefined,
  )
  expect(moved.body.goal).toEqual({ id: green.id, name: "Green", color: "#00855a" })
  expect((await api.send(taskCalls.get, { id: task.id, planId: plan.id }, { as: ada })).body).toMatchObject({
    goalId: green.id,
    color: "#00855a",
  })
})

test("a stored draft emits no event; publishing it does", async () => {
  const plan = await api.plan(ada)
  const before = await seqOf(plan.id)
  const draft = await api.goal(ada, plan.id, { isDraft: true })
  expect(await seqOf(plan.id)).toBe(before)
  await put(`/api/Goal/?planId=${plan.id}`, { id: draft.id, isDraft: false })
  const { events } = (await api.send(planCalls.changes, { planId: plan.id, since: before }, { as: ada })).body
  expect(events.map(({ event }) => event)).toEqual(["BoardUpdated"])
})

test("the board has an ETag: 304 while unchanged, a new one after a change", async () => {
  const { plan, goal } = await api.filled(ada)
  const read = (tag?: string) =>
    api.send(planCalls.board, { planId: plan.id }, { as: ada, headers: tag ? { "if-none-match": tag } : {} })
  const first = await read()
  const tag = first.headers.get("etag") as string
  expect((await read(tag)).status).toBe(304)
  await put(`/api/Goal/?planId=${plan.id}`, { id: goal.id, name: "Renamed" })
  const second = await read(tag)
  expect(second.status).toBe(200)
  expect(second.headers.get("etag")).not.toBe(tag)
})

test("viewers can read and leave but change nothing", async () => {
  const { plan, goal } = await api.filled(ada)
  const viewer = await api.person()
  await api.join(plan.id, viewer, 2)
  expect((await api.send(planCalls.board, { planId: plan.id }, { as: viewer })).status).toBe(200)
  expect((await put(`/api/Goal/?planId=${plan.id}`, { id: goal.id, name: "x" }, undefined, viewer)).status).toBe(403)
  expect((await api.send(planCalls.removeMember, { planId: plan.id, userId: viewer.id }, { as: viewer })).status).toBe(
    204,
  )
  expect((await api.send(planCalls.board, { planId: plan.id }, { as: viewer })).status).toBe(404)
})

test("an invitation is accepted only by the invited address, and inviting again renews it", async () => {
  const plan = await api.plan(ada)
  const grace = await api.person()
  const eve = await api.person()
  const invite = () =>
    api.send(invitationCalls.invite, { email: grace.email.toUpperCase(), planId: plan.id, role: 1 }, { as: ada })
  expect((await invite()).status).toBe(201)
  expect((await invite()).status).toBe(200)
  const waiting = await api.send(invitationCalls.pendingOfUser, { userId: grace.id }, { as: grace })
  const at = `/api/invitation/accept?token=${waiting.body[0]?.token}`
  expect((await api.call("GET", at, { as: eve })).status).toBe(403)
  expect((await api.call("GET", at, { as: grace })).body).toEqual({ planId: plan.id, planName: "Plan" })
  // A repeat leads to the plan again.
  expect((await api.call("GET", at, { as: grace })).body).toEqual({ planId: plan.id, planName: "Plan" })
  expect((await api.send(invitationCalls.accept, { token: "nothing" }, { as: grace })).status).toBe(404)
  expect((await invite()).status).toBe(409)
  expect((await api.send(planCalls.board, { planId: plan.id }, { as: grace })).status).toBe(200)
})

test("only admins see addresses of members, in every answer", async () => {
  const { plan } = await api.filled(ada)
  const grace = await api.person()
  await api.join(plan.id, grace)
  for (const path of [`/api/Plan/${plan.id}/board`, `/api/Users/plan/${plan.id}`, `/api/Users/?planId=${plan.id}`]) {
    expect((await api.call("GET", path, { as: grace })).text, path).not.toContain("@example.org")
  }
  expect((await api.send(userCalls.listOfPlan, { planId: plan.id }, { as: ada })).text).toContain(grace.email)
})

test("a stored draft is on the board at once, although it emits no event", async () => {
  const { plan } = await api.filled(ada)
  const board = () => api.send(planCalls.board, { planId: plan.id }, { as: ada })
  const before = await board()
  await api.goal(ada, plan.id, { name: "Not yet", isDraft: true })
  const after = await board()
  expect(after.body.seq).toBe(before.body.seq)
  expect(after.body.goals.map(({ name }) => name)).toContain("Not yet")
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"))
})

test("a goal's links are addresses of the web", async () => {
  const { plan, goal } = await api.filled(ada)
  const set = async (link: string | null) =>
    (await put(`/api/Goal/?planId=${plan.id}`, { id: goal.id, videoLink: link, downloadLink: link })).status
  for (const bad of [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " data:text/html,x",
    "file:///etc/passwd",
    "x",
    "//x.org",
  ])
    expect([bad, await set(bad)]).toEqual([bad, 400])
  for (const good of ["https://example.org/film", "HTTP://example.org", "", null])
    expect([good, await set(good)]).toEqual([good, 200])
})
