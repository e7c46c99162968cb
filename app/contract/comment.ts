import * as z from "zod/mini"
import { before, entityPath, id, idText, person, planQuery, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put } from "./call"

/** A comment on a goal, an action or a task; one of the three ids is set. */
export const comment = z.object({
  id: z.number(),
  planId: z.number(),
  goalId: z.nullable(z.number()),
  itemId: z.nullable(z.number()),
  taskId: z.nullable(z.number()),
  content: z.string(),
  createdDate: time,
  editedDate: z.nullable(time),
  createdById: z.nullable(z.number()),
  createdBy: person,
  /** The agent through which its author wrote it. */
  agent: z.nullable(z.string()),
  mentions: z.array(z.object({ MentionedUserId: z.number() })),
  /** The author according to the imported file; `createdBy` is the importer. Null: not imported. */
  importedAuthor: z.optional(z.nullable(person)),
})
export type Comment = z.output<typeof comment>

const content = text(limits.comment).check(
  z.refine((value) => value.trim() !== "", { error: "Write something first." }),
)
const mentions = z.array(z.object({ MentionedUserId: z.union([id, idText]) })).check(z.maxLength(1_000))

export const commentPath = z.object({ id: idText, commentId: idText })

/** The calls about the comments of one kind of card. */
export const commentCalls = (entity: "Goal" | "Item" | "Task") => ({
  comments: get(`/api/${entity}/:id/comments`, {
    summary: "Its notes, newest first.",
    access: "readBoard",
    params: entityPath,
    query: z.extend(planQuery, { before }),
    paged: true,
    answer: z.array(comment),
  }),
  addComment: post(`/api/${entity}/:id/comments`, {
    summary: "Adds a note; each member mentioned is notified.",
    access: "writeTexts",
    params: entityPath,
    query: planQuery,
    body: z.object({ content, mentions: z.optional(z.nullable(mentions)) }),
    answer: comment,
    status: 201,
  }),
  updateComment: put(`/api/${entity}/:id/comments/:commentId`, {
    summary: "Changes the text of your own note, and who is mentioned in it.",
    access: "writeTexts",
    params: commentPath,
    query: planQuery,
    body: z.object({ content: z.optional(content), mentions: z.optional(z.nullable(mentions)) }),
    answer: comment,
  }),
  removeComment: del(`/api/${entity}/:id/comments/:commentId`, {
    summary: "Deletes a note with its files: its author, or an admin.",
    access: "writeTexts",
    params: commentPath,
    query: planQuery,
    status: 204,
  }),
})
