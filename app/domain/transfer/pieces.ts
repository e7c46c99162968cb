// openPieces(): JSON in pieces that are sent one after another. logInPieces(entries): a log that may be as long as a plan.
import type { PreparedRows } from "~/database/apply.server"
import type { LogEntry } from "~/domain/core/outcome"
import { turn } from "~/domain/core/turn"

/** Letters of a piece: what the event loop sends at once. */
const pieceLetters = 262_144

export const openPieces = () => {
  const encoder = new TextEncoder()
  const encoded: Uint8Array[] = []
  let texts: string[] = []
  let letters = 0
  let isFirst = true
  /** Ends a piece; returns how many there are. */
  const cut = () => {
    if (letters > 0) encoded.push(encoder.encode(texts.join("")))
    texts = []
    letters = 0
    return encoded.length
  }
  return {
    cut,
    count: () => encoded.length,
    /** Begins another write. */
    next: () => {
      if (!isFirst) texts.push(",")
      isFirst = false
    },
    add: (text: string) => {
      texts.push(text)
      letters += text.length
      if (letters >= pieceLetters) cut()
    },
    all: () => {
      const bytes = new Uint8Array(encoded.reduce((sum, { byteLength }) => sum + byteLength, 0))
      const ends: number[] = []
      let at = 0
      for (const piece of encoded) {
        bytes.set(piece, at)
        at += piece.byteLength
        ends.push(at)
      }
      return { bytes, ends }
    },
  }
}

export type Pieces = ReturnType<typeof openPieces>

/** A log of more than a piece is made and sent in pieces, with turns for others. */
export const logInPieces = async (entries: LogEntry[]): Promise<{ log: LogEntry[] } | { prepared: PreparedRows }> => {
  const pieces = openPieces()
  let made = 0
  for (const entry of entries) {
    pieces.next()
    pieces.add(JSON.stringify(entry))
    if (pieces.count() === made) continue
    made = pieces.count()
    await turn()
  }
  if (made === 0) return { log: entries }
  pieces.cut()
  return { prepared: { ...pieces.all(), writes: 0 } }
}
