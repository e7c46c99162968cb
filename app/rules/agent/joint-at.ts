// jointAt(): whether a part of a line may begin at a word.
import { joints } from "./vocabulary"
import { noWord, saysOf, type Word } from "./words"

/** How many words join a part to what precedes it: 0 behind a comma; undefined: no part begins there. */
export const jointAt = (words: Word[], at: number): number | undefined => {
  const joint = joints
    .filter((phrase) => phrase.every((word, index) => saysOf(words[at + index] ?? noWord) === word))
    .sort((a, b) => b.length - a.length)[0]
  const before = words[at - 1]
  const isEnd = before !== undefined && !before.quoted && /[.,;!]$/.test(before.text)
  return joint?.length ?? (isEnd ? 0 : undefined)
}
