// Notifications: what makes one, who reads it, and how it is marked read.
import { afterAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { notificationCalls } from "~/contract/notification"
import { notification } from "~/contract/notification-row"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { dropOldest } from "~/database/board.server"
import { db } from "~/database/connection.server"
import { type Caller, openApi } from "../support/api/api.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const own = await api.filled(ada)
await api.join(own.plan.id, grace)
afterAll(api.close)

const listOf = async (who: Caller, planId: number | undefined = own.plan.id) =>
  (await api.send(notificationCalls.list, { userId: who.id, ...(planId ? { planId } : {}) }, { as: who })).body
const unreadOf = async (who: Caller) => (await api.send(notificationCalls.unread, { userId: who.id }, { as: who })).body
const note = (as: Caller, taskId: number, mentions: Caller[] = []) =>
  api.send(
    taskCalls.addComment,
    {
      id: taskId,
      planId: own.plan.id,
      content: "A note",
      mentions: mentions.map(({ id }) => ({ MentionedUserId: id })),
    },
    { as },
  )
const owned = (by: Caller, owner: Caller, more: object = {}) =>
  api.task(by, own.plan.id, own.item.id, { ownerId: owner.id, ...more })

test("a new owner of a task or an action is notified, unless it was their own doing", async () => {
  const task = await owned(ada, grace, { description: "Order kerbs" })
  expect(notification.parse((await listOf(grace))[0])).toMatchObject({
    kind: "assigned",
    title: "You now own “Order kerbs”",
    actor: { id: ada.id, userName: ada.userName },
    taskId: task.id,
    isRead: false,
  })
  const before = (await listOf(grace)).length
  const planId = own.plan.id
  await api.send(taskCalls.update, { planId, id: task.id, description: "Order the kerbs" }, { as: ada })
  await owned(grace, grace)
  expect(await listOf(grace)).toHaveLength(before)
  await api.send(itemCalls.update, { planId, id: own.item.id, ownerId: grace.id }, { as: ada })
  expect((await listOf(grace))[0]).toMatchObject({ kind: "assigned", itemId: own.item.id, taskId: null })
})

test("a new owner of a goal is notified, unless it was their own doing", async () => {
  const planId = own.plan.id
  const goal = await api.goal(ada, planId, { name: "Halve repair time", ownerId: grace.id })
  const given = { kind: "assigned", title: "You now own “Halve repair time”", goalId: goal.id, itemId: null }
  expect((await listOf(grace))[0]).toMatchObject(given)
  const before = (await listOf(grace)).length
  const set = (as: Caller, fields: object) => api.send(goalCalls.update, { planId, id: goal.id, ...fields }, { as })
  await set(ada, { name: "Halve it" })
  await set(ada, { ownerId: null })
  await set(grace, { ownerId: grace.id })
  await api.goal(grace, planId, { ownerId: grace.id })
  expect(await listOf(grace)).toHaveLength(before)
  const draft = await api.goal(ada, planId, { name: "Later", ownerId: grace.id, isDraft: true })
  expect(await listOf(grace)).toHaveLength(before)
  await api.send(goalCalls.update, { planId, id: draft.id, isDraft: false }, { as: ada })
  expect((await listOf(grace))[0]).toMatchObject({ kind: "assigned", goalId: draft.id })
})

test("a draft tells its owner when it is published", async () => {
  const draft = await owned(ada, grace, { description: "Later", isDraft: true })
  const before = (await listOf(grace)).length
  await note(ada, draft.id)
  expect(await listOf(grace)).toHaveLength(before)
  await api.send(taskCalls.update, { planId: own.plan.id, id: draft.id, isDraft: false }, { as: ada })
  expect((await listOf(grace))[0]).toMatchObject({ kind: "assigned", taskId: draft.id })
})

test("the owner of a card is notified of a note on it, once when they are mentioned in it too", async () => {
  const task = await owned(ada, grace)
  const kinds = async () => (await listOf(grace)).filter(({ taskId }) => taskId === task.id).map(({ kind }) => kind)
  await note(ada, task.id)
  expect(await kinds()).toEqual(["comment", "assigned"])
  await note(ada, task.id, [grace])
  expect(await kinds()).toEqual(["mention", "comment", "assigned"])
  await note(grace, task.id)
  expect(await kinds()).toHaveLength(3)
})

test("a notification quotes its note as it is now, and goes with it", async () => {
  const planId = own.plan.id
  const task = await owned(ada, grace)
  const { body: comment } = await note(ada, task.id)
  const newest = async () => (await listOf(grace))[0]
  expect(await newest()).toMatchObject({ kind: "comment", excerpt: "A note", actor: { id: ada.id, avatarUrl: null } })
  const changed = { planId, id: task.id, commentId: comment.id, content: `Other ${"words ".repeat(200)}` }
  await api.send(taskCalls.updateComment, changed, { as: ada })
  expect((await newest())?.excerpt).toBe(changed.content.slice(0, 600))
  await api.send(taskCalls.removeComment, { planId, id: task.id, commentId: comment.id }, { as: ada })
  expect(await newest()).toMatchObject({ kind: "assigned", taskId: task.id, excerpt: null })
  await note(ada, task.id)
  await api.send(taskCalls.remove, { planId, id: task.id }, { as: ada })
  expect((await listOf(grace)).some(({ taskId }) => taskId === task.id)).toBe(false)
})

test("an inviter is notified when the guest joins, and a person who imports or restores when it is done", async () => {
  const planId = own.plan.id
  const eve = await api.person()
  await api.send(invitationCalls.invite, { email: eve.email, planId, role: 1 }, { as: ada })
  const [{ token = "" } = {}] = await db()<{ token: string }[]>`
    select token from app.invitation where lower(email) = ${eve.email}`
  await api.send(invitationCalls.accept, { token }, { as: eve })
  expect((await listOf(ada))[0]).toMatchObject({ kind: "accepted", actor: { id: eve.id } })

  const { body: version } = await api.send(planCalls.snapshot, { planId }, { as: ada })
  await api.send(planCalls.restore, { planId, revisionId: version.id }, { as: ada })
  expect((await listOf(ada))[0]).toMatchObject({ kind: "restored", isRead: false })

  const form = new FormData()
  form.set("file", new File(["# Kerbs\n## Goal\n- Action\n"], "plan.md"))
  const { body: made } = await api.call<{ id: number }>("POST", "/api/Plan/import", { as: ada, form })
  expect(await listOf(ada, made.id)).toMatchObject([{ kind: "imported", title: "“Kerbs” has been imported" }])
})

test("without a plan the list and the count are of all plans that one is a member of", async () => {
  const other = await api.filled(ada)
  await api.join(other.plan.id, grace)
  await api.task(ada, other.plan.id, other.item.id, { ownerId: grace.id })
  const all = await listOf(grace, 0)
  expect(new Set(all.map(({ planId }) => planId))).toEqual(new Set([own.plan.id, other.plan.id]))
  const { total, byPlan } = await unreadOf(grace)
  expect(total).toBe(all.filter(({ isRead }) => !isRead).length)
  expect(byPlan[other.plan.id]).toBe(1)
  await api.send(planCalls.removeMember, { planId: other.plan.id, userId: grace.id }, { as: ada })
  expect((await listOf(grace, 0)).some(({ planId }) => planId === other.plan.id)).toBe(false)
  expect((await unreadOf(grace)).byPlan).not.toHaveProperty(String(other.plan.id))
})

test("read-all needs a plan and leaves other plans' and other people's unread", async () => {
  const other = await api.filled(ada)
  await api.join(other.plan.id, grace)
  await api.task(ada, other.plan.id, other.item.id, { ownerId: grace.id })
  await owned(grace, ada)
  const adas = (await unreadOf(ada)).byPlan[own.plan.id]
  expect((await api.call("PUT", "/api/notification/read-all", { as: grace })).status).toBe(400)
  expect((await api.send(notificationCalls.readAll, { planId: own.plan.id }, { as: grace })).status).toBe(204)
  expect((await listOf(grace)).every(({ isRead }) => isRead)).toBe(true)
  expect((await unreadOf(grace)).byPlan).toEqual({ [other.plan.id]: 1 })
  expect((await unreadOf(ada)).byPlan[own.plan.id]).toBe(adas)
})

test("titles tell members of the same name apart as the board does", async () => {
  const { plan, task } = await api.filled(ada)
  const namesake = await api.person()
  await db()`update app.person set user_name = ${ada.userName} where id = ${namesake.id}`
  await api.send(invitationCalls.invite, { planId: plan.id, email: namesake.email, role: 1 }, { as: ada })
  const [{ token } = { token: "" }] = await db()<{ token: string }[]>`
    select token from app.invitation where plan_id = ${plan.id}`
  await api.send(invitationCalls.accept, { token }, { as: namesake })
  await api.join(plan.id, grace)
  const say = (as: Caller, content: string, mentions: Caller[]) =>
    api.send(
      taskCalls.addComment,
      { planId: plan.id, id: task.id, content, mentions: mentions.map(({ id }) => ({ MentionedUserId: id })) },
      { as },
    )
  await say(namesake, "Look", [ada, grace])
  await say(ada, "Looked", [grace])
  expect((await listOf(grace, plan.id)).map(({ title }) => title)).toEqual([
    `${ada.userName} mentioned you in “Task”`,
    `${ada.userName} (2) mentioned you in “Task”`,
  ])
  expect((await listOf(ada, plan.id)).map(({ title }) => title)).toEqual([
    `${ada.userName} (2) mentioned you in “Task”`,
    `${ada.userName} (2) accepted your invitation`,
  ])
})

test("10,000 notifications of ten plans are counted and listed in pages, each once, also after the oldest are dropped", async () => {
  const eve = await api.person()
  const plans = await Promise.all(Array.from({ length: 10 }, () => api.plan(eve)))
  for (const { id } of plans)
    await db()`
      insert into app.notification (plan_id, person_id, kind, title)
      select ${id}, ${eve.id}, 'comment', 'Note ' || n from generate_series(1, 1000) n`
  await dropOldest()
  expect((await unreadOf(eve)).total).toBe(10_000)
  const all = await db()<{ id: number }[]>`
    select id::int from app.notification where person_id = ${eve.id} order by id desc`
  // The first pages and the last ones.
  for (const at of [0, 100, 200, 9_800, 9_900]) {
    const before = all[at - 1]?.id
    const query = { userId: eve.id, ...(before ? { before } : {}) }
    const { body, headers } = await api.send(notificationCalls.list, query, { as: eve })
    const ids = all.slice(at, at + 100).map(({ id }) => id)
    expect(body.map(({ id }) => id)).toEqual(ids)
    const link = headers.get("link")
    if (at === 9_900) expect(link).toBeNull()
    else expect(link).toContain(`before=${ids.at(-1)}`)
  }
})
