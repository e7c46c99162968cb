import type { Board, planCalls } from "~/contract/plan"
import type { publicCalls } from "~/contract/public-link"
import { listsInColumns } from "~/contract/shared/board-form"
import { boardOf, type CardsName } from "~/domain/board/board.server"
import {
  boardHead,
  boardPieces,
  boardSize,
  type CurrentBoard,
  currentBoard,
  listPieces,
} from "~/domain/board/current-board.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { holding } from "~/domain/limits/held.server"
import { countMoved, refuseMoved } from "~/domain/limits/moved.server"
import { type VisitedBoard, visitedBoard } from "~/domain/visit.server"
import { gzipRows, type Row, unzipped, unzippedSize } from "~/outside/gzip-rows.server"
import { jsonOf, streamOf } from "./answer.server"
import type { Raw } from "./mount.server"
import { type Counted, countFor } from "./rate-limit.server"
import { accepts, knowsTag } from "./request-headers"

type Bytes = Uint8Array<ArrayBuffer>
type Compressed = { tag: string; gzip: Promise<Bytes>; size: number }

const mostCachedBytes = 16 * 1_048_576
/** By plan and standing. */
const cached = new Map<string, Compressed>()

/** For another database, whose plans and links have the same ids. */
export const forgetPackedBoards = () => cached.clear()

const partsOf = (head: string, board: Record<CardsName, Row[]>) => [
  `${head}"goals":[`,
  board.goals,
  '],"items":[',
  board.items,
  '],"tasks":[',
  board.tasks,
  "]}",
]

type Card = CurrentBoard["items"][number]

/** `inColumns`: what cards list is beside them, where the plan has labels. */
const memberParts = async (read: () => Promise<CurrentBoard>, inColumns: boolean) => {
  const board = await read()
  if (!inColumns || board.labels === "[]") return partsOf(boardHead(board), board)
  const { goals, items, tasks } = board
  const head = `${boardHead(board)}"lists":{"items":${listsOf(items)},"tasks":${listsOf(tasks)}},`
  return partsOf(head, { goals, items: items.map(withoutLists), tasks: tasks.map(withoutLists) })
}

/** In the JSON of a card: within a text, quotes have a backslash. */
const labelIds = /,"labelIds":(\[[\d, ]*\])/
const blockedByIds = /,"blockedByIds":(\[[\d, ]*\])/

const listsOf = (cards: readonly Card[]) => {
  const labels = cards.map(({ text }) => labelIds.exec(text)?.[1]?.replaceAll(" ", "") ?? "null")
  const waits = cards.map(({ id, text }) => {
    const ids = blockedByIds.exec(text)?.[1]
    if (!ids || ids === "[]") return ids ?? "null"
    return JSON.stringify(JSON.parse(ids).map((each: number) => id - each))
  })
  return `{"labelIds":[${labels}],"blockedByIds":[${waits}]}`
}

const bare = new WeakMap<Card, Row>()

/** The same object for the same card. Its text is made when it is compressed. */
const withoutLists = (card: Card): Row => {
  const known = bare.get(card)
  if (known) return known
  const made = {
    id: card.id,
    get text() {
      return card.text.replace(labelIds, "").replace(blockedByIds, "")
    },
  }
  bare.set(card, made)
  return made
}

const visitorParts = async (read: () => Promise<VisitedBoard>) => {
  const board = await read()
  return partsOf(`{"seq":${board.seq},"plan":${board.plan},"labels":${board.labels},`, board)
}

const trim = () => {
  let total = 0
  for (const { size } of cached.values()) total += size
  for (const [oldest, { size }] of cached) {
    if (total <= mostCachedBytes) break
    cached.delete(oldest)
    total -= size
  }
}

