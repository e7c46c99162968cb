import type { Conversation, messageCalls } from "~/contract/message"
import { invalid, notFound, refusal } from "~/contract/problem"
import { conversationOf, conversationsOf, planOfConversation, senderOf } from "~/database/message.server"
import { nextId } from "~/database/plan.server"
import type { Handlers, Person } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { continueAfter, listPageOf } from "~/domain/core/list-page"
import type { Outcome } from "~/domain/core/outcome"

/** A conversation with a page of its messages; 404 for anybody but its participants. */
const read = async (actor: Person, id: number, { planId, before }: { planId?: number; before?: number }) => {
  const of = await planOfConversation(id)
  if (of === undefined || (planId !== undefined && planId !== of)) throw notFound()
  const { conversations = [], more = false } = await readAs(actor, of, conversationOf, id, before)
  const [found] = conversations
  if (!found) throw notFound()
  return { found, more }
}

const one = async (actor: Person, id: number, planId?: number): Promise<Conversation> =>
  (await read(actor, id, planId === undefined ? {} : { planId })).found

export const messages: Handlers<typeof messageCalls> = {
  open: async (actor, { participantIds, planId }) => {
    const person = actor.userId
    const participants = [...new Set([...participantIds, person])].sort((a, b) => a - b)
    let made = false
    let id = 0
    const answer = await commit(actor, planId, async (): Promise<Outcome<"conversation">> => {
      const others = participants.filter((each) => each !== person)
      const read = await readAs(actor, planId, conversationsOf, { participants, members: others })
      const stranger = participantIds.findIndex((each) => each !== person && !read.people?.includes(each))
      if (stranger !== -1) throw invalid(`participantIds.${stranger}`, "You can only write to members of the plan.")
      if (others.length === 0) throw invalid("participantIds", "Choose somebody to write to.")
      const [found] = read.conversations ?? []
      made = found === undefined
      id = found?.id ?? (await nextId("conversation"))
      const row = { entity: "conversation", id } as const
      if (found) return { scope: "private", writes: [], answer: row, status: 200, unchanged: { answer: found } }
      return {
        scope: "private",
        writes: [{ insert: "conversation", row: { id, participants } }],
        events: [{ event: "NewConversationCreated", to: participants, ...row, data: { messages: [] } }],
        answer: row,
        status: 201,
      }
    })
    if (!made && actor.caused) actor.caused.status = 200
    return one(actor, answer.id)
  },
  list: async (actor, { planId, before }) => {
    const { conversations = [], more = false } = await readAs(actor, planId, conversationsOf, { before })
    return listPageOf(actor, conversations, more)
  },
  unreadCounts: async (actor, { planId }) => {
    const { unread = {} } = await readAs(actor, planId, conversationsOf)
    return { total: Object.values(unread).reduce((sum, count) => sum + count, 0), byConversation: unread }
  },
  get: async (actor, { id, before }) => {
    const { found, more } = await read(actor, id, before === undefined ? {} : { before })
    if (more) continueAfter(actor, found.messages[0]?.id)
    return found
  },
  send: async (actor, { id, content }) => {
    return commit(actor, null, async (): Promise<Outcome<"message">> => {
      const { planId, participants } = await one(actor, id)
      const message = await nextId("message")
      const row = { entity: "message", id: message } as const
      const data = { ...row, within: "message", data: { conversationId: id } }
      const others = participants.map((person) => person.id).filter((person) => person !== actor.userId)
      return {
        planId,
        scope: "private",
        guards: [["conversation", id, "open"]],
        writes: [{ insert: "message", row: { id: message, conversationId: id, senderId: actor.userId, content } }],
        events: [
          { event: "MessageSent", to: [actor.userId], ...data },
          { event: "SendMessageToUser", to: others, ...data },
          { event: "UnreadCountUpdated", to: others, entity: "unread", id },
        ],
        answer: { ...row, without: "planId" },
        status: 201,
      }
    })
  },
  remove: async (actor, { id, messageId }): Promise<undefined> => {
    await commit(actor, null, async (): Promise<Outcome> => {
      const { planId, participants } = await one(actor, id)
      const found = await senderOf(id, messageId)
      if (!found) throw notFound()
      if (found.senderId !== actor.userId) throw refusal(403, "Only its sender may delete a message.")
      const everybody = participants.map((person) => person.id)
      const others = everybody.filter((person) => person !== actor.userId)
      return {
        planId,
        scope: "private",
        writes: [{ update: "message", row: { id: messageId, content: "", deletedDate: new Date().toISOString() } }],
        events: [
          { event: "MessageDeleted", to: everybody, data: { conversationId: id, messageId } },
          { event: "UnreadCountUpdated", to: others, entity: "unread", id },
        ],
        status: 204,
        ...(found.deleted ? { unchanged: { answer: undefined } } : {}),
      }
    })
  },
  read: async (actor, { id, planId, messageId }): Promise<undefined> => {
    await commit(actor, null, async (): Promise<Outcome> => {
      const conversation = await one(actor, id, planId)
      const upTo = messageId === undefined ? {} : { messageId }
      return {
        planId: conversation.planId,
        scope: "private",
        whileArchived: true,
        writes: [{ procedure: "readConversation", id, ...upTo }],
        events: [
          {
            event: "ConversationReadUpdate",
            to: conversation.participants.map((person) => person.id),
            data: { conversationId: id, readerId: actor.userId, ...upTo },
          },
          { event: "UnreadCountUpdated", to: [actor.userId], entity: "unread", id },
        ],
        status: 204,
      }
    })
  },
}
