import type { Note, NoteRevision } from "~/contract/note"
import type { PlanRole } from "~/contract/user"
import { db } from "./connection.server"

export const planOfNote = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`select plan_id as "planId" from app.note where id = ${id}`
  return row?.planId
}

/** The notes theirs to see; role null: not of the plan. */
export const notesFor = async (
  person: number | null,
  planId: number,
  { id = null, type = null }: { id?: number | null; type?: number | null } = {},
): Promise<{ role: PlanRole | null; notes?: Note[] }> => {
  const [row] = await db()<{ read: { role: PlanRole | null; notes?: Note[] } }[]>`
    select app.notes(${person}, ${planId}, ${id}, ${type}::smallint) as read`
  return row?.read ?? { role: null }
}

export const noteRevisionsFor = async (person: number | null, planId: number, id: number): Promise<NoteRevision[]> => {
  const [row] = await db()<{ read: { revisions?: NoteRevision[] } }[]>`
    select app.note_revisions(${person}, ${planId}, ${id}) as read`
  return row?.read.revisions ?? []
}
