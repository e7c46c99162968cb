// verbFirst(): "In Homepage, add a task X" as "add in Homepage a task X".
import { kinds, modifiers, toAdd } from "./vocabulary"
import { saysOf, unquoted, type Word } from "./words"

export const verbFirst = (words: Word[]): Word[] => {
  const said = words.map(saysOf)
  if (![...modifiers.place, ...modifiers.due].some((phrase) => phrase.every((word, at) => said[at] === word)))
    return words
  const verb = said.findIndex((word, at) => at > 1 && toAdd.has(word))
  if (verb < 0) return words
  const lead = words.slice(0, verb).filter(({ text, quoted }) => quoted || !/^[:,]$/.test(text))
  const rest = words.slice(verb + 1)
  const article = kinds.has(said[verb + 1] ?? "") ? [unquoted("a")] : []
  return [words[verb] as Word, ...lead, ...article, ...rest]
}
