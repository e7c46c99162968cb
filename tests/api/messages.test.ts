// Direct messages: participants, events, unread counts; and the events of mentions.

import { afterAll, beforeEach, expect, test } from "vitest"
import { userEventPayload } from "~/contract/event-payload"
import { userEventNames } from "~/contract/events"
import { goalCalls } from "~/contract/goal"
import { conversation, listedConversation, message, messageCalls } from "~/contract/message"
import { notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { type Caller, openApi } from "../support/api/api.ts"
import { openNotices } from "../support/database/notices.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const eve = await api.person()
const planId = (await api.plan(ada)).id
await api.join(planId, grace)
await api.join(planId, eve, 2)
const notices = await openNotices(api.database.url)
beforeEach(async () => void (await notices.take()))
afterAll(async () => {
  await notices.close()
  await api.close()
})

/** What was sent to people since it was last asked. */
const told = async () =>
  (await notices.take())
    .filter(({ topic }) => topic.startsWith("user:"))
    .map(({ topic: to, event, payload }) => {
      expect(userEventNames).toContain(event)
      return { to, event, data: userEventPayload.parse(JSON.parse(payload)).data }
    })

const open = (as: Caller, participantIds: number[]) => api.send(messageCalls.open, { participantIds, planId }, { as })
const send = (as: Caller, id: number, content: string) => api.send(messageCalls.send, { id, content }, { as })
const read = (as: Caller, id: number) => api.send(messageCalls.read, { id, planId }, { as })
const unread = async (as: Caller) => (await api.send(messageCalls.unreadCounts, { planId }, { as })).body
const user = ({ id }: Caller) => `user:${id}`

test("opening a conversation finds the one with exactly these people or creates it and notifies each", async () => {
  const made = await open(ada, [grace.id])
  expect(made.status).toBe(201)
  expect(conversation.parse(made.body)).toEqual(made.body)
  expect(made.body).toMatchObject({ planId, messages: [], participants: [{ id: ada.id }, { id: grace.id }] })
  expect(await told()).toEqual(
    [user(ada), user(grace)].map((to) => ({ to, event: "NewConversationCreated", data: made.body })),
  )
  for (const [as, ids] of [
    [grace, [ada.id]],
    [ada, [grace.id, ada.id, grace.id]],
  ] as const) {
    const found = await open(as, [...ids])
    expect([found.status, found.body.id]).toEqual([200, made.body.id])
  }
  const three = await open(ada, [grace.id, eve.id])
  expect([three.status, three.body.id === made.body.id]).toEqual([201, false])
  const stranger = await api.person()
  expect((await open(ada, [stranger.id])).status).toBe(400)
  expect((await open(ada, [ada.id])).status).toBe(400)
  expect((await open(stranger, [ada.id])).status).toBe(404)
})

test("two people who open a chat with each other at once share one conversation", async () => {
  const bob = await api.person()
  await api.join(planId, bob)
  const [one, two] = await Promise.all([open(ada, [bob.id]), open(bob, [ada.id])])
  expect(one.body.id).toBe(two.body.id)
  expect([one.status, two.status].sort()).toEqual([200, 201])
})

test("participants receive a message, count it as unread and mark it as read", async () => {
  const { id } = (await open(ada, [grace.id])).body
  await told()
  const sent = await send(ada, id, "Hello")
  expect(sent.status).toBe(201)
  expect(message.parse(sent.body)).toEqual(sent.body)
  expect(sent.body).toMatchObject({
    conversationId: id,
    senderId: ada.id,
    sender: { userName: ada.userName },
    readByUserIds: [ada.id],
  })
  const data = { conversationId: id, message: sent.body }
  const ofSending = await told()
  expect(ofSending).toHaveLength(3)
  expect(ofSending).toContainEqual({ to: user(ada), event: "MessageSent", data })
  expect(ofSending).toContainEqual({ to: user(grace), event: "SendMessageToUser", data })
  const counted = (count: number) => ({
    ...{ to: user(grace), event: "UnreadCountUpdated", data: { conversationId: id, count } },
  })
  expect(ofSending).toContainEqual(counted(1))
  await send(ada, id, "Are you there?")
  expect(await unread(grace)).toMatchObject({ total: 2, byConversation: { [id]: 2 } })
  expect((await unread(ada)).byConversation[id]).toBe(0)
  expect(await told()).toHaveLength(3)
  expect((await read(grace, id)).status).toBe(204)
  const ofReading = await told()
  expect(ofReading).toHaveLength(3)
  expect(ofReading).toContainEqual({
    to: user(ada),
    event: "ConversationReadUpdate",
    data: { conversationId: id, readerId: grace.id },
  })
  expect(ofReading).toContainEqual(counted(0))
  expect((await unread(grace)).total).toBe(0)
  const whole = (await api.send(messageCalls.get, { id }, { as: ada })).body
  expect(whole.messages.map(({ content, readByUserIds }) => [content, readByUserIds])).toEqual([
    ["Hello", [ada.id, grace.id]],
    ["Are you there?", [ada.id, grace.id]],
  ])
  const [first] = (await api.send(messageCalls.list, { planId }, { as: grace })).body
  expect(listedConversation.parse(first)).toEqual(first)
  expect(first).toMatchObject({ id, lastMessage: { content: "Are you there?" } })
})

test("a message that arrives while earlier ones are being read stays unread", async () => {
  const { id } = (await open(ada, [grace.id])).body
  const seen = (await send(ada, id, "Before the tunnel")).body
  await send(ada, id, "In the tunnel")
  await told()
  const upTo = { id, planId, messageId: seen.id }
  expect((await api.send(messageCalls.read, upTo, { as: grace })).status).toBe(204)
  expect((await unread(grace)).byConversation[id]).toBe(1)
  expect(await told()).toContainEqual({
    to: user(ada),
    event: "ConversationReadUpdate",
    data: { conversationId: id, readerId: grace.id, messageId: seen.id },
  })
})

test("unread messages are counted by conversation and plan", async () => {
  const other = (await api.plan(ada)).id
  await api.join(other, grace)
  const before = await unread(grace)
  const { id } = (await open(ada, [grace.id])).body
  const all = (await open(ada, [grace.id, eve.id])).body.id
  const elsewhere = await api.send(messageCalls.open, { participantIds: [grace.id], planId: other }, { as: ada })
  for (const to of [id, all, all, elsewhere.body.id]) await send(ada, to, "Counted")
  const counts = await unread(grace)
  expect(counts.total).toBe(before.total + 3)
  expect(counts.byConversation).toMatchObject({ [id]: (before.byConversation[id] ?? 0) + 1, [all]: 2 })
  expect((await api.send(messageCalls.unreadCounts, { planId: other }, { as: grace })).body).toEqual({
    total: 1,
    byConversation: { [elsewhere.body.id]: 1 },
  })
  for (const each of [id, all]) await read(grace, each)
  expect((await unread(grace)).total).toBe(0)
  expect((await api.send(messageCalls.unreadCounts, { planId: other }, { as: grace })).body.total).toBe(1)
})

test("its sender deletes a message for everybody: its place stays, its text is gone everywhere", async () => {
  const { id } = (await open(ada, [grace.id])).body
  await read(grace, id)
  const { id: messageId } = (await send(ada, id, "Wrong window")).body
  const remove = (as: Caller, from = id) => api.send(messageCalls.remove, { id: from, messageId }, { as })
  expect((await unread(grace)).byConversation[id]).toBe(1)
  expect((await remove(grace)).status).toBe(403)
  expect((await remove(eve)).status).toBe(404)
  expect((await remove(ada, (await open(ada, [eve.id])).body.id)).status).toBe(404)
  await told()
  expect([(await remove(ada)).status, (await remove(ada)).status]).toEqual([204, 204])
  const ofDeleting = await told()
  expect(ofDeleting).toHaveLength(3)
  const data = { conversationId: id, messageId }
  for (const each of [ada, grace]) expect(ofDeleting).toContainEqual({ to: user(each), event: "MessageDeleted", data })
  expect(ofDeleting).toContainEqual({
    to: user(grace),
    event: "UnreadCountUpdated",
    data: { conversationId: id, count: 0 },
  })
  const last = (await api.send(messageCalls.get, { id }, { as: grace })).body.messages.at(-1)
  expect(last).toMatchObject({ id: messageId, content: "", deleted: true, senderId: ada.id })
  const [stored] = await db()`select content from app.message where id = ${messageId}`
  expect(stored).toEqual({ content: "" })
})

test("a message that is read and deleted several times at once is deleted, and counts no more", async () => {
  const { id } = (await open(ada, [grace.id])).body
  const { id: messageId } = (await send(ada, id, "Wrong window")).body
  const { id: seen } = (await send(ada, id, "Right window")).body
  const made = Array.from({ length: 8 }, (_, n) =>
    n % 2 ? read(grace, id) : api.send(messageCalls.remove, { id, messageId }, { as: ada }),
  )
  expect(new Set((await Promise.all(made)).map(({ status }) => status))).toEqual(new Set([204]))
  expect((await unread(grace)).byConversation[id]).toBe(0)
  await send(ada, id, "Later")
  expect((await unread(grace)).byConversation[id]).toBe(1)
  const { messages } = (await api.send(messageCalls.get, { id }, { as: grace })).body
  expect(messages.slice(-3).map(({ id, deleted, content }) => [id, deleted, content])).toEqual([
    [messageId, true, ""],
    [seen, false, "Right window"],
    [expect.any(Number), false, "Later"],
  ])
})

test("a conversation of 600 messages is read in two pages, each message once", async () => {
  const bob = await api.person()
  await api.join(planId, bob)
  const { id } = (await open(ada, [bob.id])).body
  await db()`
    insert into app.message (plan_id, conversation_id, sender_id, content)
    select ${planId}, ${id}, ${ada.id}, 'Crane ' || n from generate_series(1, 600) n order by n`
  const page = async (before?: number) => {
    const { body, headers } = await api.send(messageCalls.get, { id, ...(before ? { before } : {}) }, { as: bob })
    return { rows: body.messages, link: headers.get("link") }
  }
  const newest = await page()
  expect(newest.link).toContain(`before=${newest.rows[0]?.id}`)
  const older = await page(newest.rows[0]?.id)
  expect([older.rows.length, newest.rows.length, older.link]).toEqual([100, 500, null])
  expect([...older.rows, ...newest.rows].map(({ content }) => content)).toEqual(
    Array.from({ length: 600 }, (_, n) => `Crane ${n + 1}`),
  )
})

test("a conversation is invisible to everybody but its participants, even to admins and SystemAdmins", async () => {
  const { id } = (await open(grace, [eve.id])).body
  await send(grace, id, "Between us")
  const sysadmin = await api.person({ role: 0 })
  for (const as of [ada, sysadmin]) {
    expect((await api.send(messageCalls.get, { id }, { as })).status).toBe(404)
    expect((await send(as, id, "x")).status).toBe(404)
    expect((await read(as, id)).status).toBe(404)
    expect((await api.send(messageCalls.list, { planId }, { as })).text).not.toContain("Between us")
  }
  expect((await send(eve, id, "Yes")).status).toBe(201)
  const key = await api.key(planId)
  expect((await api.send(messageCalls.list, { planId }, { headers: { "x-api-key": key } })).status).toBe(403)
})

test("messages leave no trace in the plan; blank ones are refused and a repeated one is sent once", async () => {
  const state = async () => [
    (await api.send(planCalls.changes, { planId, since: 0 }, { as: ada })).body.seq,
    (await api.send(planCalls.get, { planId }, { as: ada })).body.lastEdit,
  ]
  const before = await state()
  const { id } = (await open(ada, [grace.id])).body
  expect((await send(ada, id, " \n")).status).toBe(400)
  const once = () =>
    api.send(messageCalls.send, { id, content: "Once" }, { as: ada, headers: { "Idempotency-Key": "m1" } })
  const [one, two] = await Promise.all([once(), once()])
  expect(one.body).toEqual(two.body)
  expect(await state()).toEqual(before)
})

test("people who left the plan receive no messages and read none", async () => {
  const bob = await api.person()
  await api.join(planId, bob)
  const { id } = (await open(ada, [bob.id])).body
  await api.send(planCalls.removeMember, { planId, userId: bob.id }, { as: bob })
  expect((await api.send(messageCalls.get, { id }, { as: bob })).status).toBe(404)
  await told()
  expect((await send(ada, id, "Anyone?")).status).toBe(201)
  expect((await told()).map(({ to }) => to)).toEqual([user(ada)])
})

test("a mention is sent to its person, and marking it as read to their other tabs", async () => {
  const goal = await api.goal(ada, planId)
  await notices.take()
  await api.send(
    goalCalls.addComment,
    { id: goal.id, planId, content: "x", mentions: [{ MentionedUserId: grace.id }] },
    { as: ada },
  )
  const [mine] = (await api.send(notificationCalls.list, { userId: grace.id, planId }, { as: grace })).body
  await api.call("PUT", `/api/notification/${mine?.id}/read?planId=${planId}`, { as: grace })
  expect((await told()).filter(({ to }) => to === user(grace))).toEqual([
    { to: user(grace), event: "SendNotificationToUser", data: mine },
    { to: user(grace), event: "UpdateNotifications", data: { ...mine, isRead: true } },
  ])
})
