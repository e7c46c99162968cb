import type { LeftOut } from "./left-out"
import { leftOutTexts } from "./left-out-texts"

/** What an import left out, as sentences in the language in force. */
export const leftOutSentences = (all: readonly LeftOut[]): string[] =>
  all.map(({ what, count, name = "", first }) =>
    leftOutTexts[what](count, first ? leftOutTexts.line(first.line, shown(first.words)) : shown(name)),
  )

const shownLength = 60

const shown = (words: string) => {
  const line = words
    .replace(/[\p{Surrogate}\0]/gu, "\ufffd")
    .replace(/\s+/g, " ")
    .trim()
  const letters = [...line.slice(0, 2 * shownLength)]
  return letters.length > shownLength ? `${letters.slice(0, shownLength - 1).join("")}…` : line
}
