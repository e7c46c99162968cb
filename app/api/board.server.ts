import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { InputOf } from "~/contract/call"
import type { planCalls } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import { boardOf } from "~/domain/plan.server"
import type { Caller } from "./identify.server"

type Bytes = Uint8Array<ArrayBuffer>
type Encoding = "br" | "gzip"
type Kept = { tag: string; plain: Bytes; encoded: Partial<Record<Encoding, Promise<Bytes>>> }

const keptBytes = 32 * 1_048_576
const kept = new Map<string, Kept>()
const inFlight = new Map<string, Promise<Kept>>()

// Off the thread that answers: a large board takes longer to compress than a write to be answered.
const encode: Record<Encoding, (plain: Bytes) => Promise<Bytes>> = {
  gzip: async (plain) => new Uint8Array(await promisify(gzip)(plain, { level: 6 })),
  br: async (plain) =>
    new Uint8Array(await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
}

/** In memory, its encodings included. */
const sizeOf = ({ plain }: Kept) => plain.byteLength * 1.2

const keep = (key: string, board: Kept) => {
  kept.delete(key)
  kept.set(key, board)
  let total = 0
  for (const one of kept.values()) total += sizeOf(one)
  for (const [oldest, one] of kept) {
    if (total <= keptBytes || oldest === key) break
    kept.delete(oldest)
    total -= sizeOf(one)
  }
}

/** The board, kept by plan, seq and role in each encoding asked for; callers that ask at once share one read. */
const boardFor = async (key: string, tag: string, read: () => Promise<string>): Promise<Kept> => {
  const known = kept.get(key)
  if (known?.tag === tag) return known
  const running = inFlight.get(`${key} ${tag}`)
  if (running) return running
  const made = read().then((text) => {
    const plain = new TextEncoder().encode(text)
    return { tag, plain, encoded: {} }
  })
  inFlight.set(`${key} ${tag}`, made)
  try {
    const board = await made
    keep(key, board)
    return board
  } finally {
    inFlight.delete(`${key} ${tag}`)
  }
}

export const serveBoard = async (request: Request, { planId }: InputOf<typeof planCalls.board>, { actor }: Caller) => {
  if (!actor) throw refusal(401, "Sign in first.")
  const asked = request.headers.get("if-none-match")
  const { tag, json } = await boardOf(
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
  if (!json) return new Response(null, { status: 304, headers })
  const board = await boardFor(`${planId} ${tag.split(".")[2]}`, tag, json)
  const accepted = request.headers.get("accept-encoding") ?? ""
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null
  if (encoding) board.encoded[encoding] ??= encode[encoding](board.plain)
  return new Response((encoding && (await board.encoded[encoding])) || board.plain, {
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      ...(encoding && { "content-encoding": encoding }),
    },
  })
}
