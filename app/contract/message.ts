import * as z from "zod/mini"
import { before, entityPath, id, idText, planQuery, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, resource } from "./call"

export const message = z.object({
  id: z.number(),
  conversationId: z.number(),
  senderId: z.nullable(z.number()),
  sender: z.object({ userName: z.string() }),
  content: z.string(),
  sentAt: time,
  readByUserIds: z.array(z.number()),
  /** Its sender has deleted it; its content is empty. */
  deleted: z.boolean(),
})
export type Message = z.output<typeof message>

const conversationFields = {
  id: z.number(),
  planId: z.number(),
  participants: z.array(z.object({ id: z.number(), userName: z.string() })),
}
export const conversation = z.object({ ...conversationFields, messages: z.array(message) })
export type Conversation = z.output<typeof conversation>
export const listedConversation = z.object({ ...conversationFields, lastMessage: z.nullable(message) })
export type ListedConversation = z.output<typeof listedConversation>

export const messageCalls = resource({
  open: post("/api/message/conversations", {
    summary: "The conversation of you and these members: 201 when it is new, 200 when there is one.",
    access: "takePart",
    body: z.object({ participantIds: z.array(id).check(z.maxLength(1_000)), planId: id }),
    answer: conversation,
    status: 201,
  }),
  list: get("/api/message/conversations", {
    summary: "Your conversations in a plan, the latest first, each with its last message.",
    access: "takePart",
    query: z.extend(planQuery, { before }),
    paged: true,
    answer: z.array(listedConversation),
  }),
  unreadCounts: get("/api/message/conversations/unreadcounts", {
    summary: "How many messages of others you have not read.",
    access: "takePart",
    query: planQuery,
    answer: z.object({ total: z.number(), byConversation: z.record(z.string(), z.number()) }),
  }),
  get: get("/api/message/conversations/:id", {
    summary: "One of your conversations with a page of its messages, the newest last.",
    access: "takePart",
    params: entityPath,
    query: z.object({ before }),
    paged: true,
    answer: conversation,
  }),
  send: post("/api/message/conversations/:id/messages", {
    summary: "Sends a message to those who take part.",
    access: "takePart",
    params: entityPath,
    body: z.object({
      content: text(limits.comment).check(
        z.refine((value) => value.trim() !== "", { error: "Write something first." }),
      ),
    }),
    answer: message,
    status: 201,
  }),
  remove: del("/api/message/conversations/:id/messages/:messageId", {
    summary: "Deletes a message of yours, for all who take part.",
    access: "takePart",
    params: z.extend(entityPath, { messageId: idText }),
    status: 204,
  }),
  read: post("/api/message/conversations/:id/read", {
    summary: "You have read it up to a message, or all of it.",
    access: "takePart",
    params: entityPath,
    body: z.object({ planId: z.optional(id), messageId: z.optional(id) }),
    status: 204,
  }),
})

export const conversationTopic = (conversationId: number) => `conversation:${conversationId}`
