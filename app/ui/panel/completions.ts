/** Most suggestions. */
const most = 5
const word = /[\p{L}\p{N}\p{M}]+/gu

/** The text with its last word completed from words of the names, in their order; each once. The results below list the names. */
export const completionsOf = (text: string, names: readonly string[]): string[] => {
  const last = text.match(word)?.at(-1)
  if (last === undefined || !text.endsWith(last)) return []
  const begun = last.toLowerCase()
  const before = text.slice(0, text.length - last.length)
  const found = new Set<string>()
  for (const name of names) {
    for (const [each] of name.toLowerCase().matchAll(word)) {
      if (each !== begun && each.startsWith(begun)) found.add(`${before}${each}`)
    }
  }
  return [...found].slice(0, most)
}
