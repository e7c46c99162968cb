import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Message } from "~/contract/message"
import { problemAnswer } from "../../../tests/support/api/problem-answer"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import type { Follower } from "../live/live-types"
import { observable } from "../observable"
import { forgetEverything, recallAnswer } from "../outbox/browser-database"
import { outboxOf } from "../outbox/person-outbox"
import { type Messages, openMessages } from "./messages"

browserDatabase()

/** The events of the server are tested in tests/api/messages.test.ts, the windows in tests/e2e/chat.spec.ts. */

const me = 7
const grace = 8
const planId = 1
let messages: Messages
let followers: Map<string, Follower>
let answers: Record<string, () => unknown>
let calls: string[]
let hidden = false

const participants = [me, grace].map((id) => ({ id, userName: `Person ${id}` }))
const said = (id: number, senderId: number, content = `Message ${id}`, readByUserIds = [senderId]): Message => ({
  id,
  conversationId: 5,
  senderId,
  sender: { userName: `Person ${senderId}` },
  content,
  sentAt: new Date(id * 1_000).toISOString(),
  readByUserIds,
  deleted: false,
})

beforeEach(() => {
  hidden = false
  calls = []
  followers = new Map()
  answers = {
    "GET /api/message/conversations/unreadcounts?planId=1": () => ({ total: 0, byConversation: {} }),
    "GET /api/message/conversations?planId=1": () => [{ id: 5, planId, participants, lastMessage: null }],
    "POST /api/message/conversations": () => ({ id: 5, planId, participants, messages: [] }),
    "POST /api/message/conversations/5/read": () => undefined,
  }
  vi.stubGlobal(
    "document",
    Object.defineProperties(new EventTarget(), {
      hidden: { get: () => hidden },
      cookie: { value: `laneway_person=${me}` },
    }),
  )
  vi.stubGlobal("location", { origin: "http://localhost" })
  vi.stubGlobal("fetch", async (url: string, { method }: { method: string }) => {
    const name = `${method} ${url}`
    calls.push(name)
    const answer = answers[name]
    if (!answer) throw new TypeError(`No answer to ${name}`)
    const body = answer()
    if (body instanceof Response) return body
    return body === undefined ? new Response(null, { status: 204 }) : Response.json(body)
  })
  messages = open()
})
// Otherwise it would open the database again when a test of another file deletes it.
afterAll(() => outboxOf(me).close())
afterEach(async () => {
  messages.close()
  await forgetEverything()
  vi.unstubAllGlobals()
})

const open = () =>
  openMessages({
    planId,
    me,
    live: observable("Connected" as const),
    outbox: outboxOf(me),
    follow: (topic, follower) => {
      followers.set(topic, follower)
      return { send: () => {}, close: () => followers.delete(topic) }
    },
  })

const tell = (event: string, data: unknown, of = planId) =>
  followers.get("user:7")?.onMessage(event, { planId: of, clientId: null, actorId: grace, at: "", data })
const counts = () => Object.fromEntries(messages.unread.get())

test("a join loads the counts, and later events update them", async () => {
  answers["GET /api/message/conversations/unreadcounts?planId=1"] = () => ({ total: 2, byConversation: { 5: 2 } })
  expect(calls).toEqual([])
  followers.get("user:7")?.onJoined?.()
  await expect.poll(() => counts()).toEqual({ [grace]: 2 })
  tell("UnreadCountUpdated", { conversationId: 5, count: 3 })
  await expect.poll(() => counts()).toEqual({ [grace]: 3 })
  tell("UnreadCountUpdated", { conversationId: 5, count: 0 })
  await expect.poll(() => counts()).toEqual({})
})

test("an event during the load of the counts wins", async () => {
  answers["GET /api/message/conversations/unreadcounts?planId=1"] = () => {
    tell("UnreadCountUpdated", { conversationId: 5, count: 0 })
    return { total: 2, byConversation: { 5: 2 } }
  }
  followers.get("user:7")?.onJoined?.()
  await expect.poll(() => calls).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(counts()).toEqual({})
})