/** The board, cached by plan, seq and role; concurrent requests share one read. */
const gzipFor = (key: string, tag: string, read: () => Promise<Parameters<typeof gzipRows>[0]>): Promise<Bytes> => {
  const known = cached.get(key)
  if (known?.tag === tag) return known.gzip
  const made: Compressed = { tag, gzip: read().then(gzipRows), size: 0 }
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

const keyOf = (planId: number, tag: string, inColumns: boolean) =>
  `${planId} ${tag.split(".")[2]}${inColumns ? " columns" : ""}`

/** Prepares the answer to the app before the call arrives. */
export const prepareBoard = async (actor: Actor, { planId }: { planId: number }) => {
  const { tag, board } = await boardOf(actor, planId, (tag) => cached.get(keyOf(planId, tag, true))?.tag === tag)
  if (board) await gzipFor(keyOf(planId, tag, true), tag, () => memberParts(board, true))
}

/** The most of a board that is read for its document: neither reading nor drawing it must delay the page. */
const few = { cards: 1_500, bytes: 1_048_576 }

/** The whole board, where it is small. */
export const smallBoard = async (actor: Actor, { planId }: { planId: number }): Promise<Board | undefined> => {
  const { plan, board } = await boardOf(actor, planId)
  const { cards, bytes } = await boardSize(plan)
  if (cards > few.cards || bytes > few.bytes) return undefined
  const read = await board?.()
  if (!read) return undefined
  const rows = (name: CardsName) => `"${name}":[${read[name].map(({ text }) => text).join(",")}]`
  return JSON.parse(`${boardHead(read)}${rows("goals")},${rows("items")},${rows("tasks")}}`)
}

/** Makes an answer of a plan's rows, which hold memory until it has been read. */
const whileHeld = async <Answer>(
  actor: Actor,
  plan: Awaited<ReturnType<typeof admit>>,
  answer: (ended: () => void) => Promise<Answer>,
) => {
  const caller = callerName(actor)
  refuseMoved(caller)
  const hold = holding("plans", caller)
  try {
    const { bytes } = await boardSize(plan)
    hold.claim(bytes)
    countMoved(caller, bytes)
    return await answer(hold.release)
  } catch (thrown) {
    hold.release()
    throw thrown
  }
}

/** `form`: the ending of the tag, since each form of a board has tags of its own. */
const knows =
  (request: Request, form = "") =>
  (tag: string) =>
    knowsTag(request.headers.get("if-none-match"), `"${tag}${form}"`)

/** A plain board of this size is packed out, or written, for each request again. */
const largeBoard = 1_048_576

/** Counts a board for a client without gzip: far fewer large ones are allowed than calls. */
const countPlain = async (counted: Counted, size: number) => {
  if (size > largeBoard) await countFor(counted, "plainBoard")
}

/** `gzip`, or `plain` for a client without it; neither when the client knows the tag. */
type Answers = { gzip(): Promise<Bytes>; plain(): Promise<BodyInit> }

const tagged = async (request: Request, tag: string, answers: Answers | undefined) => {
  const headers = {
    etag: `W/"${tag}"`,
    "cache-control": "private, no-cache",
    vary: "Accept, Accept-Encoding, Cookie, X-Public-Link",
    "x-content-type-options": "nosniff",
  }
  if (!answers) return new Response(null, { status: 304, headers })
  const packed = accepts(request.headers.get("accept-encoding"), "gzip")
  return new Response(packed ? await answers.gzip() : await answers.plain(), {
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      ...(packed && { "content-encoding": "gzip" }),
    },
  })
}

export const serveBoard: Raw<typeof planCalls.board> = async (request, { planId }, { actor, counted }) => {
  const inColumns = request.headers.get("accept") === listsInColumns
  const form = inColumns ? ".columns" : ""
  const { tag, plan, board } = await boardOf(actor, planId, knows(request, form))
  return tagged(
    request,
    `${tag}${form}`,
    board && {
      gzip: () => gzipFor(keyOf(planId, tag, inColumns), tag, () => memberParts(board, inColumns)),
      plain: async () => {
        await countPlain(counted, (await boardSize(plan)).bytes)
        return whileHeld(actor, plan, async (ended) => streamOf(boardPieces(await board()), ended))
      },
    },
  )
}

const lines = new Map<string, { running: Promise<Bytes>; next?: Promise<Bytes> }>()

/** While a board is being made, those who want a newer one wait for the next, which they share. */
const gzipInLine = (...wanted: Parameters<typeof gzipFor>): Promise<Bytes> => {
  const [key, tag] = wanted
  const known = cached.get(key)
  if (known?.tag === tag) return known.gzip
  const start = () => {
    const running = gzipFor(...wanted)
    const line: { running: Promise<Bytes>; next?: Promise<Bytes> } = { running }
    lines.set(key, line)
    const leave = () => {
      if (lines.get(key) === line && !line.next) lines.delete(key)
    }
    running.then(leave, leave)
    return running
  }
  const line = lines.get(key)
  if (!line) return start()
  line.next ??= line.running.then(start, start)
  return line.next
}

/** A visitor's board is read whole after each change, so all visitors share what was made of it, those without gzip too. */
export const servePublicBoard: Raw<typeof publicCalls.board> = async (request, _input, { actor, counted }) => {
  const { tag, board } = await visitedBoard(actor)
  if (knows(request)(tag)) return tagged(request, tag, undefined)
  const gzip = () => gzipInLine(`link ${actor.linkId}`, tag, () => visitorParts(board))
  const plain = async () => {
    const packed = await gzip()
    await countPlain(counted, unzippedSize(packed))
    return unzipped(packed)
  }
  return tagged(request, tag, { gzip, plain })
}

export const serveCards =
  (name: CardsName) =>
  async (_request: Request, { planId }: { planId: number }, { actor }: { actor: Actor }) => {
    const plan = await admit(actor, planId)
    return whileHeld(actor, plan, async (ended) => jsonOf(listPieces((await currentBoard(plan))[name]), ended))
  }
