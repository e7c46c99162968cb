import { folded } from "~/rules/folded"

/** The first `most` entries that contain all words: matches at the start first, then at the start of a word, then the rest. */
export const find = <Entry extends { small: string }>(
  entries: readonly Entry[],
  text: string,
  most: number,
): Entry[] => {
  const words = folded(text).split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return entries.slice(0, most)
  const begins: Entry[] = []
  const starts: Entry[] = []
  const rest: Entry[] = []
  const inner = ` ${first}`
  for (const entry of entries) {
    const { small } = entry
    let has = true
    for (const word of words) {
      if (!small.includes(word)) {
        has = false
        break
      }
    }
    if (!has) continue
    const into = small.startsWith(first) ? begins : small.includes(inner) ? starts : rest
    if (into.length < most) into.push(entry)
    if (begins.length === most) break
  }
  return [...begins, ...starts, ...rest].slice(0, most)
}
