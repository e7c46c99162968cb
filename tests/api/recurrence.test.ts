// Tasks that repeat: finishing one makes the next in the same transaction, by whatever call; reopening it takes an untouched next one back.

import { afterAll, describe, expect, test } from "vitest"
import { labelCalls } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { type Task, taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
const { api, owner: ada } = t
afterAll(t.close)

type Sent = Partial<Pick<Task, "description" | "dueDate" | "recurrence" | "recurrenceFrom" | "type" | "ownerId">> & {
  labelIds?: number[]
  complete?: boolean
  isDraft?: boolean
}

const day = (text: string) => `${text}T00:00:00.000Z`
/** UTC's day, and days around it. */
const on = (days: number) => day(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))

const planWith = async (sent: Sent = {}) => {
  const { plan, item } = await api.filled(ada)
  const planId = plan.id
  const put = (id: number, fields: Sent, as = ada) => api.send(taskCalls.update, { planId, id, ...fields }, { as })
  const add = async (fields: Sent) =>
    (
      await api.send(
        taskCalls.create,
        { planId, itemId: item.id, description: "Water the plants", ...fields },
        { as: ada },
      )
    ).body
  const all = async () => (await t.boardOf(planId)).tasks
  const task = await add({ dueDate: on(0), recurrence: "FREQ=DAILY", ...sent })
  return {
    planId,
    item,
    task,
    put,
    add,
    all,
    one: async (id: number) => (await all()).find((each) => each.id === id),
    others: async (...known: number[]) => (await all()).filter(({ id }) => !known.includes(id)),
  }
}
type Plan = Awaited<ReturnType<typeof planWith>>
/** Of the plan's tasks, those that the rule has made. */
const nexts = async ({ all, task }: Plan) =>
  (await all()).filter(({ id, description }) => id !== task.id && description === task.description)

describe("a rule", () => {
  test("is stored as it was sent, or refused with what to change, in the reader's language", async () => {
    const { planId, task, put, add } = await planWith({ recurrence: "RRULE:freq=weekly;byday=mo" })
    expect(task).toMatchObject({ recurrence: "FREQ=WEEKLY;BYDAY=MO", recurrenceFrom: "due", next: null })
    const none = await add({ recurrence: null })
    expect(none).toMatchObject({ recurrence: null, recurrenceFrom: "due" })
    for (const [recurrence, message] of [
      ["every monday", "Write the repetition as a rule such as FREQ=WEEKLY;BYDAY=MO."],
      ["FREQ=WEEKLY;FREQ=DAILY", "Write the repetition as a rule such as FREQ=WEEKLY;BYDAY=MO."],
      ["FREQ=HOURLY", "FREQ of a repetition is DAILY, WEEKLY, MONTHLY or YEARLY."],
      [
        "FREQ=YEARLY;BYMONTH=2",
        "A repetition can’t have BYMONTH. It has FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, and COUNT or UNTIL.",
      ],
      ["FREQ=DAILY;INTERVAL=0", "INTERVAL of a repetition is a number from 1 to 1000."],
      ["FREQ=DAILY;INTERVAL=99999999999", "INTERVAL of a repetition is a number from 1 to 1000."],
      ["FREQ=DAILY;COUNT=0", "COUNT of a repetition is a number from 1 to 10000."],
      ["FREQ=DAILY;UNTIL=20260230", "UNTIL of a repetition is a day such as 20261231."],
      ["FREQ=DAILY;COUNT=2;UNTIL=20270101", "A repetition ends by COUNT or by UNTIL, not by both."],
      ["FREQ=WEEKLY;BYDAY=XX", "BYDAY of a repetition has days such as MO, 2TU or -1FR."],
      ["FREQ=WEEKLY;BYDAY=2TU", "A repetition by days or weeks has days without a number, such as MO."],
      ["FREQ=MONTHLY;BYDAY=6TU", "BYDAY of this repetition has numbers from 1 to 5, or from -5 to -1."],
      ["FREQ=WEEKLY;BYMONTHDAY=1", "A repetition by weeks can’t have BYMONTHDAY."],
      ["FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY of a repetition has numbers from 1 to 31, or from -31 to -1."],
      ["FREQ=DAILY;BYSETPOS=1", "BYSETPOS of a repetition needs BYDAY or BYMONTHDAY."],
      ["FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5", "This repetition has no day after the due date. Choose another one."],
      ["FREQ=DAILY;BYMONTHDAY=31,".padEnd(10_000, "1,"), "Repetition has at most 200 characters."],
    ] as const) {
      const refused = await put(task.id, { recurrence })
      expect([refused.status, (refused.body as unknown as { message: string }).message], recurrence).toEqual([
        400,
        message,
      ])
      const german = await api.call<{ message: string }>("PUT", `/api/Task?planId=${planId}`, {
        as: ada,
        body: { id: task.id, recurrence },
        headers: { "accept-language": "de" },
      })
      expect(german.body.message, recurrence).toMatch(/Wiederholung/)
    }
    expect((await put(task.id, { recurrence: null })).body).toMatchObject({ recurrence: null })
  })

  test("needs a due date, unless its days count from the day it is done", async () => {
    const { put, add, task } = await planWith()
    const undated = await add({ recurrence: null })
    const message = "A task that repeats from its due date needs one."
    for (const refused of [
      await put(undated.id, { recurrence: "FREQ=DAILY" }),
      await put(task.id, { dueDate: null }),
      await put(task.id, { recurrenceFrom: "done", dueDate: null }).then(() => put(task.id, { recurrenceFrom: "due" })),
    ])
      expect([refused.status, (refused.body as unknown as { message: string }).message]).toEqual([400, message])
    expect((await put(undated.id, { recurrence: "FREQ=DAILY", recurrenceFrom: "done" })).status).toBe(200)
    expect((await put(undated.id, { recurrence: null })).status).toBe(200)
  })

  test("is not for a task that is done", async () => {
    const { put, add } = await planWith()
    const done = await add({ recurrence: null, type: 2 })
    const refused = await put(done.id, { recurrence: "FREQ=DAILY", dueDate: on(0) })
    expect([refused.status, (refused.body as unknown as { message: string }).message]).toEqual([
      400,
      "A task that is done does not repeat.",
    ])
  })
})

