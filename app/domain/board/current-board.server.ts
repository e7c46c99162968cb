// currentBoard(): a plan's current board; the database is asked only for changes since the cached one.
// boardPieces(board), listPieces(rows): as the API answers them, in pieces that the event loop makes one at a time.
// cachedLine(): a row of the cached one.

import type { Entity } from "~/contract/fields/field"
import { notFound } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import {
  type BoardRead,
  type BoardRow,
  type BoardRows,
  type BoardSize,
  readBoard,
  sizeOfBoard,
} from "~/database/board.server"
import { turn } from "~/domain/core/turn"
import { createTurns } from "~/domain/core/turns.server"
import { countMoved, refuseMoved } from "~/domain/limits/moved.server"

/** Rows are sorted by order. An unchanged row is the same object in the next board. */
export type CurrentBoard = Record<BoardRows, BoardRow[]> & {
  seq: number
  plan: string
  members: string
  labels: string
  keyResults: string
}

/** The cached part of a board, which is the same for all readers of the plan. */
type CachedBoard = Record<BoardRows, BoardRow[]> & {
  since: string
  began: string
  people: string
  weight: number
  /** Characters of the texts that rows are slices of. A text stays in memory as long as one of its slices. */
  held: number
}

const names = ["goals", "items", "tasks"] as const
/** In characters of one or two bytes: one board of a plan at its quota of cards. `besideRow`: the overhead of each row. */
const cachedAtMost = 80 * 1_048_576
const besideRow = 100

const cached = new Map<number, CachedBoard>()

/** A board with as many cards or bytes is large. */
const largeFrom: BoardSize = { cards: 10_000, bytes: 8 * 1_048_576 }
const largeInTurn = createTurns({ most: 5, what: "requests for large plans", retryAfter: 5 })
/** Of everybody; a caller has one of them. */
const oneLarge = createTurns({
  most: 50,
  what: "large plans",
  retryAfter: 5,
  message: "Many large plans are being read. Please try again in a moment.",
})

/**
 * The board as a reader with this standing sees it. Large ones are read one at a time, on connections of their own,
 * because each takes a processor for up to seconds.
 */
export const currentBoard = async (plan: Admission): Promise<CurrentBoard> => {
  const caller = plan.person === null ? `k${plan.planId}` : `u${plan.person}`
  refuseMoved(caller)
  return inLine(caller, await boardSize(plan), (isLarge) => readCurrent(plan, caller, isLarge))
}

/** As far as it is known without reading the board. */
export const boardSize = async (plan: Admission): Promise<BoardSize> => {
  const had = cached.get(plan.planId)
  if (!had) return sizeOfBoard(plan)
  return { cards: had.goals.length + had.items.length + had.tasks.length, bytes: had.weight }
}

/** Reads a large board when no other is being read, and a small one at once. Callers take turns. */
export const inLine = <Board>(
  caller: string,
  { cards, bytes }: BoardSize,
  read: (isLarge: boolean) => Promise<Board>,
): Promise<Board> => {
  if (cards < largeFrom.cards && bytes < largeFrom.bytes) return read(false)
  return largeInTurn(caller, () => oneLarge("all", () => read(true)))
}

const readCurrent = async (plan: Admission, caller: string, large: boolean): Promise<CurrentBoard> => {
  const { planId } = plan
  const had = cached.get(planId)
  let read = await readBoard(plan, had, large)
  let rows = read && merged(had, read)
  if (read && !rows) {
    read = await readBoard(plan, undefined, large)
    rows = read && merged(undefined, read)
  }
  if (!read || !rows) {
    cached.delete(planId)
    throw notFound()
  }
  countMoved(caller, read.held)
  cacheRows(planId, rows)
  const { goals, items, tasks } = rows
  const { seq, plan: own, members, labels, key_results: keyResults } = read
  return { seq, plan: own, members, labels, keyResults, goals, items, tasks }
}

/** A row of the plan's cached board, which may be out of date. */
export const cachedLine = (planId: number, entity: Entity, id: number): BoardRow | undefined =>
  cached.get(planId)?.[`${entity}s`].find((row) => row.id === id)

