// Webhooks with a receiver that loses, delays and repeats. Signatures are checked by the library of the specification.

import { Webhook as Standard } from "standardwebhooks"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { type Delivery, type Webhook, webhookCalls } from "~/contract/webhook"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { wakeBehind } from "~/database/webhook.server"
import { startSession } from "~/domain/sign-in/session.server"
import { mostWebhookJobs, webhookJobs, webhookShares } from "~/domain/webhook/send.server"
import { openJobs, pokeJobs } from "~/outside/jobs.server"
import { openReach } from "~/outside/reach.server"
import { type Caller, openApi } from "../support/api/api.ts"
import { addFault } from "../support/faults.ts"
import { openReceiver, type Receiver } from "../support/services/receiver.ts"

let receiver: Receiver
let closing: (() => Promise<void>)[] = []
const api = await openApi({ connections: 8 })
const ada = await api.person()
const ben = await api.person()
afterAll(api.close)
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
  await receiver.close()
  await db()`delete from app.job where kind like 'webhook.%'`
  await db()`delete from app.webhook`
})

/** A process that sends. */
const deliver = async () => {
  const close = await openJobs({
    queue: jobQueue,
    handlers: webhookJobs,
    most: mostWebhookJobs,
    shares: webhookShares,
    log: (level, message, fields) => {
      if (level === "error" || message === "a job failed") addFault(`${message} ${JSON.stringify(fields, errors)}`)
    },
  })
  closing.push(close)
  return close
}
const errors = (_: string, value: unknown) => (value instanceof Error ? value.stack : value)

type Made = Webhook & { secret: string }
const make = async (planId: number, more: object = {}): Promise<Made> => {
  const sent = { planId, name: "Ops", url: receiver.url, ...more }
  const { status, body, text } = await api.send(webhookCalls.create, sent, { as: ada })
  expect(status, text).toBe(201)
  return body
}
const one = async (planId: number, id: number): Promise<Webhook> => {
  const all = (await api.send(webhookCalls.list, { planId }, { as: ada })).body
  return all.find((hook) => hook.id === id) as Webhook
}
const deliveriesOf = async (planId: number, id: number): Promise<Delivery[]> =>
  (await api.send(webhookCalls.deliveries, { planId, id }, { as: ada })).body
const events = () =>
  receiver.received.map(
    ({ body }) =>
      JSON.parse(body) as { type: string; data: { seq: number; id: number; after: Record<string, unknown> } },
  )
const types = () => events().map(({ type }) => type)
/** All that waits for a time runs now. */
const skipAhead = async () => {
  await db()`update app.delivery set next_date = now() where state = 'waiting'`
  await db()`update app.webhook set blocked_until = null`
  await db()`update app.job set run_at = now() where kind like 'webhook.%' and held_until is null`
  pokeJobs()
}
const isFirst = (body: string) => JSON.parse(body).data.after?.description === "First"
const isIdle = async () => (await db()`select 1 from app.job where kind like 'webhook.%'`).length === 0

test("each change is sent once, in order, signed, as the log has it, without drafts, private notes and addresses", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const planId = plan.id
  const { secret } = await make(planId)
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada })
  await api.goal(ada, planId, { name: "Hidden", isDraft: true })
  await api.call("POST", "/api/Note", { as: ada, body: { planId, title: "Hidden", visibility: 0 } })
  await api.call("POST", "/api/Note", { as: ada, body: { planId, title: "Shown", visibility: 1 } })
  await api.send(goalCalls.addComment, { planId, id: goal.id, content: "A note", mentions: [] }, { as: ada })
  await expect.poll(() => types().length).toBe(4)
  await api.send(itemCalls.remove, { planId, id: item.id }, { as: ada })
  await expect.poll(types).toEqual(["plan.updated", "task.updated", "note.added", "comment.added", "item.deleted"])
  expect(JSON.stringify(receiver.received)).not.toMatch(/Hidden|example\.org/)
  const [, moved] = events()
  expect(moved).toMatchObject({
    type: "task.updated",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      planId,
      actor: { id: ada.id, userName: ada.userName, agent: null },
      ...{ entity: "task", id: task.id, before: { type: 0 }, after: { type: 2 } },
    },
  })
  const checks = new Standard(secret)
  for (const { body, headers } of receiver.received) {
    checks.verify(body, headers)
    expect(() => checks.verify(`${body} `, headers)).toThrow()
    expect(headers["content-type"]).toBe("application/json")
  }
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5)
  await expect.poll(isIdle).toBe(true)
})

