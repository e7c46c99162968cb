// partsIn(): what the parts of a line ask for, in the words people use (grammar.ts).
import { type Counted, countedReadings, TooManyLooks } from "./looks"
import type { Match } from "./match-pattern"
import { isMoreThanAName } from "./more-than-a-name"
import type { Reading } from "./names-in"
import { readPart } from "./read-part"
import type { Said } from "./said"
import { splitLine } from "./split-line"
import { verbFirst } from "./verb-first"
import { conditions } from "./vocabulary"
import { withContents } from "./with-contents"
import { rawText, saysOf, type Word, wordsIn } from "./words"

/** `said`: undefined where a part is none of the grammar's sentences. `isSure`: all its names and days are known. */
export type Part = { raw: string; said?: Said; isSure: boolean }

/** Longer lines are texts, not sentences. */
const longestSentence = 600
/** Of one line; more are no request. */
const mostWords = 120

/** One part that is not understood: a line that is too long for a request. */
export const partsIn = (line: string, readingAfter: (before: readonly Part[]) => Reading): Part[] => {
  const words = verbFirst(wordsIn(line.trim().replace(/^[-*•]\s/, "")))
  const tooLong: Part[] = [{ raw: line, isSure: false }]
  if (line.length > longestSentence || words.length > mostWords) return tooLong
  const counted = countedReadings()
  try {
    return partsWithin(words, (before) => counted(readingAfter(before)))
  } catch (error) {
    if (error instanceof TooManyLooks) return tooLong
    throw error
  }
}

const partsWithin = (words: Word[], readingAfter: (before: readonly Part[]) => Counted): Part[] => {
  const whole = readAlone(words, readingAfter([]))
  const parts = conditions.has(saysOf(words[0] as Word))
    ? [words]
    : splitLine(words, readingAfter([])).flatMap((part) => withContents(part, readingAfter([])))
  if (parts.length === 1) return [asPart(words, whole)]
  const read: Part[] = []
  for (const part of parts) read.push(asPart(part, readAlone(part, readingAfter(read))))
  if (read.every(({ isSure }) => isSure)) return read
  return whole?.isSure && !isOpenEnded(whole) ? [asPart(words, whole)] : read
}

const readAlone = (words: Word[], reading: Counted): Match | undefined => {
  const found = readPart(words, reading)
  return found && isMoreThanAName(found.said, words, reading) ? undefined : found
}

const asPart = (words: Word[], found: Match | undefined): Part => ({
  raw: rawText(words),
  said: found?.said,
  isSure: found?.isSure ?? false,
})

/** Free texts take in whatever follows, unless they are quoted. */
const isOpenEnded = ({ said }: Match) =>
  said.do === "rename" || said.do === "describe" || said.do === "note" || (said.do === "add" && !said.added?.parent)
