// Webhooks with a receiver that loses, delays and repeats, hangs or has gone.

import { expect, test } from "vitest"
import { notificationCalls } from "~/contract/notification"
import { taskCalls } from "~/contract/task"
import { type Delivery, webhookCalls } from "~/contract/webhook"
import { db } from "~/database/connection.server"
import type { Caller } from "../support/api/api.ts"
import { openWebhooks } from "../support/api/webhooks.ts"

const { ada, api, deliver, deliveriesOf, events, isIdle, make, one, receiver, skipAhead, types } = await openWebhooks()
const ben = await api.person()

/** A webhook whose first delivery has failed and holds up what follows it. */
const failed = async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id } = await make(planId, { events: ["task.updated"] })
  receiver.answers(() => 500)
  await deliver()
  const move = (type: 0 | 1 | 2) => api.send(taskCalls.update, { planId, id: task.id, type }, { as: ada })
  await move(1)
  await expect.poll(async () => (await one(planId, id)).nextTry).not.toBeNull()
  const [first] = (await deliveriesOf(planId, id)) as [Delivery]
  const resend = async () => (await api.send(webhookCalls.resend, { planId, id, delivery: first.id }, { as: ada })).body
  return { planId, id, first, move, resend }
}

const isFirst = (body: string) => JSON.parse(body).data.after?.description === "First"

test("a failure holds up later changes for three tries, then they pass, and it is tried beside them under its id", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id } = await make(planId, { events: ["task.updated"] })
  receiver.answers(({ body }) => (isFirst(body) ? 503 : 200))
  await deliver()
  const rename = (description: string) => api.send(taskCalls.update, { planId, id: task.id, description }, { as: ada })
  await rename("First")
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(1)
  await rename("Second")
  const waits = async () =>
    (
      await db()<{ s: number }[]>`
    select round(extract(epoch from next_date - last_date))::int as s from app.delivery where state = 'waiting' order by id limit 1`
    )[0]?.s
  expect(await waits()).toBe(5)
  await skipAhead()
  await expect.poll(async () => (await deliveriesOf(planId, id)).at(-1)?.tries).toBe(2)
  expect(await waits()).toBe(300)
  expect(events()).toHaveLength(2)
  expect(await one(planId, id)).toMatchObject({ lastStatus: 503, failingSince: expect.any(String) })
  await expect.poll(async () => (await one(planId, id)).nextTry).not.toBeNull()
  await skipAhead()
  await expect
    .poll(() => events().map(({ data }) => data.after.description))
    .toEqual(["First", "First", "First", "Second"])
  await expect
    .poll(async () => (await deliveriesOf(planId, id)).map(({ state }) => state))
    .toEqual(["delivered", "waiting"])
  expect(await waits()).toBe(1_800)
  expect(await one(planId, id)).toMatchObject({ lastStatus: 200, failingSince: null })

  const pauses: unknown[] = []
  for (let tries = 4; tries < 10; tries++) {
    await skipAhead()
    await expect.poll(async () => (await deliveriesOf(planId, id)).at(-1)?.tries).toBe(tries)
    pauses.push(await waits())
  }
  expect(pauses).toEqual([7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
  await skipAhead()
  await expect
    .poll(async () => (await deliveriesOf(planId, id)).at(-1))
    .toMatchObject({ state: "failed", tries: 10, status: 503, answer: "Answer 503", nextDate: null })
  const ids = receiver.received.filter(({ body }) => isFirst(body)).map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([10, 1])
  await expect.poll(isIdle).toBe(true)
})

test("410 switches a webhook off at once and five days of failures do, and admins are notified", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  await api.join(planId, ben, 0)
  const rename = (description: string) => api.send(taskCalls.update, { planId, id: task.id, description }, { as: ada })
  const noticesOf = async (who: Caller) =>
    (await api.send(notificationCalls.list, { userId: who.id, planId }, { as: who })).body
      .filter(({ kind }) => kind === "webhookOff")
      .map(({ title }) => title)
  await deliver()
  const gone = await make(planId, { name: "Gone", events: ["task.updated"] })
  receiver.answers(() => 410)
  await rename("One")
  await expect.poll(async () => (await one(planId, gone.id)).off?.reason).toBe("gone")
  for (const who of [ada, ben]) expect(await noticesOf(who)).toEqual(["The webhook “Gone” was switched off"])
  expect(await one(planId, gone.id)).toMatchObject({ active: false })

  const failing = await make(planId, { name: "Failing", events: ["task.updated"] })
  receiver.answers(() => 500)
  await rename("Two")
  await expect.poll(async () => (await deliveriesOf(planId, failing.id))[0]?.tries).toBe(1)
  await db()`update app.webhook set failing_since = now() - interval '6 days' where id = ${failing.id}`
  await skipAhead()
  await expect.poll(async () => (await one(planId, failing.id)).off?.reason).toBe("failing")
  expect(await noticesOf(ben)).toEqual([
    "The webhook “Failing” was switched off",
    "The webhook “Gone” was switched off",
  ])

  receiver.answers(() => 200)
  await rename("Three, while it is off")
  receiver.received.length = 0
  await api.send(webhookCalls.update, { planId, id: failing.id, active: true }, { as: ada })
  await rename("Four")
  await expect.poll(() => events().map(({ data }) => data.after.description)).toEqual(["Four"])
  expect(await one(planId, failing.id)).toMatchObject({ active: true, off: null, failingSince: null })
})