test("only chosen events are sent, and chats get the log's sentence in the owner's language", async () => {
  const { plan, task, item } = await api.filled(ada)
  const planId = plan.id
  for (const format of ["slack", "teams", "mattermost", "ntfy"] as const)
    await make(planId, { format, events: ["task.updated"], url: `${receiver.url}/${format}` })
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, description: "Permit <!channel> @all *now*" }, { as: ada })
  await api.send(itemCalls.update, { planId, id: item.id, topic: "Not sent" }, { as: ada })
  await expect.poll(() => receiver.received.length).toBe(4)
  await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada })
  await expect.poll(() => receiver.received.length).toBe(8)
  const of = (format: string) => receiver.received.filter(({ path }) => path.endsWith(format)).map(({ body }) => body)
  const link = `http://localhost:3000/plan/${planId}/tasks/${task.id}`
  expect(JSON.parse(of("slack")[0] ?? "").text).toMatch(/&lt;!channel&gt;.*\n<.*\|Open in Laneway>$/)
  expect(JSON.parse(of("slack")[1] ?? "").text).toBe(
    `Person 1 moved the task “Permit &lt;!channel&gt; @all *now*” from To Do to Done\n<${link}|Open in Laneway>`,
  )
  expect(JSON.parse(of("mattermost")[1] ?? "").text).not.toMatch(/@all|[^\\]\*now/)
  const card = JSON.parse(of("teams")[1] ?? "").attachments[0]
  expect(card).toMatchObject({
    contentType: "application/vnd.microsoft.card.adaptive",
    content: { type: "AdaptiveCard", actions: [{ url: link }] },
  })
  const [, ntfy] = receiver.received.filter(({ path }) => path.endsWith("ntfy"))
  expect([ntfy?.body, ntfy?.headers.click]).toEqual([
    "Person 1 moved the task “Permit <!channel> @all *now*” from To Do to Done",
    link,
  ])
  await db()`update app.person set language = 'de' where id = ${ada.id}`
  await api.send(taskCalls.update, { planId, id: task.id, type: 0 }, { as: ada })
  await expect.poll(() => of("ntfy").length).toBe(3)
  expect(of("ntfy")[2]).toContain("„Permit <!channel> @all *now*“")
  await db()`update app.person set language = null where id = ${ada.id}`
})

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
    ["redirect", 302, null],
  ] as const) {
    receiver.answers(() => how)
    expect(await test()).toMatchObject({ type: "ping", state: "failed", tries: 1, status, answer })
  }
  expect(receiver.received.map(({ path }) => path)).toEqual(Array(4).fill("/hook"))
  receiver.answers(() => 200)
  expect(await test()).toMatchObject({ state: "delivered", status: 200, answer: null })
  expect(await one(planId, id)).toMatchObject({ lastStatus: null, failingSince: null })
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  await expect.poll(() => types().at(-1)).toBe("task.updated")
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

test("two processes send each event once and in order", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const hooks = [await make(planId), await make(planId), await make(planId)]
  await deliver()
  await deliver()
  await deliver()
  for (let n = 0; n < 25; n++)
    await api.send(taskCalls.update, { planId, id: task.id, description: `Name ${n}` }, { as: ada })
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(25 * 3)
  await expect.poll(isIdle).toBe(true)
  const ids = receiver.received.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id } of hooks) {
    const deliveries = await deliveriesOf(planId, id)
    const own = deliveries.map(({ messageId }) => messageId).reverse()
    expect(ids.filter((each) => own.includes(each))).toEqual(own)
  }
})

