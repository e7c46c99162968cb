import type { BoardReader } from "~/client/board/board-types"
import type { FileEntry } from "~/contract/file"
import type { SearchHits } from "~/contract/search"
import { folded } from "~/rules/folded"
import { snippetOf } from "~/rules/snippet"
import { cardKey } from "~/ui/plan/card-element"
import { cardsOf, type FoundCard } from "~/ui/plan/every-card"
import { itemName, nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"

export type ResultTab = "all" | "tasks" | "items" | "goals" | "notes" | "files"

/** A search result. */
export type Result = {
  key: string
  tab: Exclude<ResultTab, "all">
  /** ISO 8601. */
  date: string
  /** The matching text as HTML of escaped text and <mark>. Lazy, because few of thousands of results are shown. */
  snippet(words: string): string
  /** The card itself or the card it is attached to; undefined for results of the plan. */
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

/** Cached between searches: a card's results differ by their snippets alone. */
const cached = new WeakMap<FoundCard, Result>()

const resultOf = (store: BoardReader, found: FoundCard): Result => {
  const known = cached.get(found)
  if (known) return known
  const { entity, id, text, date } = found
  const result = cardResult(store, { entity, id }, (words) => snippetOf(text.replace(/\n/g, " · "), words), date)
  cached.set(found, result)
  return result
}

/** Cards of the board that contain the words, ignoring case and accents: those with them as whole words first. Drafts are skipped. */
export const localResults = (store: BoardReader, words: string): Result[] => {
  const small = folded(words)
  const ranked: FoundCard[][] = [[], [], []]
  for (const card of cardsOf(store)) {
    const at = card.id > 0 ? card.small.indexOf(small) : -1
    if (at >= 0) ranked[rankOf(card.small, small, at)]?.push(card)
  }
  return [...ranked.flat().map((card) => resultOf(store, card)), ...labelledResults(store, small)]
}

/** Cards with a label whose name contains the words, which their texts don't. */
const labelledResults = (store: BoardReader, small: string): Result[] => {
  const names = new Map(
    store.list("labels").flatMap((id) => {
      const name = store.label(id)?.name ?? ""
      return folded(name).includes(small) ? [[id, name] as const] : []
    }),
  )
  if (names.size === 0) return []
  return cardsOf(store).flatMap(({ entity, id, text, small: own, date }) => {
    const row = entity === "task" ? store.task(id) : entity === "item" ? store.item(id) : undefined
    const found = row?.labelIds.flatMap((label) => names.get(label) ?? []) ?? []
    if (found.length === 0 || id <= 0 || own.includes(small)) return []
    const all = [text.replace(/\n/g, " · "), ...found].join(" · ")
    return [cardResult(store, { entity, id }, (words) => snippetOf(all, words), date)]
  })
}

const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** 0: whole words; 1: the beginning of a word; 2: within one. `at`: the first match. */
const rankOf = (text: string, words: string, at: number) => {
  let best = 2
  for (let from = at; from >= 0 && best > 0; from = text.indexOf(words, from + words.length)) {
    if (isPartOfWord(text[from - 1])) continue
    best = isPartOfWord(text[from + words.length]) ? 1 : 0
  }
  return best
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

const authorOf = (store: BoardReader, { importedAuthor, createdBy }: SearchHits["comments"][number]) =>
  importedAuthor?.userName ?? store.looks().get(createdBy.id ?? 0)?.userName ?? createdBy.userName

/** The server's hits as results. Cards no longer on the board are skipped. */
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
        comment: { id: comment.id, by: authorOf(store, comment) },
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

/** The keys of the cards that the results are, or are attached to. */
export const cardsIn = (results: readonly Result[]): ReadonlySet<string> =>
  new Set(results.flatMap(({ card }) => (card ? [cardKey(card)] : [])))

/** The place of a result below its goal: a task's action, and the card of a comment or a file; empty for goals and actions. */
export const placeOf = (store: BoardReader, { card, comment, file }: Result): string => {
  if (!card) return ""
  const own = (comment || file) && card.entity !== "goal" ? [nameOf(store, card.entity, card.id)] : []
  const itemId = card.entity === "task" ? store.task(card.id)?.itemId : undefined
  const item = itemId === undefined ? undefined : store.item(itemId)
  return [...own, ...(item ? [itemName(item)] : [])].join(" · ")
}

/** Removes duplicates, preferring the board's result. */
export const merged = (local: readonly Result[], server: readonly Result[]): readonly Result[] => {
  if (server.length === 0) return local
  const known = new Set(local.map(({ key }) => key))
  return [...local, ...server.filter(({ key }) => !known.has(key))]
}

/** The newest `most` results, newest first; stable for equal times. */
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

/** Number of results under each tab. */
export const countsOf = (results: readonly Result[]): Record<ResultTab, number> => {
  const counts = { all: results.length, tasks: 0, items: 0, goals: 0, notes: 0, files: 0 }
  for (const { tab } of results) counts[tab]++
  return counts
}
