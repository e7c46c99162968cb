// What webhooks send, to a receiver whose signatures are checked by the library of the specification.

import { Webhook as Standard } from "standardwebhooks"
import { expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { userCalls } from "~/contract/user"
import { webhookCalls } from "~/contract/webhook"
import { db } from "~/database/connection.server"
import { wakeBehind } from "~/database/webhook.server"
import { startSession } from "~/domain/sign-in/session.server"
import { openWebhooks } from "../support/api/webhooks.ts"

const { ada, api, deliver, deliveriesOf, events, isIdle, make, receiver, skipAhead, types } = await openWebhooks()
const ben = await api.person()

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

test("three senders of one process send each event once and in order", async () => {
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

test.each(["webhook", "plan"])(
  "while a try of its queue is on its way the %s is deleted: nothing more is sent, and nothing is left",
  async (what) => {
    const { plan, task } = await api.filled(ada)
    const planId = plan.id
    const { id } = await make(planId, { events: ["task.updated"] })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    receiver.answers(async () => {
      await released
      return 500
    })
    await deliver()
    for (const type of [1, 2, 0] as const) await api.send(taskCalls.update, { planId, id: task.id, type }, { as: ada })
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect.poll(async () => (await deliveriesOf(planId, id)).length).toBeGreaterThan(0)
    if (what === "webhook") await api.send(webhookCalls.remove, { planId, id }, { as: ada })
    else await api.send(planCalls.remove, { planId }, { as: ada })
    release()
    await expect.poll(isIdle).toBe(true)
    expect(receiver.received).toHaveLength(1)
    expect(await db()`select 1 from app.delivery where webhook_id = ${id}`).toHaveLength(0)
  },
)

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

test("a delivery sends no entry of another plan", async () => {
  const { plan, task } = await api.filled(ada)
  const planId = plan.id
  const other = await api.filled(ada)
  const { id } = await make(planId, { events: ["task.updated"] })
  receiver.answers(() => 500)
  await deliver()
  await api.send(taskCalls.update, { planId, id: task.id, type: 1 }, { as: ada })
  await expect.poll(async () => (await deliveriesOf(planId, id))[0]?.tries).toBe(1)
  await db()`
    update app.delivery set entry = (select max(id) from app.audit where plan_id = ${other.plan.id}) where webhook_id = ${id}`
  receiver.received.length = 0
  await skipAhead()
  await expect.poll(isIdle).toBe(true)
  expect(receiver.received).toEqual([])
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
