// wordsIn(): the words of a request. Quoted text is one word, taken literally.
export type Word = { text: string; quoted: boolean }

export const unquoted = (text: string): Word => ({ text, quoted: false })
export const noWord: Word = unquoted("")

const closing: Record<string, string> = {
  '"': '"',
  "“": "”",
  "„": "“",
  "«": "»",
  "‘": "’",
  "'": "'",
  "»": "«",
  "‚": "‘",
}

/** Quotes count at the edge of a word only, so that "don't" is one word. A colon at a word's end is a word of its own. */
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
      if (letter === "„" && end < 0) end = Math.max(line.indexOf("”", at + 1), line.indexOf('"', at + 1))
      while (end > 0 && !isEdge(end + 1)) end = line.indexOf(line[end] as string, end + 1)
      if (end > at) {
        words.push({ text: line.slice(at + 1, end).trim(), quoted: true })
        at = end + 1
        // Punctuation that follows a quote ends nothing, but a colon introduces a text, and a comma or a stop a part.
        while (at < line.length && /[.,;:!?)]/.test(line[at] as string)) {
          if (/[.,:;]/.test(line[at] as string)) words.push({ text: line[at] as string, quoted: false })
          at += 1
        }
        continue
      }
    }
    let end = at
    while (end < line.length && !/\s/.test(line[end] as string)) end += 1
    const text = line.slice(at, end)
    if (text.length > 1 && text.endsWith(":")) {
      words.push({ text: text.slice(0, -1), quoted: false }, { text: ":", quoted: false })
    } else words.push({ text, quoted: false })
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
    .replace(/^[^\p{L}\p{N}#@+:-]|[^\p{L}\p{N}%+:]$/gu, "")

/** A line is read in many ways, each of which compares its words. */
const foldedWords = new WeakMap<Word, string>()

/** A word as it is compared with those of the grammar; quoted ones are none of them. */
export const saysOf = (word: Word): string => {
  if (word.quoted) return "\u0000"
  const known = foldedWords.get(word) ?? folded(word.text)
  foldedWords.set(word, known)
  return known
}

const isMark = ({ text, quoted }: Word) => !quoted && /^[.,:;]$/.test(text)

/** The words as they were written, without punctuation that only ends them. */
export const rawText = (words: readonly Word[]): string =>
  words
    .map((word, at) => `${at === 0 || isMark(word) ? "" : " "}${word.quoted ? `“${word.text}”` : word.text}`)
    .join("")
    .replace(/[,;!?]$|(?<!\d)\.$/, "")
    .trim()

/** The words joined by single spaces; a single quoted name replaces the whole text. */
export const textOf = (words: readonly Word[], isNoise: (word: string) => boolean = () => false): string => {
  const quoted = words.filter((word) => word.quoted)
  const isName = quoted.length === 1 && words.every((word) => word.quoted || isMark(word) || isNoise(saysOf(word)))
  if (isName) return quoted[0]?.text ?? ""
  return words
    .map((word, at) => `${at === 0 || isMark(word) ? "" : " "}${word.text}`)
    .join("")
    .replace(/[.,;:!?]$/, "")
    .trim()
}
