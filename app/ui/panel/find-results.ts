import type { BoardReader } from "~/client/board-types"
import type { FileEntry } from "~/contract/file"
import type { SearchHits } from "~/contract/search"
import { snippetOf } from "~/rules/snippet"
import { cardsOf } from "~/ui/board/every-card"
import type { CardRef } from "~/ui/board/view-state"

export type ResultTab = "all" | "tasks" | "items" | "goals" | "notes" | "files"

/** Something that says what was searched for. */
export type Result = {
  key: string
  tab: Exclude<ResultTab, "all">
  /** ISO 8601. */
  date: string
  /** HTML of escaped text and <mark>; of thousands found few are shown, and making one takes longer than finding it. */
  snippet(): string
  /** The card it is or is on; undefined for what is the plan's. */
  card?: CardRef
  comment?: { id: number; by: string }
  noteId?: number
  file?: FileEntry
}

const dateOf = (store: BoardReader, { entity, id }: CardRef): string =>
  (entity === "task"
    ? store.task(id)?.modified
    : (entity === "item" ? store.item(id) : store.goal(id))?.modifiedDate) ?? ""

const tabOf = { goal: "goals", item: "items", task: "tasks" } as const

const cardResult = (store: BoardReader, card: CardRef, snippet: () => string): Result => ({
  key: `${card.entity}:${card.id}`,
  tab: tabOf[card.entity],
  date: dateOf(store, card),
  snippet,
  card,
})

/** Cards of the board that have the words, in any case. Drafts say nothing. */
export const localResults = (store: BoardReader, words: string): Result[] =>
  cardsOf(store)
    .filter(({ id, text }) => id > 0 && text.toLowerCase().includes(words.toLowerCase()))
    .map(({ entity, id, text }) =>
      cardResult(store, { entity, id }, () => snippetOf(text.replace(/\n/g, " · "), words)),
    )

type Owned = Pick<FileEntry, "goalId" | "itemId" | "taskId">

const ownerOf = ({ goalId, itemId, taskId }: Owned): CardRef | undefined =>
  taskId
    ? { entity: "task", id: taskId }
    : itemId
      ? { entity: "item", id: itemId }
      : goalId
        ? { entity: "goal", id: goalId }
        : undefined

/** What the server found, as the panel shows it. Cards that are gone from the board meanwhile are left out. */
export const serverResults = (store: BoardReader, hits: SearchHits): Result[] => {
  const cards = [
    ...hits.goals.map(({ id, snippet }) => ({ entity: "goal" as const, id, snippet, there: store.goal(id) })),
    ...hits.items.map(({ id, snippet }) => ({ entity: "item" as const, id, snippet, there: store.item(id) })),
    ...hits.tasks.map(({ id, snippet }) => ({ entity: "task" as const, id, snippet, there: store.task(id) })),
  ]
  return [
    ...cards.flatMap(({ entity, id, snippet, there }) =>
      there ? [cardResult(store, { entity, id }, () => snippet)] : [],
    ),
    ...hits.comments.map(
      (comment): Result => ({
        key: `comment:${comment.id}`,
        tab: "notes",
        date: comment.createdDate,
        snippet: () => comment.snippet,
        card: ownerOf(comment),
        comment: { id: comment.id, by: (comment.importedAuthor ?? comment.createdBy).userName },
      }),
    ),
    ...hits.notes.map(
      ({ id, modifiedDate, snippet }): Result => ({
        key: `note:${id}`,
        tab: "notes",
        date: modifiedDate,
        snippet: () => snippet,
        noteId: id,
      }),
    ),
    ...hits.files.map(({ snippet, ...file }): Result => {
      const result: Result = {
        key: `file:${file.id}`,
        tab: "files",
        date: file.uploadDate,
        snippet: () => snippet,
        file,
      }
      const card = ownerOf(file)
      if (card) result.card = card
      if (file.noteId) result.noteId = file.noteId
      return result
    }),
  ]
}

/** Each once, newest first; of two that are the same the first stays. */
export const merged = (...lists: readonly Result[][]): Result[] => {
  const byKey = new Map<string, Result>()
  for (const result of lists.flat()) if (!byKey.has(result.key)) byKey.set(result.key, result)
  return [...byKey.values()].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
}
