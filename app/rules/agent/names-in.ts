// named(): the card that words name, with its kind. Names are as said; who resolves them knows the plan.
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import { articles, calling, columnWords, kinds, plurals, pronouns, theWords } from "./vocabulary"
import { folded, saysOf, textOf, type Word } from "./words"

/** A phrase's meaning depends on the plan's people and cards, and on what reads as a date. */
export type Reading = {
  isPerson(text: string): boolean
  isDate(text: string): boolean
  /** How well a name is known: 2 as written, 1 as the beginning of one name alone, 0 not at all. */
  knows(name: string, entities: readonly Entity[]): 0 | 1 | 2
  /** Whether it names a result of a goal, or begins several. Absent: there are none. */
  isResult?(name: string): boolean
}

/** `pronoun`: the card that was named before. */
export type Named = { entity: Entity | null; name: string; pronoun?: true }

/** "one" and "new" may end a name: "the new goal" of "this new goal" is none. */
const isArticle = (word: Word | undefined) => word !== undefined && articles.has(saysOf(word))

/** "the new action called X" → item, X */
export const entityOf = (words: readonly Word[]): [Entity | null, Word[]] => {
  const rest = [...words]
  const next = () => (rest[0] && !rest[0].quoted ? folded(rest[0].text) : "")
  while (articles.has(next()) && rest.length > 1) rest.shift()
  const entity = rest.length > 1 ? (kinds.get(next()) ?? null) : null
  // "the docks goal"
  const last = rest.length > 1 && !isArticle(rest.at(-2)) ? rest.at(-1) : undefined
  const behind = last && !last.quoted ? kinds.get(folded(last.text)) : undefined
  if (!entity) return behind ? [behind, rest.slice(0, -1)] : [null, [...words]]
  rest.shift()
  if (calling.has(next()) && rest.length > 1) rest.shift()
  return [entity, rest]
}

const isNoise = (word: string) => word === "" || articles.has(word) || calling.has(word) || kinds.has(word)

export const named = (words: readonly Word[]): Named => {
  const [entity, rest] = entityOf(words)
  const [first] = rest
  const own = !entity && first && rest.length > 1 && theWords.has(saysOf(first)) ? rest.slice(1) : rest
  const name = textOf(own, isNoise)
  const said = own.map(saysOf)
  // "it", and "this task"
  const kind = said.length === 2 ? kinds.get(said[1] ?? "") : undefined
  const isPronoun = pronouns.has(said[0] ?? "") && (said.length === 1 || kind !== undefined)
  return isPronoun ? { entity: kind ?? null, name, pronoun: true } : { entity, name }
}

/** The same, but a card that has all of the words as its name is meant by it: "Task force", "Mend Mill Lane". */
export const namedBy = (words: readonly Word[], knows: (name: string) => number): Named => {
  const card = named(words)
  if (card.entity === null || card.pronoun) return card
  const [first] = words
  const name = textOf(first && !first.quoted && theWords.has(saysOf(first)) ? words.slice(1) : [...words])
  return knows(name) === 2 ? { entity: null, name } : card
}

/** "the three tasks …": names in a list follow. */
export const isPlural = (words: readonly Word[]): boolean => {
  const noun = words.find((word) => word.quoted || kinds.has(saysOf(word)))
  return noun !== undefined && plurals.has(saysOf(noun))
}

/** The column that a text names, if any. */
export const columnIn = (text: string): TaskType | undefined =>
  columnWords.get(
    folded(text)
      .replace(/^(?:the|die|der) /, "")
      .replace(/ (?:column|spalte)$/, ""),
  )
