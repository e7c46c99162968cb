// readPart(): what the words of one part ask for.
import { withoutEnd, withoutPolite, withoutSecond, withoutWhole } from "./filler"
import type { Counted } from "./looks"
import { type Match, matchPattern } from "./match-pattern"
import { isStart, patternsFrom } from "./patterns"
import type { Said } from "./said"
import { restrictions } from "./vocabulary"
import { saysOf, type Word, wordsIn } from "./words"

/** Undefined: the words are none of the grammar's sentences. */
export const readPart = (given: Word[], reading: Counted): Match | undefined => {
  const words = withoutSecond(withoutEnd(withoutPolite(given)))
  if (words.length < 2) return undefined
  let best: Match | undefined
  const said = words.map(saysOf)
  for (const pattern of patternsFrom(said[0] ?? "")) {
    const own = pattern.do === "delete" ? withoutWhole(words) : words
    const literals = pattern.pieces.filter((piece) => typeof piece === "string")
    if (!literals.every((literal) => said.includes(literal))) continue
    const found = matchPattern(pattern, own, said.slice(0, own.length), reading)
    if (found && (!best || found.score > best.score)) best = found
  }
  if (best && !best.isSure && isRestricted(best.said)) return undefined
  // A name that no card has is no statement.
  return best && (isStart(said[0] ?? "") || best.score >= 3) ? best : undefined
}

/** "Delete everything but not Booth": no card is meant by a part of that. */
const isRestricted = ({ card }: Said) =>
  card !== undefined && wordsIn(card.name).some((word) => restrictions.has(saysOf(word)))
