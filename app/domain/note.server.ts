import type { InputOf } from "~/contract/call"
import { can } from "~/contract/capability"
import type { EventName } from "~/contract/events"
import type { Note, NoteType, noteCalls, Visibility } from "~/contract/note"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { type NoteFilter, notesFor, noteVersionsFor, planOfNote } from "~/database/note.server"
import { nextId } from "~/database/plan.server"
import { type Actor, type Handlers, keyName } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { commit, stale } from "~/domain/core/commit.server"
import { listPageInTurn, listPageOf, stillThere } from "~/domain/core/list-page"
import type { Outcome } from "~/domain/core/outcome"
import { titleOf } from "~/rules/text-parts"
import { filesOf, goneWithNote } from "./file.server"
import { noteTypeNames } from "./note-texts"
import { searchNotes } from "./search.server"

type Input<Name extends keyof typeof noteCalls> = InputOf<(typeof noteCalls)[Name]>
type Fields = { title?: string; content?: string; type?: NoteType; visibility?: Visibility }

const isPrivate = ({ visibility }: { visibility: Visibility }) => visibility === 0

/** The notes of a plan that the actor may see, oldest first, read page by page. */
export const notesOfPlan = async function* (actor: Actor, planId: number): AsyncGenerator<Note> {
  for (let after = 0, more = true; more; ) {
    const page = await readNotes(actor, planId, { after })
    yield* page.notes
    more = page.more
    after = page.notes.at(-1)?.id ?? after
  }
}

const readNotes = async (actor: Actor, planId: number, where: NoteFilter) => {
  const { notes, more } = await readAs(actor, planId, notesFor, where)
  return { notes: stillThere(notes), more }
}

const listed = async (actor: Actor, planId: number, where: NoteFilter) => {
  const { notes, more } = await listPageInTurn(actor, () => readNotes(actor, planId, where))
  return listPageOf(actor, notes, more)
}

/** A note with its plan; 404 when the actor may not see it. */
const readNote = async (actor: Actor, id: number, planId?: number) => {
  const of = await planOfNote(id)
  if (of === undefined || (planId !== undefined && planId !== of)) throw notFound()
  const { notes, ...plan } = await readAs(actor, of, notesFor, { id })
  const note = notes?.[0]
  if (!note) throw notFound()
  return { plan, note }
}

const readToChange = async (actor: Actor, id: number, planId?: number) => {
  const found = await readNote(actor, id, planId)
  if (!found.note.canEdit) throw refusal(403, "Only its author or an admin may change a note.")
  return found
}

/** Only a note's author may make it private, and a plan's API key may not. */
const refusePrivacy = (actor: Actor, author: number | null, { visibility }: Fields) => {
  if (visibility !== 0) return
  if (actor.userId === null && !can("key", "keepPrivateNotes"))
    throw refusal(403, "A note made with a plan’s API key must be Plan Open.")
  if (author !== actor.userId) throw refusal(403, "Only its author may make a note private.")
}

/** A note as the plan's log has it. Its text is in its versions. */
const logged = ({ title, type, visibility }: Pick<Note, "title" | "type" | "visibility">) => ({
  title,
  type,
  visibility,
})

/** Without the title, which the log may not show of a private or deleted note; the database removes it from earlier entries. */
const unnamed = ({ type, visibility }: Note) => ({ type, visibility })

const create = async (actor: Actor, { planId, ...input }: Input<"create">): Promise<Note> => {
  const id = await nextId("note")
  const content = input.content ?? ""
  if (content.trim() === "" && (input.title ?? "").trim() === "") throw invalid("content", "Write a title or a text.")
  return commit(actor, planId, async (): Promise<Outcome<"note">> => {
    await readNotes(actor, planId, { id: 0 })
    const fields = {
      title: titleOf(input.title, content),
      content,
      type: input.type ?? 0,
      visibility: input.visibility ?? ((actor.userId === null ? 1 : 0) as Visibility),
    }
    refusePrivacy(actor, actor.userId, fields)
    const row = { entity: "note" as const, id }
    return {
      writes: [
        {
          insert: "note",
          row: { id, ...fields, byKey: actor.userId === null, agent: actor.agent, modifiedBy: actor.userId },
        },
      ],
      answer: { ...row, data: { canEdit: true } },
      status: 201,
      ...(isPrivate(fields)
        ? unseen(actor, id)
        : {
            log: [{ entity: "note", id, action: "create", after: logged(fields) }],
            events: [{ event: "NoteAdded", ...row }],
          }),
    }
  })
}

/** A change of a private note is announced to its author's devices only, without its text. */
const unseen = ({ userId }: Actor, id: number): Pick<Outcome, "scope" | "events"> => ({
  scope: "private",
  events: userId === null ? [] : [{ event: "PrivateNoteChanged", to: [userId], data: { id } }],
})

