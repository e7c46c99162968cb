// leftOutList(): what an import did not take as it was.
import type { leftOutTexts } from "./left-out-texts"

type Kind = Exclude<keyof typeof leftOutTexts, "line">
type At = { line: number; words: string }
/** `name`: of a column or field; `first`: where the first one is. */
export type LeftOut = { what: Kind; count: number; name?: string; first?: At }

/** The most columns and fields that are named. */
const mostNamed = 20

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
