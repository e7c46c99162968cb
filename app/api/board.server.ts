import type { planCalls } from "~/contract/plan"
import type { Actor } from "~/domain/actor"
import { boardOf, type CardsName, cardsOf } from "~/domain/board.server"
import { boardHead, boardPieces, type CurrentBoard, listPieces } from "~/domain/current-board.server"
import { gzipRows } from "~/outside/gzip-rows.server"
import { jsonOf, streamOf } from "./answer.server"
import type { Raw } from "./mount.server"

type Bytes = Uint8Array<ArrayBuffer>
type Compressed = { tag: string; gzip: Promise<Bytes>; size: number }

const keptBytes = 16 * 1_048_576
/** By plan and standing. */
const cached = new Map<string, Compressed>()

const gzipOf = (board: CurrentBoard) =>
  gzipRows([`${boardHead(board)}"goals":[`, board.goals, '],"items":[', board.items, '],"tasks":[', board.tasks, "]}"])

const trim = () => {
  let total = 0
  for (const { size } of cached.values()) total += size
  for (const [oldest, { size }] of cached) {
    if (total <= keptBytes) break
    cached.delete(oldest)
    total -= size
  }
}

/** The board, cached by plan, seq and role; concurrent requests share one read. */
const gzipFor = (key: string, tag: string, read: () => Promise<CurrentBoard>): Promise<Bytes> => {
  const known = cached.get(key)
  if (known?.tag === tag) return known.gzip
  const made: Compressed = { tag, gzip: read().then(gzipOf), size: 0 }
  cached.delete(key)
  cached.set(key, made)
  made.gzip.then(
    ({ byteLength }) => {
      made.size = byteLength
      trim()
    },
    () => {
      if (cached.get(key) === made) cached.delete(key)
    },
  )
  return made.gzip
}

const keyOf = (planId: number, tag: string) => `${planId} ${tag.split(".")[2]}`

/** Prepares the answer before the call arrives. */
export const prepareBoard = async (actor: Actor, { planId }: { planId: number }) => {
  const { tag, board } = await boardOf(actor, planId, (tag) => cached.get(keyOf(planId, tag))?.tag === tag)
  if (board) await gzipFor(keyOf(planId, tag), tag, board)
}

export const serveBoard: Raw<typeof planCalls.board> = async (request, { planId }, { actor }) => {
  const asked = request.headers.get("if-none-match")
  const { tag, board } = await boardOf(
    actor,
    planId,
    (tag) => asked?.split(",").some((one) => one.trim().replace(/^W\//, "") === `"${tag}"`) ?? false,
  )
  const headers = {
    etag: `W/"${tag}"`,
    "cache-control": "private, no-cache",
    vary: "Accept-Encoding, Cookie",
    "x-content-type-options": "nosniff",
  }
  if (!board) return new Response(null, { status: 304, headers })
  const packed = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")
  return new Response(packed ? await gzipFor(keyOf(planId, tag), tag, board) : streamOf(boardPieces(await board())), {
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      ...(packed && { "content-encoding": "gzip" }),
    },
  })
}

export const serveCards =
  (name: CardsName) =>
  async (_request: Request, { planId }: { planId: number }, { actor }: { actor: Actor }) =>
    jsonOf(listPieces(await cardsOf(actor, planId, name)))