test("ignores other plans' messages, conversations of several people and malformed events", async () => {
  const heard = vi.fn()
  messages.onMessage(heard)
  const three = [...participants, { id: 9, userName: "Person 9" }]
  tell("NewConversationCreated", { id: 6, planId, participants: three, messages: [] })
  tell("NewConversationCreated", { id: 5, planId, participants, messages: [] })
  tell("SendMessageToUser", { conversationId: 5, message: said(1, grace) }, 2)
  tell("SendMessageToUser", { conversationId: 6, message: { ...said(2, grace), conversationId: 6 } })
  tell("UnreadCountUpdated", { conversationId: 6, count: 1 })
  tell("SendMessageToUser", { conversationId: 5 })
  tell("constructor", {})
  tell("SendMessageToUser", { conversationId: 5, message: said(3, grace) })
  await expect.poll(() => heard).toHaveBeenCalledTimes(1)
  expect(heard).toHaveBeenCalledWith(said(3, grace), grace)
  expect(counts()).toEqual({})
})

test("a message in a visible chat is marked as read without a notice; in a hidden tab it causes one", async () => {
  const heard = vi.fn()
  messages.onMessage(heard)
  const chat = messages.chat(grace)
  const hide = chat.show()
  await expect.poll(() => chat.state.get().state).toBe("open")
  expect(calls).not.toContain("POST /api/message/conversations/5/read")
  tell("SendMessageToUser", { conversationId: 5, message: said(1, grace) })
  tell("UnreadCountUpdated", { conversationId: 5, count: 1 })
  await expect.poll(() => calls).toContain("POST /api/message/conversations/5/read")
  expect(counts()).toEqual({})
  tell("UnreadCountUpdated", { conversationId: 5, count: 0 })
  expect(heard).not.toHaveBeenCalled()

  hidden = true
  tell("SendMessageToUser", { conversationId: 5, message: said(2, grace) })
  tell("UnreadCountUpdated", { conversationId: 5, count: 1 })
  await expect.poll(() => heard).toHaveBeenCalledTimes(1)
  await expect.poll(() => chat.state.get().messages).toHaveLength(2)
  expect(calls.filter((each) => each.endsWith("/read"))).toHaveLength(1)
  hidden = false
  document.dispatchEvent(new Event("visibilitychange"))
  await expect.poll(() => calls.filter((each) => each.endsWith("/read"))).toHaveLength(2)
  hide()
  expect(followers.has("conversation:5")).toBe(false)
})

test("sent messages are shown at once, sent in order, and listed once whether the event or the answer arrives first", async () => {
  const chat = messages.chat(grace)
  chat.show()
  await expect.poll(() => chat.state.get().state).toBe("open")
  answers["POST /api/message/conversations/5/messages"] = () => {
    const id = calls.filter((each) => each.endsWith("/messages")).length
    const sent = said(id, me, id === 1 ? "One" : "Two")
    tell("MessageSent", { conversationId: 5, message: sent })
    tell("ConversationReadUpdate", { conversationId: 5, readerId: grace, messageId: 1 })
    return sent
  }
  chat.send("One ")
  chat.send(" \n ")
  chat.send("Two")
  expect(chat.state.get().unsent.map(({ content, state }) => [content, state])).toEqual([
    ["One", "sending"],
    ["Two", "waiting"],
  ])
  await expect.poll(() => chat.state.get().messages).toHaveLength(2)
  await expect.poll(() => chat.state.get().unsent).toEqual([])
  const shown = chat.state.get().messages.map(({ content, readByUserIds }) => [content, readByUserIds.includes(grace)])
  expect(shown).toEqual([
    ["One", true],
    ["Two", false],
  ])
})

test("an unsent message stays and is retried under the same key", async () => {
  const chat = messages.chat(grace)
  chat.show()
  await expect.poll(() => chat.state.get().state).toBe("open")
  chat.send("Are you there?")
  await expect.poll(() => chat.state.get().unsent[0]?.state).toBe("postponed")
  const key = chat.state.get().unsent[0]?.key ?? ""
  answers["POST /api/message/conversations/5/messages"] = () => said(1, me, "Are you there?")
  chat.sendAgain(key)
  await expect.poll(() => chat.state.get().unsent).toEqual([])
  expect(chat.state.get().messages.map(({ content }) => content)).toEqual(["Are you there?"])
})

