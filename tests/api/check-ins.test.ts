// Check-ins of goals: what they write, and what happened since the last one.
import { afterAll, describe, expect, test } from "vitest"
import type { CheckIn } from "~/contract/check-in"
import { goalCalls } from "~/contract/goal"
import { keyResultCalls } from "~/contract/key-result"
import { taskCalls } from "~/contract/task"
import { openMeasured } from "../support/api/measured.ts"

const {
  api,
  boardOf,
  checkIn,
  checkInsOf,
  eventsSince,
  goalOf,
  logOf,
  measured,
  valuesOf,
  close,
  owner: ada,
} = await openMeasured()
afterAll(close)

describe("a check-in", () => {
  test("writes status, values and note in one change, with one entry in the log", async () => {
    const { planId, goalId, first, second, goal } = await measured()
    const before = await boardOf(planId)
    const logged = (await logOf(planId)).length
    const { status, body } = await checkIn(planId, goalId, {
      confidence: 7,
      note: "The bakers signed.",
      values: [{ keyResultId: first.id, current: 300 }],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      planId,
      goalId,
      status: 1,
      confidence: 7,
      note: "The bakers signed.",
      values: [
        { keyResultId: first.id, name: "Sign-ups", unit: "people", before: 0, current: 300 },
        { keyResultId: second.id, name: "Failures", unit: "", before: 8, current: 8 },
      ],
      progress: 0.375,
      statusBefore: null,
      createdDate: expect.any(String),
      createdBy: { id: ada.id, userName: ada.userName },
      agent: null,
      importedAuthor: null,
    })
    const { createdDate, createdBy } = body as CheckIn
    const goalNow = await goalOf(planId, goalId)
    expect(goalNow).toMatchObject({
      status: 1,
      progress: 0.375,
      lastCheckIn: { createdDate, status: 1, confidence: 7, createdBy },
    })
    const results = (await boardOf(planId)).keyResults
    expect(await eventsSince(planId, before.seq)).toEqual([
      { event: "GoalUpdated", data: goalNow },
      { event: "KeyResultUpdated", data: results[0] },
      { event: "GoalCheckedIn", data: body },
    ])
    const log = await logOf(planId)
    expect(log).toHaveLength(logged + 1)
    expect(log[0]).toBe(
      `${ada.userName} checked in the goal ${goal.name}: at risk, confidence 7, Sign-ups from 0 to 300`,
    )
    expect(await checkInsOf(planId, goalId)).toEqual([body])
  })

  test("is taken back with the values that nobody has changed since", async () => {
    const { planId, goalId, first, second } = await measured()
    await checkIn(planId, goalId, { status: 0, values: [{ keyResultId: first.id, current: 100 }] })
    const values = [
      { keyResultId: first.id, current: 200 },
      { keyResultId: second.id, current: 4 },
    ]
    const { body } = await checkIn(planId, goalId, { status: 2, values })
    await api.send(keyResultCalls.update, { planId, id: second.id, current: 3 }, { as: ada })
    const eva = await api.person()
    await api.join(planId, eva)
    const remove = (as = ada) => api.send(goalCalls.removeCheckIn, { planId, id: body.id }, { as })
    expect((await remove(eva)).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await valuesOf(planId)).toEqual({ "Sign-ups": 100, Failures: 3 })
    const [last] = await checkInsOf(planId, goalId)
    expect(last).toMatchObject({ status: 0 })
    expect(await goalOf(planId, goalId)).toMatchObject({
      status: 0,
      lastCheckIn: { status: 0, createdDate: last?.createdDate },
    })
  })

  test("of two at once both stay, and the later one's values", async () => {
    const { planId, goalId, first } = await measured()
    const eva = await api.person()
    await api.join(planId, eva)
    const sent = await Promise.all(
      [10, 20, 30, 40].map((current, at) =>
        checkIn(planId, goalId, { values: [{ keyResultId: first.id, current }] }, at % 2 ? eva : ada),
      ),
    )
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const all = await checkInsOf(planId, goalId)
    expect(all).toHaveLength(4)
    const chain = all.toReversed().map(({ values }) => [values[0]?.before, values[0]?.current])
    for (const [at, [before]] of chain.entries()) expect(before).toBe(at === 0 ? 0 : chain[at - 1]?.[1])
    expect((await valuesOf(planId))["Sign-ups"]).toBe(chain.at(-1)?.[1])
  })

  test("leaves out a result that has been deleted since, and says so", async () => {
    const { planId, goalId, first, second } = await measured()
    await api.send(keyResultCalls.remove, { planId, id: second.id }, { as: ada })
    const values = [
      { keyResultId: second.id, current: 3 },
      { keyResultId: first.id, current: 40 },
    ]
    const { status, body } = await checkIn(planId, goalId, { values })
    expect([status, body]).toMatchObject([
      201,
      { leftOut: [second.id], values: [{ keyResultId: first.id, current: 40 }] },
    ])
    expect(await valuesOf(planId)).toEqual({ "Sign-ups": 40 })
  })
})

test("what happened to the goal's cards since the last check-in comes from the log", async () => {
  const { planId, goalId, item, task } = await measured()
  const since = async (id = goalId) => api.send(goalCalls.sinceCheckIn, { planId, id }, { as: ada })
  expect((await since()).body).toMatchObject({ added: { count: 2 }, done: { count: 0 }, slipped: { count: 0 } })
  await checkIn(planId, goalId)
  expect((await since()).body).toMatchObject({ added: { count: 0 }, done: { count: 0 } })
  await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada })
  const more = await api.task(ada, planId, item.id, { description: "Compare the offers" })
  await api.task(ada, planId, item.id, { description: "A draft", isDraft: true })
  expect((await since()).body).toMatchObject({
    since: (await goalOf(planId, goalId))?.lastCheckIn?.createdDate,
    done: { count: 1, cards: [{ entity: "task", id: task.id }] },
    added: { count: 1, cards: [{ entity: "task", id: more.id, name: "Compare the offers" }] },
  })
  expect((await since((await measured()).goalId)).status).toBe(404)
})

test("a completed goal takes no check-ins until it is reopened", async () => {
  const { planId, goalId, first } = await measured()
  await checkIn(planId, goalId)
  const complete = (completed: boolean) => api.send(goalCalls.update, { planId, id: goalId, completed }, { as: ada })
  await complete(true)
  const body = { status: 0, values: [{ keyResultId: first.id, current: 7 }] }
  const refused = await api.call("POST", `/api/Goal/${goalId}/checkins?planId=${planId}`, { as: ada, body })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: "This goal is completed, so it takes no check-ins. Reopen it first." },
  ])
  expect(await valuesOf(planId)).toEqual({ "Sign-ups": 0, Failures: 8 })
  expect(await checkInsOf(planId, goalId)).toHaveLength(1)
  await complete(false)
  expect((await checkIn(planId, goalId, body)).status).toBe(201)
})
