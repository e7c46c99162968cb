// A part without the words that ask for nothing: polite ones, punctuation, what a deletion does anyway.
import { polite, politeEnds, wholes } from "./vocabulary"
import { saysOf, type Word } from "./words"

export const withoutPolite = (words: Word[]): Word[] => {
  const said = words.map(saysOf)
  const found = polite
    .filter((phrase) => phrase.length < words.length && phrase.every((word, at) => said[at] === word))
    .sort((a, b) => b.length - a.length)[0]
  return found ? withoutPolite(words.slice(found.length)) : words
}

export const withoutEnd = (words: Word[]): Word[] => {
  const last = words.at(-1)
  if (last && !last.quoted && /^[.,;:]$/.test(last.text)) return withoutEnd(words.slice(0, -1))
  return last && words.length > 1 && politeEnds.has(saysOf(last)) ? withoutEnd(words.slice(0, -1)) : words
}

/** "delete A and everything in it" */
export const withoutWhole = (words: Word[]): Word[] => {
  const said = words.map(saysOf)
  const found = wholes.find((phrase) => phrase.every((word, at) => said.at(at - phrase.length) === word))
  return found && found.length < words.length ? words.slice(0, -found.length) : words
}

/** "leg bitte eine Aufgabe an" */
export const withoutSecond = (words: Word[]): Word[] =>
  words.length > 2 && politeEnds.has(saysOf(words[1] as Word)) ? [words[0] as Word, ...words.slice(2)] : words
