// leftOutList(): what an import did not take as it was. said(): as sentences in the language in force.
import { leftOutTexts } from "./left-out-texts"

type Kind = Exclude<keyof typeof leftOutTexts, "line">
type At = { line: number; words: string }
/** `name`: of a column or field; `first`: where the first one is. */
export type LeftOut = { what: Kind; count: number; name?: string; first?: At }

/** The most columns and fields that are named. */
const mostNamed = 20
const shownLength = 60

export const leftOutList = () => {
  const entries = new Map<string, LeftOut>()
  let named = 0
  const add = (what: Kind, count = 1, about: { name?: string; first?: At } = {}) => {
    if (count === 0) return
    const key = `${what} ${about.name ?? ""}`
    const found = entries.get(key)
    if (found) found.count += count
    else if (about.name !== undefined && ++named > mostNamed) {
      named = mostNamed
      add("more")
    } else entries.set(key, { what, count, ...about })
  }
  return { add, all: () => [...entries.values()] }
}

export const said = (all: readonly LeftOut[]): string[] =>
  all.map(({ what, count, name = "", first }) =>
    leftOutTexts[what](count, first ? leftOutTexts.line(first.line, shown(first.words)) : shown(name)),
  )

const shown = (words: string) => {
  const line = words
    .replace(/[\p{Surrogate}\0]/gu, "\ufffd")
    .replace(/\s+/g, " ")
    .trim()
  const letters = [...line.slice(0, 2 * shownLength)]
  return letters.length > shownLength ? `${letters.slice(0, shownLength - 1).join("")}…` : line
}