test("without a connection a chat shows its stored and unsent messages, and forgets them when access is refused", async () => {
  answers["POST /api/message/conversations"] = () => ({ id: 5, planId, participants, messages: [said(1, grace)] })
  const hide = messages.chat(grace).show()
  const read = { messages: [said(1, grace, "Message 1", [me, grace])] }
  await expect.poll(() => recallAnswer(me, "plan.1.chat.8")).toEqual(read)
  hide()
  messages.close()

  delete answers["POST /api/message/conversations"]
  messages = open()
  const chat = messages.chat(grace)
  chat.send("From the tunnel")
  chat.show()
  await expect.poll(() => chat.state.get().state).toBe("failed")
  await expect.poll(() => chat.state.get().messages).toEqual(read.messages)
  await expect.poll(() => chat.state.get().unsent).toMatchObject([{ content: "From the tunnel" }])

  answers["POST /api/message/conversations"] = () => problemAnswer(403, "You are no longer a member.")
  chat.refresh()
  await expect.poll(() => chat.state.get().messages).toEqual([])
  await expect.poll(() => recallAnswer(me, "plan.1.chat.8")).toBeUndefined()
  chat.remove(chat.state.get().unsent[0]?.key ?? "")
})

test("a message that arrives while the chat opens makes it load again", async () => {
  const chat = messages.chat(grace)
  answers["POST /api/message/conversations"] = () => {
    tell("NewConversationCreated", { id: 5, planId, participants, messages: [] })
    tell("SendMessageToUser", { conversationId: 5, message: said(1, grace) })
    return { id: 5, planId, participants, messages: [] }
  }
  answers["GET /api/message/conversations/5"] = () => ({ id: 5, planId, participants, messages: [said(1, grace)] })
  chat.show()
  await expect.poll(() => chat.state.get().messages).toHaveLength(1)
})

/** A page of the conversation that continues before its first message. */
const pageOf = (first: number, last: number, hasOlder: boolean) => () => {
  const list = Array.from({ length: last - first + 1 }, (_, n) => said(first + n, grace, `Message ${first + n}`, [me]))
  const link = `</api/message/conversations/5?before=${first}>; rel="next"`
  return Response.json({ id: 5, planId, participants, messages: list }, { headers: hasOlder ? { link } : {} })
}

test("older messages are loaded in list pages, and again after a failure", async () => {
  answers["POST /api/message/conversations"] = pageOf(8, 9, false)
  answers["GET /api/message/conversations/5?before=8"] = pageOf(5, 7, true)
  const chat = messages.chat(grace)
  const ids = () => chat.state.get().messages.map(({ id }) => id)
  chat.show()
  await expect.poll(() => chat.state.get().older).toBe("some")
  void chat.loadOlder()
  expect(chat.state.get().older).toBe("loading")
  await chat.loadOlder()
  await expect.poll(() => [ids(), chat.state.get().older]).toEqual([[5, 6, 7, 8, 9], "some"])
  await chat.loadOlder()
  expect(chat.state.get().older).toBe("failed")
  answers["GET /api/message/conversations/5?before=5"] = pageOf(1, 4, false)
  await chat.loadOlder()
  expect([ids(), chat.state.get().older]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], "none"])
  expect(calls.filter((each) => each.includes("before=8"))).toHaveLength(1)
})

test("messages between the loaded ones and the newest page are older ones to load", async () => {
  answers["POST /api/message/conversations"] = pageOf(1, 3, false)
  const chat = messages.chat(grace)
  const ids = () => chat.state.get().messages.map(({ id }) => id)
  chat.show()
  await expect.poll(() => ids()).toEqual([1, 2, 3])
  answers["GET /api/message/conversations/5"] = () => {
    tell("SendMessageToUser", { conversationId: 5, message: said(10, grace) })
    return pageOf(8, 9, true)()
  }
  chat.refresh()
  await expect.poll(() => [ids(), chat.state.get().older]).toEqual([[8, 9, 10], "some"])
  answers["GET /api/message/conversations/5?before=8"] = pageOf(1, 7, false)
  await chat.loadOlder()
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test("a chat that fails to open has the state failed and opens on refresh", async () => {
  const open = answers["POST /api/message/conversations"]
  delete answers["POST /api/message/conversations"]
  const chat = messages.chat(grace)
  chat.show()
  await expect.poll(() => chat.state.get().state).toBe("failed")
  answers["POST /api/message/conversations"] = open as () => unknown
  chat.refresh()
  expect(chat.state.get().state).toBe("opening")
  await expect.poll(() => chat.state.get().state).toBe("open")
})