describe("finishing a task that repeats", () => {
  test("makes its next one, with text, owner and labels, on the first day after the old one and today", async () => {
    const plan = await planWith()
    const { planId, task, put, one } = plan
    const label = await api.send(labelCalls.create, { planId, name: "Garden" }, { as: ada })
    await put(task.id, { ownerId: ada.id, labelIds: [label.body.id], dueDate: on(-10) })
    const done = await put(task.id, { complete: true })
    expect(done.body).toMatchObject({ type: 2, complete: true, recurrence: null, dueDate: on(-10) })
    const [next, ...more] = await nexts(plan)
    expect(more).toEqual([])
    expect(done.body.next).toEqual({ id: next?.id, recurrence: "FREQ=DAILY", dueDate: on(1) })
    expect(next).toMatchObject({
      type: 0,
      complete: false,
      completedDate: null,
      dueDate: on(1),
      recurrence: "FREQ=DAILY",
      recurrenceFrom: "due",
      ownerId: ada.id,
      labelIds: [label.body.id],
      itemId: task.itemId,
      next: null,
      attachmentCount: 0,
    })
    expect(await one(task.id)).toEqual(done.body)
  })

  test("counts from the day it is done if that is wanted", async () => {
    const plan = await planWith({ dueDate: on(-10), recurrence: "FREQ=DAILY;INTERVAL=3", recurrenceFrom: "done" })
    await plan.put(plan.task.id, { type: 2 })
    expect(await nexts(plan)).toMatchObject([{ dueDate: on(3), recurrenceFrom: "done" }])
    const early = await planWith({ dueDate: on(5), recurrence: "FREQ=DAILY;INTERVAL=3", recurrenceFrom: "done" })
    await early.put(early.task.id, { type: 2 })
    expect(await nexts(early)).toMatchObject([{ dueDate: on(6) }])
    const undated = await planWith({ dueDate: null, recurrenceFrom: "done" })
    await undated.put(undated.task.id, { type: 2 })
    expect(await nexts(undated)).toMatchObject([{ dueDate: on(1) }])
  })

  test("counts COUNT down, and makes none at its end or behind UNTIL", async () => {
    const plan = await planWith({ recurrence: "FREQ=DAILY;COUNT=2" })
    await plan.put(plan.task.id, { type: 2 })
    const [next] = await nexts(plan)
    expect(next).toMatchObject({ recurrence: "FREQ=DAILY;COUNT=1" })
    const last = await plan.put(next?.id ?? 0, { type: 2 })
    expect(last.body).toMatchObject({ recurrence: null, next: { id: null, recurrence: "FREQ=DAILY;COUNT=1" } })
    expect(await nexts(plan)).toHaveLength(1)
    const again = await plan.put(next?.id ?? 0, { type: 0 })
    expect(again.body).toMatchObject({ recurrence: "FREQ=DAILY;COUNT=1", next: null })

    const until = await planWith({ recurrence: `FREQ=DAILY;UNTIL=${on(0).slice(0, 10).replaceAll("-", "")}` })
    expect((await until.put(until.task.id, { type: 2 })).body).toMatchObject({ recurrence: null, next: { id: null } })
    expect(await nexts(until)).toEqual([])
  })

  test("by moving it, several at once, each with its next one", async () => {
    const plan = await planWith()
    const { planId, add } = plan
    const second = await add({ description: "Second", recurrence: "FREQ=DAILY", dueDate: on(0) })
    const plain = await add({ description: "Plain", recurrence: null })
    const seq = (await t.boardOf(planId)).seq
    const moved = await api.send(
      taskCalls.updateOrders,
      {
        planId,
        orders: [
          { id: plain.id, order: 1, type: 2 },
          { id: plan.task.id, order: 2, type: 2 },
          { id: second.id, order: 3, complete: true },
        ],
      },
      { as: ada },
    )
    expect(moved.status).toBe(204)
    const tasks = await plan.all()
    const followed = tasks.filter(({ next }) => next)
    expect(followed.map(({ id }) => id).sort()).toEqual([plan.task.id, second.id].sort())
    for (const { next, description } of followed)
      expect(tasks.find(({ id }) => id === next?.id)).toMatchObject({ description, type: 0, dueDate: on(1) })
    const { events } = (await api.send(planCalls.changes, { planId, since: seq }, { as: ada })).body
    expect(events.map(({ event }) => event)).toEqual([
      "TaskAdded",
      "TaskUpdated",
      "TaskAdded",
      "TaskUpdated",
      "TaskOrderUpdated",
    ])
    const { nextOf, ...added } = (events[0]?.payload.data ?? {}) as Task & { nextOf: number }
    expect(nextOf).toBe(plan.task.id)
    expect(added).toEqual(tasks.find(({ id }) => id === added.id))
    expect(tasks.find(({ id }) => id === nextOf)?.next?.id).toBe(added.id)
  })

  test("by two people at once makes one next one", async () => {
    const plan = await planWith()
    const { planId, task, put } = plan
    const order = { planId, orders: [{ id: task.id, order: 5, type: 2 as const }] }
    await Promise.all([
      put(task.id, { type: 2 }),
      put(task.id, { complete: true }),
      api.send(taskCalls.updateOrders, order, { as: ada }),
      put(task.id, { type: 2 }),
    ])
    const [next, ...more] = await nexts(plan)
    expect(more).toEqual([])
    expect((await put(task.id, { type: 2 })).body.next?.id).toBe(next?.id)
    expect(await nexts(plan)).toHaveLength(1)
  })

  test("counts in the person's own day, and in UTC for a key", async () => {
    const plan = await planWith({ dueDate: on(-20) })
    const zone = "Pacific/Kiritimati"
    await api.send(userCalls.update, { id: ada.id, timeZone: zone }, { as: ada })
    const there = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(Date.now() + 86_400_000)
    await plan.put(plan.task.id, { type: 2 })
    await api.send(userCalls.update, { id: ada.id, timeZone: null }, { as: ada })
    expect(await nexts(plan)).toMatchObject([{ dueDate: day(there) }])
    const key = await api.key(plan.planId)
    const byKey = await plan.add({ description: "By key", dueDate: on(-20), recurrence: "FREQ=DAILY" })
    await api.call("PUT", `/api/Task?planId=${plan.planId}`, {
      headers: { "x-api-key": key },
      body: { id: byKey.id, type: 2 },
    })
    const made = (await plan.all()).filter(({ description }) => description === "By key")
    expect(made).toMatchObject([{ type: 2 }, { type: 0, dueDate: on(1) }])
  })

  test("tells nobody that they own the next one, and says in the log what came of it", async () => {
    const plan = await planWith()
    const ben = await api.person()
    await api.join(plan.planId, ben)
    await plan.put(plan.task.id, { ownerId: ben.id })
    const told = async () => (await api.call<{ id: number }[]>("GET", "/api/Notification", { as: ben })).body
    const before = await told()
    await plan.put(plan.task.id, { type: 2 })
    expect(await nexts(plan)).toMatchObject([{ ownerId: ben.id }])
    expect(await told()).toEqual(before)
  })

  test("of an action that is completed is refused, and completing an action leaves its tasks as they are", async () => {
    const plan = await planWith()
    const { planId, item, task } = plan
    await api.call("PUT", `/api/Item/${item.id}?planId=${planId}`, { as: ada, body: { completed: true } })
    expect((await plan.put(task.id, { type: 2 })).status).toBe(409)
    expect(await plan.one(task.id)).toMatchObject({ type: 0, recurrence: "FREQ=DAILY" })
    expect(await nexts(plan)).toEqual([])
  })
})

