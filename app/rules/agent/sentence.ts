// sentenceIn(): what one line asks for, in the words people use.

import { columnIn, entityOf, inColumn, named, type Reading, type Said } from "./said"
import { verbs } from "./verbs"
import { after, folded, split, textOf, type Word, wordsIn } from "./words"

/** Longer lines are texts, not sentences. */
const longestSentence = 600

const polite = [
  ...["please", "can you", "could you", "would you", "will you", "can you please", "could you please", "kindly"],
  ...["i want to", "i'd like to", "i would like to", "i want you to", "i'd like you to", "we need to", "i need to"],
  ...["i", "i've", "i have", "i'm", "i am", "we", "we've", "we have", "we're", "we are"],
  ...["let's", "lets", "let us", "and", "then", "and then", "also", "now", "next", "ok", "okay", "hey", "hi"],
]

const unpolite = (words: Word[]): Word[] => {
  const rest = after(words, polite)
  return rest && rest.length > 0 ? unpolite(rest) : words
}

const withoutPlease = (words: Word[]): Word[] =>
  words.length > 1 && !words.at(-1)?.quoted && folded(words.at(-1)?.text ?? "") === "please"
    ? words.slice(0, -1)
    : words

/** "X is done", "X is due Friday", "X is for Ada" */
const statement = (words: Word[], { isPerson, isDate }: Reading): Said | undefined => {
  const found = split(words, ["is", "are", "should be", "must be"])
  if (!found) return undefined
  const [card, said] = found
  const text = textOf(said)
  const column = columnIn(text)
  if (column !== undefined) return inColumn(card, column)
  const dated = after(card, [
    "the deadline of",
    "the deadline for",
    "the due date of",
    "the due date for",
    "deadline for",
  ])
  if (dated && dated.length > 0 && isDate(text)) return { do: "due", ...named(dated), due: text }
  const due = after(said, ["due on", "due by", "due"])
  if (due && isDate(textOf(due))) return { do: "due", ...named(card), due: textOf(due) }
  const owner = after(said, ["for", "assigned to", "owned by"])
  if (owner && isPerson(textOf(owner))) return { do: "assign", ...named(card), owner: textOf(owner) }
  return undefined
}

/** "make Ada the owner of X", "make X due Friday" */
const making = (words: Word[], { isPerson, isDate }: Reading): Said | undefined => {
  const rest = after(words, ["make"])
  if (!rest) return undefined
  const owner = split(rest, ["the owner of", "owner of"], { last: false })
  if (owner && isPerson(textOf(owner[0]))) return { do: "assign", ...named(owner[1]), owner: textOf(owner[0]) }
  const due = split(rest, ["due on", "due by", "due"])
  if (due && isDate(textOf(due[1]))) {
    const [entity] = entityOf(due[0])
    if (entity === null || !["a", "an"].includes(folded(rest[0]?.text ?? ""))) {
      return { do: "due", ...named(due[0]), due: textOf(due[1]) }
    }
  }
  return undefined
}

/** Undefined: the line asks for nothing that a rule can read. */
export const sentenceIn = (line: string, reading: Reading): Said | undefined => {
  if (line.length > longestSentence) return undefined
  const words = withoutPlease(unpolite(wordsIn(line.trim().replace(/^[-*•]\s/, ""))))
  if (words.length < 2) return undefined
  const made = making(words, reading)
  if (made) return made
  for (const [phrases, read] of verbs) {
    const rest = after(words, phrases)
    const said = rest && rest.length > 0 ? read(rest, reading) : undefined
    if (said && said.name !== "") return said
  }
  return statement(words, reading)
}
