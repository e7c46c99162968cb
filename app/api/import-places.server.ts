// takePlace(person): room in memory for the file of an import, until the import is done.
import { refusal } from "~/contract/problem"
import { turn } from "~/domain/core/turn"
import { refuseWhenFull } from "~/domain/limits/held.server"
import { mostOf } from "~/domain/limits/limits.server"
import { sha256Stream } from "~/outside/signing.server"
import type { Incoming } from "~/outside/upload.server"
import { countBytes, refuseSpent } from "./rate-limit.server"

type Held = { bytes: number; imports: number }
const held = new Map<number, Held>()
let all = 0

/** Bytes of a file that are copied at once. */
const copiedInTurn = 1_048_576

/** Throws 429 and 503 with the time to wait; so does `collect`, as soon as the file goes over a limit. */
export const takePlace = (person: number) => {
  const caller = `person ${person}`
  refuseSpent(caller, "importedBytes")
  refuseWhenFull()
  const own: Held = held.get(person) ?? { bytes: 0, imports: 0 }
  if (own.imports >= mostOf("imports_per_person")) throw ownImports()
  held.set(person, own)
  own.imports++
  let mine = 0
  const claim = (bytes: number) => {
    if (own.bytes + bytes > mostOf("import_memory_per_person")) throw ownImports()
    if (all + bytes > mostOf("import_memory"))
      throw refusal(503, "Many imports are running. Please try again in a moment.", { retryAfter: 10 })
    mine += bytes
    own.bytes += bytes
    all += bytes
  }
  return {
    /** The file in memory that workers share, and its hash. */
    collect: async ({ body }: Incoming) => {
      const pieces: Uint8Array[] = []
      let size = 0
      const hash = sha256Stream()
      for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
        claim(piece.byteLength)
        countBytes(caller, "importedBytes", piece.byteLength)
        hash.update(piece)
        pieces.push(piece)
        size += piece.byteLength
      }
      const bytes = new Uint8Array(new SharedArrayBuffer(size))
      let at = 0
      let inTurn = 0
      for (const piece of pieces) {
        if (inTurn >= copiedInTurn) {
          inTurn = 0
          await turn()
        }
        bytes.set(piece, at)
        at += piece.byteLength
        inTurn += piece.byteLength
      }
      return { bytes, hash: hash.digest("base64url") }
    },
    drop: async () => {},
    leave: () => {
      own.bytes -= mine
      all -= mine
      if (--own.imports === 0) held.delete(person)
    },
  }
}

const ownImports = () =>
  refusal(429, "Other imports of yours are still running. Wait for them, then send this file again.", {
    retryAfter: 10,
  })
