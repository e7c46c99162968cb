// Small requests that are hard to answer: texts that are slow to read or search, bodies slow to parse, files that unpack without end.
import http from "node:http"
import zlib from "node:zlib"
import { pdf } from "../support/api/documents.ts"
import { ones } from "./sizes.ts"

/**
 * Posts a form that has no end; the status it is answered with, and how many bytes were sent by then. `most`: sends no more than
 * these, and waits: a client that goes on may meet the closed connection before it reads the answer, if it is busy with other things.
 */
export const endlessForm = (url: string, most = Number.POSITIVE_INFINITY) =>
  new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
    let sent = 0
    const piece = Buffer.alloc(65_536, "a")
    const request = http.request(`${url}/login`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
    })
    let answered = false
    const more = () => {
      let hasRoom = true
      while (!answered && hasRoom && sent < most) {
        hasRoom = request.write(piece)
        sent += piece.length
      }
    }
    request.on("drain", more)
    request.on("response", ({ statusCode }) => {
      answered = true
      resolve({ status: statusCode, sent })
      request.destroy()
    })
    request.on("error", (error) => (answered ? undefined : reject(error)))
    request.write("email=")
    more()
  })

const words = `${"a".repeat(56)}bcd `.repeat(3_300)
export const hardNotes = ["`*".repeat(100_000), "- ".repeat(100_000), "@[".repeat(100_000), words, words]
/** A search for words that differ from those of the notes in their ends. */
export const nearlyWords = Array.from(
  { length: 16 },
  (_, at) => `${"a".repeat(57)}${String.fromCharCode(101 + at)}`,
).join(" ")

/** Parsing each would stall the product. */
export const slowBodies = {
  "half a million numbers": ones(500_000),
  "340,000 empty objects": `[${"{},".repeat(340_000)}{}]`,
  "80,000 different names": `{${Array.from({ length: 80_000 }, (_, at) => `"a${at}":1`)}}`,
}

/** Zlib streams of a gigabyte of spaces, and of a deep arrangement of brackets. */
export const zipBombs = () =>
  [Buffer.alloc(1_000_000_000, " "), Buffer.alloc(20_000_000, "[")].map((bytes) =>
    pdf([], new Uint8Array(zlib.deflateSync(bytes, { level: 1 }))),
  )

/** Requests to the assistant: for cards that are not there, and of sentences that can be divided in very many ways. */
export const lostTasks = Array.from(
  { length: 100 },
  (_, at) => `Finish the task abuot the habrour of quais ${at}`,
).join("\n")
export const divisible = Array.from({ length: 60 }, () => `- move ${"x to the ".repeat(44)}`).join("\n")