const eventOf = (before: Note, after: Note): EventName =>
  isPrivate(after) ? "NoteDeleted" : isPrivate(before) ? "NoteAdded" : "NoteUpdated"

/** Writes the fields that differ. A note that is private before and after leaves no trace in the plan. */
const change = async (
  actor: Actor,
  id: number,
  planId: number | undefined,
  wanted: (before: Note, plan: Admission) => Promise<Fields> | Fields,
): Promise<Note> => {
  return commit(actor, null, async (): Promise<Outcome<"note">> => {
    const { plan, note: before } = await readToChange(actor, id, planId)
    if (actor.version !== null && actor.version !== before.modifiedDate) throw stale(before)
    const all = await wanted(before, plan)
    const fields: Fields = Object.fromEntries(
      Object.entries(all).filter(([key, value]) => value !== undefined && value !== before[key as keyof Note]),
    )
    refusePrivacy(actor, before.createdById, fields)
    const row = { entity: "note" as const, id }
    const answer = { ...row, data: { canEdit: true } }
    if (Object.keys(fields).length === 0) {
      return { planId: before.planId, writes: [], answer, status: 200, unchanged: { answer: before } }
    }
    const after = { ...before, ...fields }
    const event = eventOf(before, after)
    return {
      planId: before.planId,
      guards: [["note", id, before.modifiedDate]],
      writes: [{ update: "note", row: { id, ...fields, modifiedBy: actor.userId, modifiedKey: keyName(actor) } }],
      answer,
      status: 200,
      ...(isPrivate(before) && isPrivate(after)
        ? unseen(actor, id)
        : {
            log: isPrivate(before)
              ? [{ entity: "note", id, action: "create", after: logged(after) }]
              : isPrivate(after)
                ? [{ entity: "note", id, action: "delete", before: unnamed(before) }]
                : [{ entity: "note", id, action: "update", before: logged(before), after: logged(after) }],
            events: [event === "NoteDeleted" ? { event, data: { id } } : { event, ...row }],
          }),
    }
  })
}

export const notes: Handlers<typeof noteCalls> = {
  types: async () => [
    { value: 0, label: noteTypeNames[0], color: "#154fc3" },
    { value: 1, label: noteTypeNames[1], color: "#a8660a" },
  ],
  list: (actor, { planId, ...where }) => listed(actor, planId, where),
  search: async (actor, { planId, q = "", type, limit = 50 }) =>
    q.trim() === ""
      ? (await listPageInTurn(actor, () => readNotes(actor, planId, { type }))).notes.slice(0, limit)
      : searchNotes(actor, { planId, q, limit, noteType: type ?? null }),
  get: async (actor, { id }) => (await readNote(actor, id)).note,
  create,
  update: (actor, { id, planId, title, content, type, visibility }) =>
    change(actor, id, planId, (before) => {
      const text = content ?? before.content
      if (text.trim() === "" && (title ?? (title === null ? "" : before.title)).trim() === "") {
        throw invalid("content", "Write a title or a text.")
      }
      return {
        ...(title === undefined ? {} : { title: titleOf(title, text) }),
        ...(content === undefined ? {} : { content }),
        ...(type === undefined ? {} : { type }),
        ...(visibility === undefined ? {} : { visibility }),
      }
    }),
  remove: async (actor, { id, planId }) => {
    await commit(actor, null, async (): Promise<Outcome> => {
      const { note: before } = await readToChange(actor, id, planId)
      if (actor.version !== null && actor.version !== before.modifiedDate) throw stale(before)
      const files = (await filesOf(actor, before.planId, { noteId: id })).map(goneWithNote)
      return {
        planId: before.planId,
        guards: [["note", id, before.modifiedDate]],
        writes: [...files.map(({ write }) => write), { delete: "note", row: { id } }],
        status: 204,
        ...(isPrivate(before)
          ? unseen(actor, id)
          : {
              log: [{ entity: "note", id, action: "delete", before: unnamed(before) }],
              events: [...files.map(({ event }) => event), { event: "NoteDeleted", data: { id } }],
            }),
      }
    })
  },
  revisions: async (actor, { id, before }) => {
    const { plan } = await readNote(actor, id)
    const { versions, more } = await listPageInTurn(actor, () => noteVersionsFor(plan, id, { before }))
    return listPageOf(actor, versions, more)
  },
  restore: (actor, { id, revisionId }) =>
    change(actor, id, undefined, async (_, plan) => {
      const [version] = (await noteVersionsFor(plan, id, { id: revisionId })).versions
      if (!version) throw notFound()
      return { title: version.title, content: version.content }
    }),
}
