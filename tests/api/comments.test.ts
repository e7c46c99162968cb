// Comments on a goal, an action or a task: who writes, edits, deletes and receives them; who is notified of a mention.

import { afterAll, expect, test } from "vitest"
import type { Comment } from "~/contract/comment"
import { comment } from "~/contract/comment"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { notification } from "~/contract/notification-row"
import { planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { forgetCalls } from "~/domain/limits/rate.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { type Caller, openApi, origin } from "../support/api/api.ts"
import { runJob } from "../support/api/jobs.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const viewer = await api.person()
const own = await api.filled(ada)
await api.join(own.plan.id, grace)
await api.join(own.plan.id, viewer, 2)
afterAll(api.close)

const at = (entity: "Goal" | "Item" | "Task", comment?: number) => {
  const id = { Goal: own.goal.id, Item: own.item.id, Task: own.task.id }[entity]
  return `/api/${entity}/${id}/comments${comment ? `/${comment}` : ""}?planId=${own.plan.id}`
}
const add = (as: Caller, content: string, more: object = {}, entity: "Goal" | "Item" | "Task" = "Task") =>
  api.call<Comment>("POST", at(entity), { as, body: { content, ...more } })
const list = async (entity: "Goal" | "Item" | "Task" = "Task") =>
  (await api.call<Comment[]>("GET", at(entity), { as: ada })).body
const eventsAfter = async (seq: number) =>
  (await api.send(planCalls.changes, { planId: own.plan.id, since: seq }, { as: ada })).body
const seq = async () => (await eventsAfter(0)).seq
const notificationsOf = async (who: Caller) =>
  (await api.send(notificationCalls.list, { userId: who.id, planId: own.plan.id }, { as: who })).body

test.each(["Goal", "Item", "Task"] as const)(
  "a comment on a %s is listed newest first and announced to the plan",
  async (entity) => {
    const before = await seq()
    const first = await add(grace, "First", {}, entity)
    const second = await add(ada, "Second", {}, entity)
    expect(first.status).toBe(201)
    expect(comment.parse(first.body)).toEqual(first.body)
    expect(first.body).toMatchObject({
      createdById: grace.id,
      createdBy: { id: grace.id, userName: grace.userName },
      mentions: [],
    })
    expect(await list(entity)).toEqual([second.body, first.body])
    const { events } = await eventsAfter(before)
    expect(events.map(({ event }) => event)).toEqual([`${entity}CommentAdded`, `${entity}CommentAdded`])
    expect(events[0]?.payload.data).toEqual(first.body)
  },
)

test("adding a file to a comment and linking it afterwards doesn't mark the comment as edited", async () => {
  const { body: made } = await add(viewer, "See")
  const change = async (content: string) =>
    (await api.call<Comment>("PUT", at("Task", made.id), { as: viewer, body: { content } })).body
  const withFile = `See\n![file](laneway-file:${own.plan.id}:kerb.png:kerb.png)`
  expect(await change(withFile)).toEqual({ ...made, content: withFile })
  const { editedDate } = await change("See")
  expect(editedDate).not.toBeNull()
  expect((await change(withFile)).editedDate).toBe(editedDate)
})

test("only its author edits a comment; its author or an admin deletes it", async () => {
  const { body: made } = await add(grace, "Mine")
  const change = (as: Caller) => api.call<Comment>("PUT", at("Task", made.id), { as, body: { content: "Changed" } })
  expect((await change(ada)).status).toBe(403)
  const before = await seq()
  const changed = await change(grace)
  expect(changed.body).toEqual({ ...made, content: "Changed", editedDate: changed.body.editedDate })
  expect(changed.body.editedDate).not.toBeNull()
  const told = async () => (await eventsAfter(before)).events.map(({ event, payload }) => [event, payload.data])
  expect(await told()).toEqual([["CommentUpdated", changed.body]])
  const audits = () =>
    db()`select action, before, after from app.audit where entity = 'comment' and entity_id = ${made.id} order by id`
  expect((await audits())[1]).toMatchObject({ before: { content: "Mine" }, after: { content: "Changed" } })
  expect((await api.call("DELETE", at("Task", made.id), { as: viewer })).status).toBe(403)
  expect((await api.call("DELETE", at("Task", made.id), { as: ada })).status).toBe(204)
  expect((await api.call("DELETE", at("Task", made.id), { as: ada })).status).toBe(404)
  expect(await told()).toEqual([
    ["CommentUpdated", null],
    ["CommentDeleted", { id: made.id, taskId: own.task.id }],
  ])
  expect((await audits()).map(({ action }) => action)).toEqual(["create", "update", "delete"])
})

test("a comment is found only under its own card", async () => {
  const { body: made } = await add(ada, "On the task")
  expect((await api.call("PUT", at("Goal", made.id), { as: ada, body: { content: "x" } })).status).toBe(404)
  expect((await api.call("DELETE", at("Item", made.id), { as: ada })).status).toBe(404)
})

test("blank, too long and malformed comments are refused; 10,000 code points are stored as sent", async () => {
  expect((await add(ada, " \n\t ")).status).toBe(400)
  expect((await add(ada, "🌿".repeat(10_001))).status).toBe(400)
  const text = `${"🌿".repeat(9_998)} \n`
  expect((await add(ada, text)).body.content).toBe(text)
})

test("a viewer comments, and everybody may comment on a completed action", async () => {
  const item = await api.item(ada, own.plan.id)
  const task = await api.task(ada, own.plan.id, item.id)
  await api.send(itemCalls.update, { id: item.id, planId: own.plan.id, completed: true }, { as: ada })
  for (const path of [`/api/Item/${item.id}`, `/api/Task/${task.id}`]) {
    const made = await api.call<Comment>("POST", `${path}/comments?planId=${own.plan.id}`, {
      as: viewer,
      body: { content: "Well done" },
    })
    expect(made.status).toBe(201)
    const one = `${path}/comments/${made.body.id}?planId=${own.plan.id}`
    expect((await api.call("PUT", one, { as: viewer, body: { content: "Very well done" } })).status).toBe(200)
    expect((await api.call("DELETE", one, { as: viewer })).status).toBe(204)
  }
})

test("no call returns comments of a deleted task", async () => {
  const task = await api.task(ada, own.plan.id, own.item.id)
  const path = `/api/Task/${task.id}/comments`
  const made = await api.call<Comment>("POST", `${path}?planId=${own.plan.id}`, {
    as: ada,
    body: { content: "x", mentions: [{ MentionedUserId: grace.id }] },
  })
  const told = (await notificationsOf(grace)).length
  await api.send(taskCalls.remove, { id: task.id, planId: own.plan.id }, { as: ada })
  expect((await api.call("GET", `${path}?planId=${own.plan.id}`, { as: ada })).status).toBe(404)
  expect((await api.call("DELETE", `${path}/${made.body.id}?planId=${own.plan.id}`, { as: ada })).status).toBe(404)
  expect(await notificationsOf(grace)).toHaveLength(told - 1)
})

test("a mentioned member is notified once; other people and the author are not", async () => {
  const stranger = await api.person()
  const refused = await api.call<Problem>("POST", at("Task"), {
    as: ada,
    body: { content: "x", mentions: [{ MentionedUserId: grace.id }, { MentionedUserId: stranger.id }] },
  })
  expect(refused.status).toBe(400)
  expect(refused.body.errors?.[0]?.path).toBe("mentions.1.MentionedUserId")
  const before = (await notificationsOf(grace)).length
  const mentions = [{ MentionedUserId: grace.id }, { MentionedUserId: String(grace.id) }, { MentionedUserId: ada.id }]
  const { body: made } = await add(ada, `@[${grace.userName}](${grace.id}) look`, { mentions })
  expect(made.mentions).toEqual([{ MentionedUserId: grace.id }, { MentionedUserId: ada.id }])
  expect(await notificationsOf(ada)).toEqual([])
  const mine = await notificationsOf(grace)
  expect(mine).toHaveLength(before + 1)
  expect(notification.parse(mine[0])).toEqual(mine[0])
  expect(mine[0]).toMatchObject({
    taskId: own.task.id,
    goalId: null,
    isRead: false,
    title: `${ada.userName} mentioned you in “Task”`,
  })
  const edit = (mentioned: number[]) =>
    api.call("PUT", at("Task", made.id), {
      as: ada,
      body: { mentions: mentioned.map((MentionedUserId) => ({ MentionedUserId })) },
    })
  await edit([grace.id, viewer.id])
  expect(await notificationsOf(grace)).toHaveLength(before + 1)
  expect(await notificationsOf(viewer)).toHaveLength(1)
})

test("a notification belongs to one person and is marked as read once", async () => {
  await add(ada, "For Grace", { mentions: [{ MentionedUserId: grace.id }] })
  const [newest] = await notificationsOf(grace)
  const read = (as: Caller) => api.call("PUT", `/api/notification/${newest?.id}/read?planId=${own.plan.id}`, { as })
  expect((await api.send(notificationCalls.list, { userId: grace.id, planId: own.plan.id }, { as: ada })).status).toBe(
    404,
  )
  expect((await read(ada)).status).toBe(404)
  const before = await seq()
  expect((await read(grace)).status).toBe(204)
  expect((await read(grace)).status).toBe(204)
  expect((await notificationsOf(grace))[0]?.isRead).toBe(true)
  expect(await seq()).toBe(before)
})

/** Two minutes later: runs the jobs of mentions. */
const mailMentions = async () => {
  await db()`update app.notification set created_date = created_date - interval '2 minutes' where mailed_date is null`
  const jobs = await db()<
    { id: number; kind: string; input: unknown }[]
  >`delete from app.job where kind = 'mail.mention' returning id, kind, input`
  await Promise.all(jobs.map((job) => runJob(mailJobs, job)))
  return jobs
}

test("a mention's mail is sent only to people who want it and contains no more than the comment", async () => {
  await db()`delete from app.job`
  const { body: made } = await add(ada, `@[${grace.userName}](${grace.id}) <b>look</b>`, {
    mentions: [{ MentionedUserId: grace.id }],
  })
  const send = async () => {
    await mailMentions()
    return api.mails().filter((mail) => mail.includes("mentioned you"))
  }
  const [mail] = (await send()).slice(-1)
  expect(mail).toContain(`To: ${grace.email}`)
  expect(mail).toContain(`/plan/${own.plan.id}/tasks/${own.task.id}?menu`)
  expect(mail).toContain("@Person 2 &lt;b&gt;look")
  const sent = (await send()).length
  await db()`update app.membership set email_notify_mentions = false where person_id = ${grace.id}`
  await add(ada, "Again", { mentions: [{ MentionedUserId: grace.id }] })
  expect((await send()).length).toBe(sent)
  await db()`update app.membership set email_notify_mentions = true where person_id = ${grace.id}`
  await add(ada, "Taken back", { mentions: [{ MentionedUserId: grace.id }] })
  await api.call("DELETE", at("Task", (await list())[0]?.id), { as: ada })
  expect((await send()).length).toBe(sent)
  expect((await list()).some(({ id }) => id === made.id)).toBe(true)

  // Of two members with one name, the newer is numbered as on the board.
  const namesake = await api.person()
  await api.join(own.plan.id, namesake)
  await db()`update app.person set user_name = ${ada.userName} where id = ${namesake.id}`
  await add(namesake, "From the other one", { mentions: [{ MentionedUserId: grace.id }] })
  expect((await send()).at(-1)).toContain(`${ada.userName} (2) mentioned you`)
})

test("mentions of a person in one plan within two minutes are one mail, which names each author, card and text", async () => {
  await db()`delete from app.job`
  const mentions = [{ MentionedUserId: grace.id }]
  const mailed = () => api.mails().filter((mail) => mail.includes("Subject: You were mentioned"))
  const before = mailed().length
  await add(ada, "Look at the kerbs", { mentions })
  const early = await db()<
    { id: number; kind: string; input: unknown }[]
  >`select id, kind, input from app.job where kind = 'mail.mention'`
  for (const job of early) {
    const wait = await runJob(mailJobs, job)
    expect(wait).toBeGreaterThan(60)
    expect(wait).toBeLessThanOrEqual(120)
  }
  expect(early).toHaveLength(1)
  const { body: other } = await add(viewer, "And <b>here</b>", { mentions }, "Item")
  await add(ada, "Taken back", { mentions })
  await api.call("DELETE", at("Task", (await list())[0]?.id), { as: ada })
  expect(mailed()).toHaveLength(before)
  const jobs = await mailMentions()
  expect(jobs).toHaveLength(3)
  const [mail = "", ...more] = mailed().slice(before)
  expect(more).toEqual([])
  expect(mail).toContain("Subject: You were mentioned 2 times on Laneway")
  expect(mail).toMatch(/^Several people mentioned you in \S{1,10}Plan/m)
  expect(mail).toMatch(new RegExp(`^${ada.userName} on \\S{1,10}Task`, "m"))
  expect(mail).toMatch(new RegExp(`^${viewer.userName} on \\S{1,10}Action`, "m"))
  expect(mail).toContain(`- Look at the kerbs ${origin}/plan/${own.plan.id}/tasks/${own.task.id}?menu`)
  expect(mail).toContain(`/plan/${own.plan.id}/actions/${own.item.id}?menu`)
  expect(mail).toContain("And &lt;b&gt;here&lt;/b&gt;")
  expect(mail).not.toContain("Taken back")
  expect(other.id).toBeGreaterThan(0)
  // The process died before it marked the job: the same mail again, though there is a new mention.
  await add(ada, "Later", { mentions })
  for (const job of jobs) await runJob(mailJobs, job)
  const again = mailed().slice(before + 1)
  const idOf = (text: string) => /^Message-ID: (.+)\r$/im.exec(text)?.[1]
  expect(again.map(idOf)).toEqual([idOf(mail)])
  expect(again[0]).not.toContain("Later")
})

test("one person causes at most ten mails a day to another, and keeps nobody else's from them", async () => {
  await db()`delete from app.job`
  await db()`delete from app.rate`
  await db()`update app.notification set mailed_date = now()`
  forgetCalls()
  const mailed = () => api.mails().filter((mail) => mail.includes("Subject: You were mentioned"))
  const before = mailed().length
  const mentions = [{ MentionedUserId: grace.id }]
  for (let n = 0; n < 12; n++) {
    await add(ada, `Look again ${n}`, { mentions })
    await mailMentions()
  }
  expect(mailed()).toHaveLength(before + 10)
  await add(ada, "Too much", { mentions })
  await add(viewer, "From somebody else", { mentions }, "Item")
  await mailMentions()
  expect(mailed()).toHaveLength(before + 11)
  expect(mailed().at(-1)).toContain("From somebody else")
})

test("the plan's key comments, and edits only comments made with a key", async () => {
  const key = await api.key(own.plan.id)
  const call = <T = Comment>(method: string, path: string, body?: unknown) =>
    api.call<T>(method, path, { headers: { "x-api-key": key }, body })
  const { body: mine, status } = await call("POST", at("Item"), { content: "From a script" })
  expect(status).toBe(201)
  expect(mine).toMatchObject({ createdById: null, createdBy: { id: null, userName: "Integration" } })
  expect((await call("PUT", at("Item", mine.id), { content: "Changed" })).status).toBe(200)
  const { body: hers } = await add(ada, "Hers", {}, "Item")
  expect((await call("PUT", at("Item", hers.id), { content: "x" })).status).toBe(403)
  expect((await call("DELETE", at("Item", hers.id))).status).toBe(403)
  expect((await api.call("PUT", at("Item", mine.id), { as: grace, body: { content: "x" } })).status).toBe(403)
  expect((await call<Comment[]>("GET", at("Item"))).body.map(({ id }) => id)).toContain(hers.id)
  expect((await call("DELETE", at("Item", mine.id))).status).toBe(204)
  expect((await call("GET", `/api/notification/${ada.id}?planId=${own.plan.id}`)).status).toBe(403)
})

test("a comment repeated under its key is created once", async () => {
  const send = () =>
    api.call<Comment>("POST", at("Goal"), {
      as: ada,
      body: { content: "Once" },
      headers: { "Idempotency-Key": "note-1" },
    })
  const [one, two] = await Promise.all([send(), send()])
  expect(two.body).toEqual(one.body)
  expect((await list("Goal")).filter(({ content }) => content === "Once")).toHaveLength(1)
})

test("a comment on a draft emits no event", async () => {
  const draft = await api.goal(ada, own.plan.id, { isDraft: true })
  const before = await seq()
  expect(
    (await api.send(goalCalls.addComment, { id: draft.id, planId: own.plan.id, content: "x" }, { as: ada })).status,
  ).toBe(201)
  expect(await seq()).toBe(before)
})
