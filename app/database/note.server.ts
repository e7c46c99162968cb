import type { Note, NoteRevision } from "~/contract/note"
import { type Admission, type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"

export const planOfNote = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`select plan_id as "planId" from app.note where id = ${id}`
  return row?.planId
}

/** The notes that the reader may see. */
export const notesFor = async (
  person: number | null,
  planId: number,
  { id = null, type = null }: { id?: number | null; type?: number | null } = {},
): Promise<Sealed<{ notes: Note[] }>> => {
  const [row] = await db()<{ read: Sealed<{ notes: Note[] }> }[]>`
    select app.notes(${person}, ${planId}, ${id}, ${type}::smallint) as read`
  return row?.read ?? seal(null)
}

export const noteRevisionsFor = async ({ person, planId }: Admission, id: number): Promise<NoteRevision[]> => {
  const [row] = await db()<{ read: { revisions?: NoteRevision[] } }[]>`
    select app.note_revisions(${person}, ${planId}, ${id}) as read`
  return row?.read.revisions ?? []
}
