// patternsFrom(): the grammar's sentences as patterns of words and slots.
import { type Doing, grammar } from "./grammar"
import { folded } from "./words"

export type Slot = { slot: string; isCertain: boolean }
export type Piece = string | Slot
export type Pattern = { do: Doing; field?: string; pieces: Piece[] }

const choicesIn = (token: string): string[][] =>
  token
    .slice(1, -1)
    .split("|")
    .map((phrase) => phrase.trim().split(" ").filter(Boolean))

/** Words, and what is in brackets. */
const tokensOf = (sentence: string): string[] => {
  const tokens: string[] = []
  let isOpen = false
  for (const word of sentence.split(" ")) {
    if (isOpen) tokens.push(`${tokens.pop()} ${word}`)
    else tokens.push(word)
    isOpen = /^[([]/.test(isOpen ? (tokens.at(-1) ?? "") : word) && !/[)\]]$/.test(word)
  }
  return tokens
}

/** The patterns of a sentence: its choices and what may be absent written out. */
const piecesOf = (sentence: string): Piece[][] =>
  tokensOf(sentence).reduce<Piece[][]>(
    (before, token) => {
      const next: Piece[][] = token.startsWith("(")
        ? choicesIn(token).map((phrase) => phrase.map(folded))
        : token.startsWith("[")
          ? [[], ...choicesIn(token).map((phrase) => phrase.map(folded))]
          : token.startsWith("{")
            ? [[{ slot: token.slice(1, -1).replace("!", ""), isCertain: token.endsWith("!}") }]]
            : [[folded(token)]]
      return before.flatMap((start) => next.map((end) => [...start, ...end]))
    },
    [[]],
  )

const patterns: Pattern[] = grammar.flatMap(({ do: doing, field, en, de }) =>
  [...en, ...de].flatMap((sentence) => piecesOf(sentence).map((pieces) => ({ do: doing, field, pieces }))),
)
/** By first word; under "" the patterns that begin with a name. */
const byStart = new Map<string, Pattern[]>()
for (const pattern of patterns) {
  const [first] = pattern.pieces
  const start = typeof first === "string" ? first : ""
  byStart.set(start, [...(byStart.get(start) ?? []), pattern])
}

/** The patterns that begin with the word, and with a name. */
export const patternsFrom = (word: string): Pattern[] => [...(byStart.get(word) ?? []), ...(byStart.get("") ?? [])]

/** Whether a pattern begins with the word. */
export const isStart = (word: string): boolean => byStart.has(word)