describe("reopening a task that has repeated", () => {
  test("takes an untouched next one back, and gives the rule back", async () => {
    const plan = await planWith()
    const { task, put } = plan
    await put(task.id, { type: 2 })
    const again = await put(task.id, { type: 1 })
    expect(again.body).toMatchObject({ type: 1, recurrence: "FREQ=DAILY", next: null })
    expect(await nexts(plan)).toEqual([])
    await put(task.id, { type: 2 })
    expect(await nexts(plan)).toHaveLength(1)
    await api.send(
      taskCalls.updateOrders,
      { planId: plan.planId, orders: [{ id: task.id, order: 1, type: 0 }] },
      { as: ada },
    )
    expect(await plan.one(task.id)).toMatchObject({ type: 0, recurrence: "FREQ=DAILY", next: null })
    expect(await nexts(plan)).toEqual([])
  })

  test("in one call with its next one: a next one that is only moved is taken back, one that is begun carries on", async () => {
    const plan = await planWith()
    const { planId, task, put, one } = plan
    const reopened = async (ofNext: { order: number; type?: 0 | 1 }) => {
      const next = (await put(task.id, { type: 2 })).body.next?.id ?? 0
      const orders = [
        { id: task.id, order: 1, type: 0 as const },
        { id: next, ...ofNext },
      ]
      const { status } = await api.send(taskCalls.updateOrders, { planId, orders }, { as: ada })
      expect(status).toBe(204)
      return next
    }
    await reopened({ order: 3 })
    expect(await nexts(plan)).toEqual([])
    expect(await one(task.id)).toMatchObject({ type: 0, recurrence: "FREQ=DAILY", next: null })
    const next = await reopened({ order: 3, type: 1 })
    expect(await one(task.id)).toMatchObject({ type: 0, recurrence: null, next: null })
    expect(await one(next)).toMatchObject({ type: 1, recurrence: "FREQ=DAILY" })
  })

  test.each<[string, Sent]>([
    ["renamed", { description: "Water the plants well" }],
    ["begun", { type: 1 }],
    ["finished", { type: 2 }],
    ["due on another day", { dueDate: on(9) }],
    ["given away", { ownerId: null }],
    ["repeating in another way", { recurrence: "FREQ=WEEKLY" }],
    ["no longer repeating", { recurrence: null }],
  ])("leaves a next one that is %s, which carries the rule on", async (_, fields) => {
    const { task, put, one } = await planWith({ ownerId: ada.id })
    const next = (await put(task.id, { type: 2 })).body.next?.id ?? 0
    expect((await put(next, fields)).status).toBe(200)
    expect((await put(task.id, { type: 0 })).body).toMatchObject({ type: 0, recurrence: null, next: null })
    expect(await one(next)).toMatchObject(fields)
  })

  test("gives the rule back where somebody has deleted the next one", async () => {
    const { planId, task, put } = await planWith()
    const id = (await put(task.id, { type: 2 })).body.next?.id ?? 0
    await api.send(taskCalls.remove, { planId, id }, { as: ada })
    expect((await put(task.id, { type: 0 })).body).toMatchObject({ recurrence: "FREQ=DAILY", next: null })
  })
})