export const forgetBoards = () => cached.clear()

const encoder = new TextEncoder()
/** What the event loop joins and encodes at once. */
const rowsAtOnce = 256

/** A JSON array, without its brackets. */
const rowPieces = function* (rows: BoardRow[]) {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    yield encoder.encode(`${at > 0 ? "," : ""}${joined(rows.slice(at, at + rowsAtOnce))}`)
}

/** A list as the API answers it. */
export const listPieces = function* (rows: BoardRow[]) {
  yield encoder.encode("[")
  yield* rowPieces(rows)
  yield encoder.encode("]")
}

export const boardPieces = function* (board: CurrentBoard) {
  yield encoder.encode(`${boardHead(board)}"goals":[`)
  yield* rowPieces(board.goals)
  yield encoder.encode('],"items":[')
  yield* rowPieces(board.items)
  yield encoder.encode('],"tasks":[')
  yield* rowPieces(board.tasks)
  yield encoder.encode("]}")
}

/** Memory that a worker reads where it is. The event loop is free between pieces. */
export const sharedPieces = async (pieces: Iterable<Uint8Array>) => {
  const shared: Uint8Array[] = []
  for (const piece of pieces) {
    const bytes = new Uint8Array(new SharedArrayBuffer(piece.byteLength))
    bytes.set(piece)
    shared.push(bytes)
    await turn()
  }
  return shared
}

/** The part of the answer that precedes its rows. */
export const boardHead = ({ seq, plan, members, labels, keyResults }: CurrentBoard) =>
  `{"seq":${seq},"plan":${plan},"members":${members},"labels":${labels},"keyResults":${keyResults},`

const joined = (rows: BoardRow[]) => rows.map(({ text }) => text).join(",")

/** Undefined when the number of rows is wrong: rows were deleted that the read does not report. */
const merged = (had: CachedBoard | undefined, read: BoardRead): CachedBoard | undefined => {
  const base = read.whole ? undefined : had
  const [goals, items, tasks] = names.map((name) => rowsOf(base?.[name], read[name], read.gone?.[name]))
  if (!goals || !items || !tasks) return undefined
  const rows = { goals, items, tasks }
  if (names.some((name) => rows[name].length !== read.counts[name])) return undefined
  const letters = names.reduce((sum, name) => sum + lettersOf(rows[name]), 0)
  const held = read.held + (base?.held ?? 0)
  const { since, began, people } = read
  const weight = (letters: number) => letters + besideRow * (goals.length + items.length + tasks.length)
  if (held <= 2 * letters + 65_536) return { ...rows, since, began, people, held, weight: weight(held) }
  void recut(names.flatMap((name) => rows[name]))
  return { ...rows, since, began, people, held: letters, weight: weight(letters) }
}

const rowsOf = (had: BoardRow[] = [], sent: BoardRow[], gone: number[] = []): BoardRow[] => {
  if (sent.length === 0 && gone.length === 0) return had
  const replaced = new Set(gone)
  for (const { id } of sent) replaced.add(id)
  return [...had.filter(({ id }) => !replaced.has(id)), ...sent].sort((a, b) => a.order - b.order || a.id - b.id)
}

const lettersOf = (rows: BoardRow[]) => rows.reduce((sum, { text }) => sum + text.length, 0)

/** Makes the rows slices of new texts, which releases the old ones. */
const recut = async (rows: BoardRow[]) => {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    const texts = some
      .map(({ text }) => text)
      .join("\n")
      .split("\n")
    for (const [nth, row] of some.entries()) row.text = texts[nth] as string
    await turn()
  }
}

const cacheRows = (planId: number, rows: CachedBoard) => {
  const now = cached.get(planId)
  if (now?.began === rows.began && BigInt(now.since) > BigInt(rows.since)) return
  cached.delete(planId)
  cached.set(planId, rows)
  let total = 0
  for (const { weight } of cached.values()) total += weight
  for (const [oldest, { weight }] of cached) {
    if (total <= cachedAtMost) break
    cached.delete(oldest)
    total -= weight
  }
}
