// matchPattern(): the best way to read words as a pattern.
import { anyKind } from "./fitting"
import type { Counted } from "./looks"
import type { Reading } from "./names-in"
import type { Pattern, Piece, Slot } from "./patterns"
import { longestRule } from "./repeat-in"
import type { Said } from "./said"
import { slotIn } from "./slot-in"
import { noWord, saysOf, textOf, type Word } from "./words"

/** `isSure`: all its names and days are known. */
export type Match = { said: Said; score: number; isSure: boolean }

/** `said`: the words as they are compared. */
export const matchPattern = (
  pattern: Pattern,
  words: Word[],
  said: readonly string[],
  reading: Counted,
): Match | undefined => {
  const { do: doing, field, pieces } = pattern
  let best: Match | undefined
  const read = (piece: number, at: number, so: Said, score: number, isSure: boolean) => {
    const next = pieces[piece]
    if (next === undefined) {
      if (at === words.length && (!best || score > best.score)) best = { said: so, score, isSure }
      return
    }
    if (typeof next === "string") {
      if (said[at] === next) read(piece + 1, at + 1, so, score + 0.1, isSure)
      return
    }
    const following = pieces[piece + 1]
    for (let end = Math.min(words.length, at + mostIn(next)); end > at; end--) {
      if (following === undefined ? end < words.length : !mayBegin(following, words[end])) continue
      const found = slotIn(doing, next, words.slice(at, end), reading)
      if (!found || (next.slot === "card" && found.score === 3 && goesOn(words.slice(at), end - at, reading))) continue
      const { score: more, ...fields } = found
      read(piece + 1, end, { ...so, ...fields }, score + more, isSure && more > 0)
    }
  }
  read(0, 0, { do: doing, ...(field ? { field } : {}) }, 0, true)
  return best
}

/** Of slots that only short texts fit, the most words. */
const short: Readonly<Record<string, number>> = {
  ...{ person: 12, date: 12, rule: longestRule, column: 6, shift: 2, number: 1, value: 1, quoted: 1 },
}
const mostIn = ({ slot, isCertain }: Slot) =>
  (slot === "person" || slot === "date") && !isCertain
    ? Number.POSITIVE_INFINITY
    : (short[slot] ?? Number.POSITIVE_INFINITY)

/** Of a piece, whether the word may be its first. */
const mayBegin = (piece: Piece, word = noWord) =>
  typeof piece === "string" ? saysOf(word) === piece : piece.slot !== "quoted" || word.quoted

/** Whether the words go on as a card's whole name, of which the first few are only its beginning. */
const goesOn = (words: Word[], few: number, { knows }: Reading) =>
  words.some((_, at) => at >= few && knows(textOf(words.slice(0, at + 1)), anyKind) === 2)
