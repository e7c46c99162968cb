// isMoreThanAName(): whether the new name of a card holds a further part of the request.
import { withoutEnd } from "./filler"
import { anyKind } from "./fitting"
import { jointAt } from "./joint-at"
import { named, type Reading } from "./names-in"
import type { Said } from "./said"
import { becoming, renameEnds } from "./vocabulary"
import { saysOf, textOf, type Word } from "./words"

/** Names of cards that are looked for in a new name; a text with more places for one is no name. */
const mostNames = 60

/** "Change the name of A to B and C to D", where C is a card: the second is no part of the first one's name. */
export const isMoreThanAName = ({ do: doing, text }: Said, given: Word[], { knows }: Reading): boolean => {
  if (doing !== "rename") return false
  const words = withoutVerbEnd(withoutEnd(given))
  const ends = words.flatMap((word, at) => (becoming.has(saysOf(word)) ? [at] : []))
  let names = 0
  // From the last joint to the first that precedes the new name.
  for (let at = words.length - 1; at > 1; at--) {
    const start = at + (jointAt(words, at) ?? words.length)
    const own = ends.filter((end) => end > start)
    if (own.length === 0) continue
    if (!text?.includes(textOf(words.slice(start)))) return false
    for (const end of own) {
      names += 1
      if (names > mostNames || knows(named(words.slice(start, end)).name, anyKind) === 2) return true
    }
  }
  return false
}

const withoutVerbEnd = (words: Word[]): Word[] => {
  const last = words.at(-1)
  return last && renameEnds.has(saysOf(last)) ? words.slice(0, -1) : words
}
