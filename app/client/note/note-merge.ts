import { diff3Merge } from "node-diff3"

/** Both sides' changes merged. */
export type Merged = {
  text: string
  /** Both changed the same words; the text then contains both, theirs above mine. */
  overlaps: boolean
}

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** A three-way merge of `mine` and `theirs`: by lines, and by words within lines that both changed. */
export const mergeTexts = (base: string, mine: string, theirs: string): Merged => {
  if (mine === theirs || theirs === base) return { text: mine, overlaps: false }
  if (mine === base) return { text: theirs, overlaps: false }
  const lines: string[] = []
  let overlaps = false
  for (const { ok, conflict } of diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"))) {
    if (ok) lines.push(...ok)
    if (!conflict) continue
    const within = mergeWords(conflict.o, conflict.a, conflict.b)
    if (within === undefined) overlaps = true
    lines.push(...(within === undefined ? [...conflict.b, ...conflict.a] : [within]))
  }
  return { text: lines.join("\n"), overlaps }
}

const mergeWords = (base: string[], mine: string[], theirs: string[]): string | undefined => {
  // Lines that one side deleted can't be merged by words.
  if ([base, mine, theirs].some((side) => side.join("").trim() === "")) return undefined
  const wordsOf = (side: string[]) => words(side.join("\n"))
  const regions = diff3Merge(wordsOf(mine), wordsOf(base), wordsOf(theirs))
  return regions.some(({ conflict }) => conflict) ? undefined : regions.flatMap(({ ok }) => ok ?? []).join("")
}
