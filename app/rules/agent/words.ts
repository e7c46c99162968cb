/** A word of a request. Quoted text is one word, taken literally. */
export type Word = { text: string; quoted: boolean }

const closing: Record<string, string> = { '"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'" }

/** Quotes count at the edge of a word only, so that "don't" is one word. */
export const wordsIn = (line: string): Word[] => {
  const words: Word[] = []
  let at = 0
  const isEdge = (index: number) => index >= line.length || /[\s.,;:!?)]/.test(line[index] as string)
  while (at < line.length) {
    const letter = line[at] as string
    if (/\s/.test(letter)) {
      at += 1
      continue
    }
    const close = closing[letter]
    if (close) {
      let end = line.indexOf(close, at + 1)
      while (end > 0 && !isEdge(end + 1)) end = line.indexOf(close, end + 1)
      if (end > at) {
        words.push({ text: line.slice(at + 1, end).trim(), quoted: true })
        at = end + 1
        // Punctuation that follows a quote ends nothing, but a colon introduces a text.
        while (at < line.length && /[.,;:!?)]/.test(line[at] as string)) {
          if (line[at] === ":") words.push({ text: ":", quoted: false })
          at += 1
        }
        continue
      }
    }
    let end = at
    while (end < line.length && !/\s/.test(line[end] as string)) end += 1
    words.push({ text: line.slice(at, end), quoted: false })
    at = end
  }
  return words
}

/** Compared without case, accents and punctuation at the ends. */
export const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}#@+-]|[^\p{L}\p{N}%+]$/gu, "")

const saysOf = ({ text, quoted }: Word) => (quoted ? "\u0000" : folded(text))

/** The position of a phrase's first word: the first after `from`, or the last one. */
export const phraseAt = (words: readonly Word[], phrase: string, { last = false, from = 0 } = {}): number => {
  const wanted = phrase.split(" ")
  const said = words.map(saysOf)
  const fits = (at: number) => wanted.every((word, index) => said[at + index] === word)
  if (last) {
    for (let at = words.length - wanted.length; at >= from; at--) if (fits(at)) return at
  } else {
    for (let at = from; at <= words.length - wanted.length; at++) if (fits(at)) return at
  }
  return -1
}

/** The words after one of the phrases that they begin with; the longest phrase wins. */
export const after = (words: readonly Word[], phrases: readonly string[]): Word[] | undefined => {
  const fitting = phrases.filter((phrase) => phraseAt(words.slice(0, phrase.split(" ").length), phrase) === 0)
  const longest = fitting.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : words.slice(longest.split(" ").length)
}

export type Split = [before: Word[], after: Word[]]

/** Divisions counted from each end of a line. Each of them costs a lookup of the names on both sides. */
const mostSplits = 12

/**
 * Each way to divide the words at one of the phrases, from left to right; the longest phrase first. No side is empty. Of
 * more than 24 the middle ones are left out.
 */
export const splits = (words: readonly Word[], phrases: readonly string[]): Split[] => {
  const places = words.flatMap((_, at) =>
    phrases
      .map((phrase) => ({ at, length: phrase.split(" ").length, phrase }))
      .filter(({ length }) => at > 0 && at + length < words.length)
      .filter(({ length, phrase }) => phraseAt(words.slice(at, at + length), phrase) === 0)
      .sort((a, b) => b.phrase.length - a.phrase.length),
  )
  const middle = places.length > 2 * mostSplits ? places.length - 2 * mostSplits : 0
  places.splice(mostSplits, middle)
  return places.map(({ at, length }): Split => [words.slice(0, at), words.slice(at + length)])
}

/** The words before the phrases' last (or first) occurrence, and those after; undefined when one side is empty. */
export const split = (words: readonly Word[], phrases: readonly string[], { last = true } = {}): Split | undefined => {
  const found = splits(words, phrases)
  if (!last) return found[0]
  const length = found.at(-1)?.[0].length
  return found.find(([before]) => before.length === length)
}

/** The words joined by single spaces; a single quoted name replaces the whole text. */
export const textOf = (words: readonly Word[]): string => {
  const quoted = words.filter((word) => word.quoted)
  if (quoted.length === 1 && words.every((word) => word.quoted || noise.has(saysOf(word)))) return quoted[0]?.text ?? ""
  return words
    .map(({ text }) => text)
    .join(" ")
    .replace(/[.,;:!?]$/, "")
    .trim()
}

const noise = new Set([
  "",
  "the",
  "a",
  "an",
  "called",
  "named",
  "titled",
  "action",
  "task",
  "goal",
  "card",
  "column",
  "list",
])
