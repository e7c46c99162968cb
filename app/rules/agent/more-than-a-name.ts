// isMoreThanAName(): whether the new name of a card holds a further part of the request.
import { withoutEnd } from "./filler"
import { anyKind } from "./fitting"
import { jointAt } from "./joint-at"
import { named, type Reading } from "./names-in"
import type { Said } from "./said"
import { becoming } from "./vocabulary"
import { saysOf, textOf, type Word } from "./words"

/** "Change the name of A to B and C to D", where C is a card: the second is no part of the first one's name. */
export const isMoreThanAName = ({ do: doing, text }: Said, words: Word[], { knows }: Reading) =>
  doing === "rename" &&
  words.some((_, at) => {
    const joint = at > 1 ? jointAt(words, at) : undefined
    const rest = joint === undefined ? [] : words.slice(at + joint)
    if (rest.some(({ quoted }) => quoted) || !text?.includes(textOf(withoutEnd(rest)))) return false
    return rest.some((each, end) => becoming.has(saysOf(each)) && knows(named(rest.slice(0, end)).name, anyKind) === 2)
  })
