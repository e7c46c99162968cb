import { type Admission, type Sealed, seal } from "./admission.server"
import { type BoardRow, type BoardRows, rowsAtOnce, rowsIn } from "./board.server"
import { boardDb, db } from "./connection.server"

export type StoredLink = {
  id: number
  planId: number
  seed: string
  hash: Uint8Array
  passwordHash: string | null
  expires: string | null
  expired: boolean
}

const columns = () => db()`id, plan_id as "planId", seed, token_hash as hash, password_hash as "passwordHash",
  app.iso(expires) as expires, coalesce(expires <= now(), false) as expired`

export const linkOfPlan = async ({ planId }: Admission): Promise<StoredLink | undefined> => {
  const [row] = await db()<StoredLink[]>`select ${columns()} from app.public_link where plan_id = ${planId}`
  return row
}

/** The link whose token has this SHA-256. */
export const linkOfHash = async (hash: Uint8Array): Promise<StoredLink | undefined> => {
  const [row] = await db()<StoredLink[]>`select ${columns()} from app.public_link where token_hash = ${hash}`
  return row
}

export type Visit = { planId: number; seq: number; expires: string | null }

/** The plan of a link that has not ended. */
export const visitOf = async (linkId: number): Promise<Visit | undefined> => {
  const [row] = await db()<(Visit | { planId: null })[]>`
    select plan_id as "planId", seq, app.iso(expires) as expires from app.visit(${linkId})`
  return row?.planId ? (row as Visit) : undefined
}

/** The board as a visitor sees it. `plan`, `labels`: JSON. */
export type VisitedBoard = Record<BoardRows, BoardRow[]> & { seq: number; plan: string; labels: string }

type Head = { name: null; seq: number | null; plan: string; labels: string }
type Piece = { name: BoardRows; lines: string }

/** On a connection that saves do not use, in messages of some rows each. */
export const publicBoard = async (linkId: number): Promise<Sealed<VisitedBoard>> => {
  let head: Head | undefined
  const rows: Record<BoardRows, BoardRow[]> = { goals: [], items: [], tasks: [] }
  await boardDb()<(Head | Piece)[]>`
    select p.name, p.lines, case when p.name is null then b.seq end as seq, case when p.name is null then b.plan end as plan,
      case when p.name is null then app.public_labels(${linkId}) end as labels
    from app.public_board(${linkId}) b cross join lateral (
      select null as name, null as lines
      union all select 'goals', array_to_string(b.goals[n:n + ${rowsAtOnce - 1}], E'\n') from generate_series(1, cardinality(b.goals), ${rowsAtOnce}) n
      union all select 'items', array_to_string(b.items[n:n + ${rowsAtOnce - 1}], E'\n') from generate_series(1, cardinality(b.items), ${rowsAtOnce}) n
      union all select 'tasks', array_to_string(b.tasks[n:n + ${rowsAtOnce - 1}], E'\n') from generate_series(1, cardinality(b.tasks), ${rowsAtOnce}) n
    ) p`.forEach((row) => {
    if (row.name === null) head = row
    else rowsIn(row.lines, rows[row.name])
  })
  return head?.seq == null ? seal(null) : seal(2, { ...rows, seq: head.seq, plan: head.plan, labels: head.labels })
}