test("a new secret signs what waits, and the old one does not; deleted with a queue, a webhook sends nothing more", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id, secret } = await make(planId, { events: ["task.updated"] })
  receiver.answers(() => 500)
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(1)
  const rotated = (await api.send(webhookCalls.rotate, { planId, id }, { as: ada })).body.secret
  await skipAhead()
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(2)
  const [, last] = receiver.received
  new Standard(rotated).verify(last?.body ?? "", last?.headers ?? {})
  expect(() => new Standard(secret).verify(last?.body ?? "", last?.headers ?? {})).toThrow()
  const [row] = await db()<{ secret: string }[]>`select secret from app.webhook where id = ${id}`
  expect(row?.secret).not.toContain(rotated.slice(6, 20))

  await api.send(webhookCalls.remove, { planId, id }, { as: ada })
  await skipAhead()
  await expect.poll(isIdle).toBe(true)
  expect(receiver.received).toHaveLength(2)
  expect((await api.send(webhookCalls.deliveries, { planId, id }, { as: ada })).status).toBe(404)
  // The plan with another one.
  const other = await make(planId, { events: ["plan.updated"] })
  await api.send(planCalls.remove, { planId }, { as: ada })
  await expect.poll(isIdle).toBe(true)
  expect(await db()`select 1 from app.delivery where webhook_id = ${other.id}`).toHaveLength(0)
})

test("a delivery is sent again under its id, and what it held up follows", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id } = await make(planId, { events: ["task.updated"] })
  receiver.answers(() => 500)
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  await api.send(taskCalls.update, { planId, id: task.id, type: 2 }, { as: ada })
  await expect.poll(async () => (await one(planId, id)).nextTry).not.toBeNull()
  receiver.answers(() => 200)
  const first = (await deliveriesOf(planId, id)).at(-1) as Delivery
  const sent = await api.send(webhookCalls.resend, { planId, id, delivery: first.id }, { as: ada })
  expect(sent.body).toMatchObject({ id: first.id, messageId: first.messageId, state: "delivered", status: 200 })
  await expect
    .poll(() =>
      events()
        .map(({ data }) => data.after.type)
        .slice(-2),
    )
    .toEqual([1, 2])
  await api.send(webhookCalls.resend, { planId, id, delivery: first.id }, { as: ada })
  expect(receiver.received.at(-1)?.id).toBe(first.messageId)
  expect(JSON.parse(first.body)).toMatchObject({ type: "task.updated", data: { after: { type: 1 } } })
  expect(first.sentence).toBe("Person 1 moved the task “Task” from To Do to Doing")
})

test("a delivery that fails for the third time because it is sent again is tried beside others from then on", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id } = await make(planId, { events: ["task.updated"] })
  receiver.answers(() => 500)
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  await expect.poll(async () => (await one(planId, id)).nextTry).not.toBeNull()
  const [first] = await deliveriesOf(planId, id)
  const resend = () => api.send(webhookCalls.resend, { planId, id, delivery: first?.id as number }, { as: ada })
  expect((await resend()).body).toMatchObject({ state: "waiting", tries: 2 })
  expect((await resend()).body).toMatchObject({ state: "waiting", tries: 3 })
  await skipAhead()
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(4)
  receiver.answers(() => 200)
  await skipAhead()
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.state).toBe("delivered")
  await expect.poll(isIdle).toBe(true)
})

test("texts deleted since are in no delivery", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const { id } = await make(planId, { events: ["task.updated"] })
  receiver.answers(() => 500)
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, description: "Secret words" }, { as: ada })
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(1)
  await api.send(taskCalls.remove, { planId, id: task.id }, { as: ada })
  receiver.received.length = 0
  await skipAhead()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]?.body).not.toContain("Secret words")
  expect((await deliveriesOf(planId, id))[0]?.body).not.toContain("Secret words")
})

