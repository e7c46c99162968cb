// currentBoard(): a plan's current board; the database is asked only for changes since the cached one.
// boardText(board): the board as the API answers it.
// cachedLine(): a row of the cached one.
import type { Entity } from "~/contract/field"
import { notFound } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { type BoardRead, type BoardRows, readBoard } from "~/database/board.server"

export type BoardRow = { id: number; version: number; order: number; text: string }
/** Rows are JSON text, sorted by order. An unchanged row is the same object in the next board. */
export type CurrentBoard = Record<BoardRows, BoardRow[]> & { seq: number; plan: string; members: string }

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
/** In characters of one or two bytes. `besideRow`: the overhead of each row. */
const cachedAtMost = 24 * 1_048_576
const besideRow = 100

const cached = new Map<number, CachedBoard>()

/** The board as a reader with this standing sees it. */
export const currentBoard = async (plan: Admission): Promise<CurrentBoard> => {
  const { planId } = plan
  const had = cached.get(planId)
  let read = await readBoard(plan, had)
  let rows = read && merged(had, read)
  if (read && !rows) {
    read = await readBoard(plan)
    rows = read && merged(undefined, read)
  }
  if (!read || !rows) {
    cached.delete(planId)
    throw notFound()
  }
  cacheRows(planId, rows)
  const { goals, items, tasks } = rows
  return { seq: read.seq, plan: read.plan, members: read.members, goals, items, tasks }
}

/** A row of the plan's cached board, which may be out of date. */
export const cachedLine = (planId: number, entity: Entity, id: number): BoardRow | undefined =>
  cached.get(planId)?.[`${entity}s`].find((row) => row.id === id)

export const forgetBoards = () => cached.clear()

export const boardText = (board: CurrentBoard) =>
  `${boardHead(board)}"goals":[${joined(board.goals)}],"items":[${joined(board.items)}],"tasks":[${joined(board.tasks)}]}`

/** The part of the answer that precedes its rows. */
export const boardHead = ({ seq, plan, members }: CurrentBoard) => `{"seq":${seq},"plan":${plan},"members":${members},`

export const joined = (rows: BoardRow[]) => rows.map(({ text }) => text).join(",")

/** Undefined when the number of rows is wrong: rows were deleted that the read does not report. */
const merged = (had: CachedBoard | undefined, read: BoardRead): CachedBoard | undefined => {
  const base = read.whole ? undefined : had
  const [goals, items, tasks] = names.map((name) => rowsOf(base?.[name], linesOf(read[name]), read.gone?.[name]))
  if (!goals || !items || !tasks) return undefined
  const rows = { goals, items, tasks }
  if (names.some((name) => rows[name].length !== read.counts[name])) return undefined
  const letters = names.reduce((sum, name) => sum + lettersOf(rows[name]), 0)
  const held = names.reduce((sum, name) => sum + (read[name]?.length ?? 0), base?.held ?? 0)
  const { since, began, people } = read
  const weight = (letters: number) => letters + besideRow * (goals.length + items.length + tasks.length)
  if (held <= 2 * letters + 65_536) return { ...rows, since, began, people, held, weight: weight(held) }
  for (const name of names) recut(rows[name])
  return { ...rows, since, began, people, held: letters, weight: weight(letters) }
}

const rowsOf = (had: BoardRow[] = [], sent: BoardRow[], gone: number[] = []): BoardRow[] => {
  if (sent.length === 0 && gone.length === 0) return had
  const replaced = new Set(gone)
  for (const { id } of sent) replaced.add(id)
  return [...had.filter(({ id }) => !replaced.has(id)), ...sent].sort((a, b) => a.order - b.order || a.id - b.id)
}

const linesOf = (lines: string | null): BoardRow[] =>
  (lines?.split("\n") ?? []).map((line) => {
    const afterId = line.indexOf(" ")
    const afterVersion = line.indexOf(" ", afterId + 1)
    const afterOrder = line.indexOf(" ", afterVersion + 1)
    return {
      id: Number(line.slice(0, afterId)),
      version: Number(line.slice(afterId + 1, afterVersion)),
      order: Number(line.slice(afterVersion + 1, afterOrder)),
      text: line.slice(afterOrder + 1),
    }
  })

const lettersOf = (rows: BoardRow[]) => rows.reduce((sum, { text }) => sum + text.length, 0)

/** Makes the rows slices of one new text, which releases the old ones. */
const recut = (rows: BoardRow[]) => {
  const texts = rows
    .map(({ text }) => text)
    .join("\n")
    .split("\n")
  for (const [at, row] of rows.entries()) row.text = texts[at] as string
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
