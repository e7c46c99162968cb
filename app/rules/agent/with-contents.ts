// withContents(): "add a goal X with actions A and B" as "add a goal X" and "add actions A and B to it".
import type { Entity } from "~/contract/fields/field"
import { withoutPolite } from "./filler"
import { anyKind } from "./fitting"
import { entityOf, type Reading } from "./names-in"
import { addEnds, containing, kinds, modifiers, toAdd } from "./vocabulary"
import { saysOf, textOf, unquoted, type Word } from "./words"

const inside: Partial<Record<Entity, Entity>> = { goal: "item", item: "task" }

/** Other words are one part. */
export const withContents = (words: Word[], { knows }: Reading): Word[][] => {
  const own = withoutPolite(words)
  const said = own.map(saysOf)
  const at = said.findIndex((each, index) => index > 2 && containing.has(each))
  const [kind, contents] = at < 0 ? [null, []] : entityOf(own.slice(at + 1))
  const entity = kinds.get(said.slice(1, at).find((each) => kinds.has(each)) ?? "")
  const isAdding = toAdd.has(said[0] ?? "") && entity !== undefined && inside[entity] === kind
  const end = addEnds.has(said.at(-1) ?? "") ? 1 : 0
  const names = contents.slice(0, contents.length - end).filter(({ text, quoted }) => quoted || text !== ":")
  const isPlaced = names.some(
    (_, from) =>
      modifiers.place.some(([first]) => first === saysOf(names[from] as Word)) &&
      knows(textOf(names.slice(from + 1)), anyKind) > 0,
  )
  if (!isAdding || names.length === 0 || isPlaced) return [words]
  const head = [...own.slice(0, at), ...own.slice(own.length - end)]
  const kindWord = own[at + 1 + own.slice(at + 1).findIndex((each) => kinds.has(saysOf(each)))] as Word
  return [head, [...["add", "to", "it", "the"].map(unquoted), kindWord, ...names]]
}
