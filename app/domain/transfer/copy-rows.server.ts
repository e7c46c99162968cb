// A job of workers, because its work is in proportion to a plan.
// copiedRows(sources, given): the writes and log entries of a copied plan's rows as JSON, for a transaction to send in pieces.
import type { Listed } from "~/contract/fields/field"
import type { PreparedRows } from "~/database/apply.server"
import type { CopiedFile, CopiedNote, CopiedPerson, CopyKind } from "~/database/plan-copy.server"
import type { Write } from "~/database/tables"
import { type BoardRows, copiedBoard, type NewIds } from "~/rules/copy-plan"
import { textIn } from "~/rules/text-parts"
import { preparedRows } from "./prepared-rows"

/** For each kind, the lines of its rows. */
export type CopyLines = Record<CopyKind, Uint8Array[]>
export type CopyIds = Record<Listed | "key_result" | "named_person" | "comment" | "note" | "file", number[]>

type Given = {
  planId: number
  ids: CopyIds
  /** Who copies: the only member at first. */
  creator: { id: number; userName: string }
  firstDay: string | null
  /** Whether owners stay, as owners or as awaited ones. */
  owners: boolean
  /** By the ids of the originals: what their bytes are called in the copy. Others are left out. */
  files: Map<number, { uniqueName: string; thumbnailName: string | null }>
}

type CopiedComment = {
  id: number
  goalId: number | null
  itemId: number | null
  taskId: number | null
  content: string
  createdDate: string
  editedDate: string | null
  createdById: number | null
  createdBy: { userName: string }
  importedAuthor: { id: number } | null
}

const decoder = new TextDecoder()

const rowsOf = <Row>(pieces: Uint8Array[]): Row[] =>
  pieces.flatMap((piece) => JSON.parse(`[${decoder.decode(piece)}]`) as Row[])

/** Rows of one kind by the ids of their originals. */
const byOriginal = (rows: { id: number }[], ids: number[]) => new Map(rows.map(({ id }, at) => [id, ids[at] as number]))

export const copiedRows = (
  sources: CopyLines,
  { planId, ids, creator, firstDay, owners, files }: Given,
): PreparedRows => {
  const board: BoardRows = {
    labels: rowsOf(sources.label),
    goals: rowsOf(sources.goal),
    keyResults: rowsOf(sources.keyResult),
    items: rowsOf(sources.item),
    tasks: rowsOf(sources.task),
  }
  // The person who copies needs no named row.
  const people = rowsOf<CopiedPerson>(sources.person).filter(({ key }) => key !== `person ${creator.id}`)
  const named = new Map(people.map(({ key, userName }, at) => [key, { id: ids.named_person[at] as number, userName }]))
  const { changes, newIds } = copiedBoard(board, {
    planId,
    ids: { ...ids, keyResult: ids.key_result },
    creator,
    firstDay,
    now: new Date().toISOString(),
    ownerOf: (owner, awaited) => {
      if (!owners) return { owner: null, awaitedOwner: null }
      if (owner?.id === creator.id) return { owner: creator, awaitedOwner: null }
      const key = owner ? `person ${owner.id}` : `named ${awaited?.id}`
      return { owner: null, awaitedOwner: named.get(key) ?? null }
    },
  })
  const notes = rowsOf<CopiedNote>(sources.note)
  const comments = rowsOf<CopiedComment>(sources.comment)
  const copiedFiles = rowsOf<CopiedFile>(sources.file).filter(({ id }) => files.has(id))
  const of = {
    ...newIds,
    note: byOriginal(notes, ids.note),
    comment: byOriginal(comments, ids.comment),
  }
  const names = new Map(copiedFiles.map(({ id, uniqueName }) => [uniqueName, files.get(id)?.uniqueName ?? ""]))
  const text = (content: string) => textIn(content, planId, names, creator.id)
  return preparedRows(
    people.map(({ key, userName, email, personId }): Write => {
      return { insert: "named_person", row: { id: named.get(key)?.id as number, userName, email, personId } }
    }),
    changes,
    [
      ...notes.map(({ id, content, ...note }): Write => {
        const row = { ...note, id: of.note.get(id) as number, content: text(content), byKey: false }
        return { insert: "note", row: { ...row, modifiedBy: creator.id } }
      }),
      ...comments.map((comment): Write => {
        const author = authorOf(comment, creator.id)
        const row = {
          id: of.comment.get(comment.id) as number,
          ...placeIn(of, comment),
          content: text(comment.content),
          ...(author === null ? {} : { importedAuthor: named.get(author)?.id as number }),
          byKey: false,
          createdDate: comment.createdDate,
          editedDate: comment.editedDate,
        }
        return { insert: "comment", row }
      }),
      ...copiedFiles.map(({ id, noteId, commentId, goalId, itemId, taskId, ...file }, at): Write => {
        const place = {
          ...placeIn(of, { goalId, itemId, taskId }),
          ...(noteId === null ? {} : { noteId: of.note.get(noteId) }),
          ...(commentId === null ? {} : { commentId: of.comment.get(commentId) }),
        }
        return { insert: "file", row: { ...file, ...files.get(id), id: ids.file[at] as number, ...place } as never }
      }),
      { procedure: "findReferences" },
    ],
  )
}

/** The person that a copied comment names as its author; null: the person who copies wrote it. */
const authorOf = ({ createdById, createdBy, importedAuthor }: CopiedComment, copier: number) => {
  if (importedAuthor) return `named ${importedAuthor.id}`
  if (createdById === copier) return null
  return createdById === null ? `key ${createdBy.userName}` : `person ${createdById}`
}

const placeIn = (of: NewIds, { goalId, itemId, taskId }: Pick<CopiedComment, "goalId" | "itemId" | "taskId">) => ({
  ...(goalId === null ? {} : { goalId: of.goal.get(goalId) as number }),
  ...(itemId === null ? {} : { itemId: of.item.get(itemId) as number }),
  ...(taskId === null ? {} : { taskId: of.task.get(taskId) as number }),
})
