import type { Note, NoteVersion } from "~/contract/note"
import { limits } from "~/contract/shared/bounds"
import { type Admission, type Sealed, seal } from "./admission.server"
import { boardDb, db } from "./connection.server"

export const planOfNote = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`select plan_id as "planId" from app.note where id = ${id}`
  return row?.planId
}

/** `before`: those listed after this note, by last change; `after`: those with a greater id, by id. */
export type NoteFilter = { id?: number; type?: number; before?: number; after?: number }
type NoteListPage = { notes: Note[] | null; more: boolean }

/** A page of the notes that the reader may see; `notes` is null when there is no note `before`. */
export const notesFor = async (
  person: number | null,
  planId: number,
  where: NoteFilter = {},
): Promise<Sealed<NoteListPage>> => {
  const { bytes, rows } = limits.listPage
  const [row] = await (where.id === undefined ? boardDb() : db())<{ read: Sealed<NoteListPage> }[]>`
    select app.notes(${person}, ${planId}, ${JSON.stringify(where)}::text::jsonb, ${bytes}, ${rows}) as read`
  return row?.read ?? seal(null)
}

/** A page of a note's versions, newest first. */
export const noteVersionsFor = async (
  { person, planId }: Admission,
  note: number,
  where: { id?: number; before?: number | undefined } = {},
): Promise<{ versions: NoteVersion[]; more: boolean }> => {
  const [row] = await (where.id === undefined ? boardDb() : db())<
    { read: { versions?: NoteVersion[]; more?: boolean } }[]
  >`
    select app.note_versions(${person}, ${planId}, ${note}, ${JSON.stringify(where)}::text::jsonb, ${limits.listPage.bytes}) as read`
  return { versions: [], more: false, ...row?.read }
}
