import * as z from "zod/mini"
import { before, entityPath, id, idText, person, planPath, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

export const noteType = z.union([z.literal(0), z.literal(1)])
/** 0 regular note, 1 meeting note. */
export type NoteType = z.output<typeof noteType>

export const visibility = z.union([z.literal(0), z.literal(1)])
/** 0 Private: visible to its author. 1 Plan Open: visible to all members. */
export type Visibility = z.output<typeof visibility>

/** A note in an event. It lacks `canEdit`, which differs between readers: true for its author and admins. */
export const sharedNote = z.object({
  id: z.number(),
  planId: z.number(),
  title: z.string(),
  content: z.string(),
  type: noteType,
  visibility,
  createdDate: time,
  modifiedDate: time,
  createdById: z.nullable(z.number()),
  createdByName: z.string(),
  /** The agent through which its author wrote it. */
  agent: z.nullable(z.string()),
  entityType: z.nullable(z.string()),
  goalId: z.nullable(z.number()),
  itemId: z.nullable(z.number()),
  taskId: z.nullable(z.number()),
  goalName: z.nullable(z.string()),
  itemTopic: z.nullable(z.string()),
  taskDescription: z.nullable(z.string()),
})
export const note = z.extend(sharedNote, { canEdit: z.boolean() })
export type Note = z.output<typeof note>

export const noteVersion = z.object({
  id: z.number(),
  createdDate: time,
  createdBy: person,
  title: z.string(),
  content: z.string(),
})
export type NoteVersion = z.output<typeof noteVersion>

/** Most bytes of a note's body. */
export const noteBytes = 4 * 1_048_576

const fields = {
  title: z.optional(z.nullable(text(limits.name))),
  content: z.optional(text(limits.note)),
  type: z.optional(noteType),
  visibility: z.optional(visibility),
}

const typeText = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[01]?$/, { error: "is 0 or 1." })),
    z.transform((value) => (value === "" ? undefined : (Number(value) as NoteType))),
  ),
)

export const limitText = (most: number) =>
  z.optional(
    z.pipe(
      z.string().check(
        z.regex(/^[1-9]\d{0,8}$/, { error: "is a whole number above 0." }),
        z.refine((value) => Number(value) <= most, { error: `is at most ${most}.` }),
      ),
      z.transform(Number),
    ),
  )

export const noteCalls = resource({
  types: get("/api/Note/types", {
    summary: "The types a note may have.",
    access: "userOrKey",
    answer: z.array(z.object({ value: noteType, label: z.string(), color: z.string() })),
  }),
  list: get("/api/Note/plan/:planId", {
    summary: "The plan's open notes and your own, newest change first.",
    access: "readBoard",
    params: planPath,
    query: z.object({ type: typeText, before }),
    paged: true,
    answer: z.array(note),
  }),
  search: get("/api/Note/search", {
    summary: "Notes that say it, best first, then newest; without words the list.",
    access: "readBoard",
    rate: "search",
    query: z.object({
      planId: idText,
      q: z.optional(z.string().check(z.maxLength(2_000))),
      type: typeText,
      limit: limitText(50),
    }),
    answer: z.array(note),
  }),
  get: get("/api/Note/:id", {
    summary: "One note.",
    access: "readBoard",
    params: entityPath,
    answer: note,
  }),
  create: post("/api/Note", {
    summary: "Makes a note; without a title its first words are taken.",
    access: "writeTexts",
    body: z.object({ planId: id, ...fields }),
    bodyBytes: noteBytes,
    answer: note,
    status: 201,
  }),
  update: put("/api/Note/:id", {
    summary: "Changes the fields sent: its author or an admin.",
    access: "writeTexts",
    params: entityPath,
    body: z.object({ planId: z.optional(id), ...fields }),
    bodyBytes: noteBytes,
    answer: note,
  }),
  remove: del("/api/Note/:id", {
    summary: "Deletes a note with its files: its author or an admin.",
    access: "writeTexts",
    params: entityPath,
    query: z.object({ planId: z.optional(idText) }),
    status: 204,
  }),
  revisions: get("/api/Note/:id/revisions", {
    summary: "What the note was before each change, newest first.",
    access: "readBoard",
    params: entityPath,
    query: z.object({ before }),
    paged: true,
    answer: z.array(noteVersion),
  }),
  restore: post("/api/Note/:id/restore/:revisionId", {
    summary: "Makes title and content what they were; what they are is stored as a version.",
    access: "writeTexts",
    params: z.object({ id: idText, revisionId: idText }),
    answer: note,
  }),
})
