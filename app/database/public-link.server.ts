import { type Admission, type Sealed, seal } from "./admission.server"
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

/** JSON text: the board as a visitor sees it. */
export const publicBoard = async (linkId: number): Promise<Sealed<{ board: string }>> => {
  const [row] = await boardDb()<{ board: string | null }[]>`select app.public_board(${linkId}) as board`
  return row?.board ? seal(2, { board: row.board }) : seal(null)
}