test("a receiver that loses, sends garbage, a gigabyte or a redirect has failed, and what it does reaches nobody else", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id } = await make(planId)
  const test = async () => (await api.send(webhookCalls.test, { planId, id }, { as: ada })).body
  for (const [how, status, answer] of [
    ["lose", null, "The address can’t be reached"],
    ["garbage", null, "The address can’t be reached"],
    ["endless", 500, `${"x".repeat(199)}…`],
    ["endless headers", null, "The address can’t be reached"],
    ["redirect", 302, null],
  ] as const) {
    receiver.answers(() => how)
    expect(await test()).toMatchObject({ type: "ping", state: "failed", tries: 1, status, answer })
  }
  receiver.answers(() => "gigabytes")
  expect(await test()).toMatchObject({ state: "delivered", status: 200, answer: null })
  expect(receiver.received.map(({ path }) => path)).toEqual(Array(6).fill("/hook"))
  await expect.poll(() => receiver.received.filter(({ isClosed }) => !isClosed())).toEqual([])
  receiver.answers(() => 200)
  expect(await test()).toMatchObject({ state: "delivered", status: 200, answer: null })
  expect(await one(planId, id)).toMatchObject({ lastStatus: null, failingSince: null })
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  await expect.poll(() => types().at(-1)).toBe("task.updated")
})

test("a try ends after ten seconds, whether its answer is late or drips, and a 200 that comes later counts for nothing", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  receiver.answers(({ path }) => decodeURIComponent(path.slice(1)) as "late")
  const makeAt = (how: string) =>
    make(planId, { events: ["task.updated"], url: new URL(`/${how}`, receiver.url).href, active: how === "late" })
  const late = await makeAt("late")
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  const tests = ["headers drip", "body drips"].map(async (how) => {
    const { id } = await makeAt(how)
    return (await api.send(webhookCalls.test, { planId, id }, { as: ada })).body
  })
  const noAnswer = { status: null, answer: "No answer within 10 seconds" }
  for (const tested of await Promise.all(tests)) expect(tested).toMatchObject({ state: "failed", ...noAnswer })
  const deliveries = () => deliveriesOf(planId, late.id)
  await expect.poll(deliveries).toMatchObject([{ state: "waiting", tries: 1, ...noAnswer }])
  await expect.poll(() => receiver.received.filter(({ isClosed }) => !isClosed())).toEqual([])
  receiver.answers(() => 200)
  await skipAhead()
  await expect.poll(deliveries).toMatchObject([{ state: "delivered", tries: 2, status: 200 }])
  const ids = receiver.received.filter(({ body }) => body.includes("task.updated")).map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test("a receiver that hangs keeps no other webhook waiting, and its later changes arrive in order once it answers", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  receiver.answers(async ({ path }) => {
    if (path.endsWith("slow")) await released
    return 200
  })
  await make(planId, { name: "Slow", url: `${receiver.url}/slow`, events: ["task.updated"] })
  await make(planId, { name: "Quick", events: ["task.updated"] })
  await deliver()
  const names = Array.from({ length: 12 }, (_, n) => `Name ${n}`)
  for (const description of names) await api.send(taskCalls.update, { planId, id: task.id, description }, { as: ada })
  const gotBy = (path: string) =>
    receiver.received
      .filter((got) => got.path.endsWith(path))
      .map(({ body }) => (JSON.parse(body) as { data: { after: { description: string } } }).data.after.description)
  await expect.poll(() => gotBy("/hook")).toEqual(names)
  expect(gotBy("slow")).toEqual(["Name 0"])
  release()
  await expect.poll(() => gotBy("slow")).toEqual(names)
})

test("a delivery is sent again under its id, and what it held up follows", async () => {
  const { first, move, resend } = await failed()
  await move(2)
  receiver.answers(() => 200)
  expect(await resend()).toMatchObject({
    id: first.id,
    messageId: first.messageId,
    state: "delivered",
    status: 200,
  })
  await expect
    .poll(() =>
      events()
        .map(({ data }) => data.after.type)
        .slice(-2),
    )
    .toEqual([1, 2])
  await resend()
  expect(receiver.received.at(-1)?.id).toBe(first.messageId)
  expect(JSON.parse(first.body)).toMatchObject({ type: "task.updated", data: { after: { type: 1 } } })
  expect(first.sentence).toBe("Person 1 moved the task “Task” from To Do to Doing")
})

test("a delivery that fails for the third time because it is sent again is tried beside others from then on", async () => {
  const { planId, id, resend } = await failed()
  expect(await resend()).toMatchObject({ state: "waiting", tries: 2 })
  expect(await resend()).toMatchObject({ state: "waiting", tries: 3 })
  await skipAhead()
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(4)
  receiver.answers(() => 200)
  await skipAhead()
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.state).toBe("delivered")
  await expect.poll(isIdle).toBe(true)
})
