// splitLine(): the parts of a line, each with its verb.
import { withoutPolite } from "./filler"
import { jointAt } from "./joint-at"
import type { Counted } from "./looks"
import { isStart } from "./patterns"
import { readPart } from "./read-part"
import { adding, articles, chained, kinds, listing, otherVerbs } from "./vocabulary"
import { saysOf, type Word } from "./words"

/** Places in a line at which a further card of its verb is looked for. */
const mostLinks = 12

const isVerb = (word: string) => isStart(word) || otherVerbs.has(word)

/** "a task" */
const isKind = ([article, kind]: readonly string[]) => articles.has(article ?? "") && kinds.has(kind ?? "")

/** Parts begin behind "and", a comma, a semicolon or a full stop, with a verb. */
export const splitLine = (words: Word[], reading: Counted): Word[][] => {
  const said = words.map(saysOf)
  const leading = withoutPolite(words).slice(0, 1)
  const lists = leading.some((word) => adding.has(saysOf(word)) || listing.has(saysOf(word)))
  const isChain = leading.some((word) => chained.has(saysOf(word)))
  const isSure = (part: Word[]) => readPart(part, reading)?.isSure ?? false
  const parts: Word[][] = []
  let links = 0
  const isLink = (part: Word[], rest: Word[]) => isChain && ++links <= mostLinks && isSure(part) && isSure(rest)
  let from = 0
  /** The verb that the part leaves out. */
  let verb: Word[] = []
  for (let at = 1; at < words.length; at++) {
    const joint = jointAt(words, at)
    const start = at + (joint ?? 0)
    if (at === from || joint === undefined || start >= words.length) continue
    const [next] = withoutPolite(words.slice(start))
    const isMore =
      (joint > 0 && lists && isKind(said.slice(start, start + 2))) ||
      isLink([...verb, ...words.slice(from, at)], [...leading, ...words.slice(start)])
    if (!isMore && (!next || !isVerb(saysOf(next)))) continue
    parts.push([...verb, ...words.slice(from, at)])
    verb = isMore ? leading : []
    from = start
  }
  return [...parts, [...verb, ...words.slice(from)]]
}
