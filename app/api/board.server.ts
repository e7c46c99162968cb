import { gzipSync } from "node:zlib"
import type { InputOf } from "~/contract/call"
import type { planCalls } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import { boardOf } from "~/domain/plan.server"
import type { Caller } from "./identify.server"

type Kept = { tag: string; plain: Uint8Array<ArrayBuffer>; gzipped: Uint8Array<ArrayBuffer> }

const keptBytes = 32 * 1_048_576
const kept = new Map<string, Kept>()
const inFlight = new Map<string, Promise<Kept>>()

const sizeOf = ({ plain, gzipped }: Kept) => plain.byteLength + gzipped.byteLength

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

/** The board's bytes, kept by plan, seq and role; callers that ask at once share one read. */
const bytesOf = async (key: string, tag: string, read: () => Promise<string>): Promise<Kept> => {
  const known = kept.get(key)
  if (known?.tag === tag) return known
  const running = inFlight.get(`${key} ${tag}`)
  if (running) return running
  const made = read().then((text) => {
    const plain = new TextEncoder().encode(text)
    return { tag, plain, gzipped: new Uint8Array(gzipSync(plain, { level: 5 })) }
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
  const board = await bytesOf(`${planId} ${tag.split(".")[2]}`, tag, json)
  const gzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")
  return new Response(gzip ? board.gzipped : board.plain, {
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      ...(gzip ? { "content-encoding": "gzip" } : {}),
    },
  })
}
