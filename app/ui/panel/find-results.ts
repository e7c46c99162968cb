import type { BoardReader } from "~/client/board/board-types"
import type { FileEntry } from "~/contract/file"
import type { SearchHits } from "~/contract/search"
import { snippetOf } from "~/rules/snippet"
import { cardsOf, type FoundCard } from "~/ui/plan/every-card"
import type { CardRef } from "~/ui/plan/view-state"

export type ResultTab = "all" | "tasks" | "items" | "goals" | "notes" | "files"

/** Something that says what was searched for. */
export type Result = {
  key: string
  tab: Exclude<ResultTab, "all">
  /** ISO 8601. */
  date: string
  /** What says the words, as HTML of escaped text and <mark>. Of thousands found few are shown, and making one takes longer than finding it. */
  snippet(words: string): string
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

const cardResult = (
  store: BoardReader,
  card: CardRef,
  snippet: Result["snippet"],
  date = dateOf(store, card),
): Result => ({ key: `${card.entity}:${card.id}`, tab: tabOf[card.entity], date, snippet, card })

/** Kept between searches: whatever is searched for, a card's result differs by its snippet alone. */
const kept = new WeakMap<FoundCard, Result>()

const resultOf = (store: BoardReader, found: FoundCard): Result => {
  const known = kept.get(found)
  if (known) return known
  const { entity, id, text, date } = found
  const result = cardResult(store, { entity, id }, (words) => snippetOf(text.replace(/\n/g, " · "), words), date)
  kept.set(found, result)
  return result
}

/** Cards of the board that have the words, in any case. Drafts say nothing. */
export const localResults = (store: BoardReader, words: string): Result[] => {
  const small = words.toLowerCase()
  return cardsOf(store)
    .filter((card) => card.id > 0 && card.small.includes(small))
    .map((card) => resultOf(store, card))
}

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

/** Each once; of two that are the same the board's stays. */
export const merged = (local: readonly Result[], server: readonly Result[]): readonly Result[] => {
  if (server.length === 0) return local
  const known = new Set(local.map(({ key }) => key))
  return [...local, ...server.filter(({ key }) => !known.has(key))]
}

/** The newest, at most `most`, newest first; of two of one moment the one that came first. */
export const newest = (results: readonly Result[], most: number): Result[] => {
  const first: Result[] = []
  for (const result of results) {
    const last = first[most - 1]
    if (last && last.date >= result.date) continue
    let [from, to] = [0, first.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((first[middle] as Result).date >= result.date) from = middle + 1
      else to = middle
    }
    first.splice(from, 0, result)
    if (first.length > most) first.pop()
  }
  return first
}

/** How many there are under each tab. */
export const countsOf = (results: readonly Result[]): Record<ResultTab, number> => {
  const counts = { all: results.length, tasks: 0, items: 0, goals: 0, notes: 0, files: 0 }
  for (const { tab } of results) counts[tab]++
  return counts
}
