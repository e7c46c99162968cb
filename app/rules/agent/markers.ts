// The words by which chats tell a preview. withoutMarkers(), unmarked(): a text without them, whole or in pieces.

export const previewMarkers = ["Ready to proceed?", "PREVIEW:", "What I'll do:", "Planned Actions:"] as const

const marker = /Ready to proceed\?|PREVIEW:|What I'll do:|Planned Actions:/gi
/** Left in its place, so that what precedes and what follows make no other: none has two spaces in a row. */
const gap = "  "

export const isMarked = (text: string) => text.search(marker) >= 0

/** The text of an answer, which no chat may take for a preview: names of cards may have those words. */
export const withoutMarkers = (text: string) => text.replace(marker, gap).trim()

const folded = previewMarkers.map((word) => word.toLowerCase())
const longestBeginning = Math.max(...folded.map((word) => word.length)) - 1
/** White space at the end of a piece is passed on with what follows it. */
const mostSpace = 200

/** Where the end of the text begins that may become a marker, or is white space so far. */
const unsettledIn = (text: string) => {
  const low = text.toLowerCase()
  let at = Math.max(0, text.length - longestBeginning)
  while (at < text.length && !folded.some((word) => word.startsWith(low.slice(at)))) at++
  return Math.max(text.slice(0, at).trimEnd().length, at - mostSpace)
}

/** Streams a text, holding back a suffix that might begin a marker. */
export const unmarked = (pass: (piece: string) => void) => {
  let [passed, waiting] = ["", ""]
  const give = (piece: string) => {
    if (piece === "") return
    passed += piece
    pass(piece)
  }
  return {
    take: (piece: string) => {
      const text = (waiting + piece).replace(marker, gap)
      const rest = passed === "" ? text.trimStart() : text
      const end = unsettledIn(rest)
      give(rest.slice(0, end))
      waiting = rest.slice(end)
    },
    /** The whole of what was passed on. */
    end: () => {
      give(waiting.trimEnd())
      waiting = ""
      return passed
    },
  }
}