test("after a backup is restored nothing old is sent", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  await make(planId, { events: ["task.updated"] })
  const rename = (description: string) => api.send(taskCalls.update, { planId, id: task.id, description }, { as: ada })
  await rename("Old")
  await db()`select app.end_access()`
  for (const who of [ada, ben]) who.cookie = `laneway_session=${await startSession(who.id)}`
  await deliver()
  await rename("New")
  await expect.poll(() => events().map(({ data }) => data.after.description)).toEqual(["New"])
})

test("a member's new name in the plan is sent too", async () => {
  const { plan } = await api.filled(ada)
  await make(plan.id, { events: ["member.updated"] })
  await deliver()
  await api.send(userCalls.update, { id: ada.id, userName: "Ada ada@example.org" } as never, { as: ada })
  await wakeBehind()
  await expect.poll(types).toEqual(["member.updated"])
  expect(receiver.received[0]?.body).not.toContain("example.org")
})

test("an address inside the network is refused when it is saved, and credentials in it are", async () => {
  const { id: planId } = await api.plan(ada)
  const refused = async (url: string) =>
    (await api.send(webhookCalls.create, { planId, name: "X", url }, { as: ada })).status
  const inside = [
    "http://10.0.0.4/hook",
    "https://10.0.0.4/",
    "https://[fd00::1]/",
    "https://169.254.169.254/",
    "ftp://x.example/",
  ]
  for (const url of [...inside, "https://user:word@x.example/", "x"])
    expect([url, await refused(url)]).toEqual([url, 400])
  openReach({ loopback: false })
  expect(await refused(receiver.url)).toBe(400)
  openReach({ loopback: true })
})

test("a repeat answers the webhook that it made, also beside another of its name and address", async () => {
  const { id: planId } = await api.plan(ada)
  await make(planId)
  const headers = { "Idempotency-Key": `webhook ${planId}` }
  const again = () => api.send(webhookCalls.create, { planId, name: "Ops", url: receiver.url }, { as: ada, headers })
  const first = await again()
  await make(planId)
  const second = await again()
  expect([second.status, second.body]).toEqual([201, first.body])
  expect((await api.send(webhookCalls.list, { planId }, { as: ada })).body).toHaveLength(3)
  await api.send(webhookCalls.remove, { planId, id: first.body.id }, { as: ada })
  expect((await again()).status).toBe(409)
})

test("a webhook may begin switched off, and its name has at most 200 characters", async () => {
  const { id: planId } = await api.plan(ada)
  const name = "🚲".repeat(200)
  const made = await make(planId, { name, active: false })
  expect(made).toMatchObject({ name, active: false, off: null })
  const longer = { planId, name: `${name}.`, url: receiver.url }
  expect((await api.send(webhookCalls.create, longer, { as: ada })).status).toBe(400)
  expect((await api.send(webhookCalls.update, { ...longer, id: made.id }, { as: ada })).status).toBe(400)
  await api.goal(ada, planId)
  await api.send(webhookCalls.update, { planId, id: made.id, active: true }, { as: ada })
  await api.goal(ada, planId, { name: "Second" })
  await deliver()
  await expect.poll(types).toContain("goal.added")
  expect(receiver.received.some(({ body }) => body.includes('"Goal"'))).toBe(false)
})

test("a plan has twenty webhooks, and only its admins have them", async () => {
  const { id: planId } = await api.plan(ada)
  await api.join(planId, ben)
  for (let n = 0; n < 20; n++) await make(planId, { name: `Webhook ${n}` })
  expect(
    (await api.send(webhookCalls.create, { planId, name: "One more", url: receiver.url }, { as: ada })).status,
  ).toBe(409)
  expect((await api.send(webhookCalls.list, { planId }, { as: ben })).status).toBe(403)
})
