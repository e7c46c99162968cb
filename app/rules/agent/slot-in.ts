// slotIn(): what the words of a slot say.
import type { Entity } from "~/contract/fields/field"
import { isMeasure } from "~/contract/shared/bounds"
import { addedIn } from "./added"
import { fitting } from "./fitting"
import type { Doing } from "./grammar"
import type { Counted } from "./looks"
import { columnIn, namedBy } from "./names-in"
import type { Slot } from "./patterns"
import { repeatIn } from "./repeat-in"
import type { Said } from "./said"
import { shiftIn } from "./shift-in"
import { rawText, textOf, type Word } from "./words"

/** `score`: how sure the words are, 0 where they are no known name or day. Undefined: they do not fit the slot. */
export const slotIn = (
  doing: Doing,
  { slot, isCertain }: Slot,
  words: Word[],
  reading: Counted,
): (Partial<Said> & { score: number }) | undefined => {
  reading.look()
  const isQuoted = words.some(({ quoted }) => quoted)
  switch (slot) {
    case "label": {
      const label = textOf(words)
      return label === "" ? undefined : { label, score: 1 }
    }
    case "card":
    case "other":
    case "place": {
      const kindsOf = (entity: Entity | null): readonly Entity[] =>
        slot === "place" ? ["goal", "item"] : fitting(doing, entity)
      const name = namedBy(words, (whole) => reading.knows(whole, kindsOf(null)))
      if (name.name === "") return undefined
      const kinds = kindsOf(name.entity)
      const level = name.pronoun ? 2 : reading.knows(name.name, kinds)
      return { [slot]: name, score: [0, 3, 4][level] ?? 0 }
    }
    case "quoted":
      return words.length === 1 && isQuoted ? { text: words[0]?.text ?? "", score: 1 } : undefined
    case "text":
      return { text: textOf(isColon(words[0]) && words.length > 1 ? words.slice(1) : words), score: 1 }
    case "person": {
      const person = textOf(words)
      const isKnown = reading.isPerson(person)
      return isKnown || !isCertain ? { person, score: isKnown ? 4 : 0 } : undefined
    }
    case "date": {
      const date = rawText(words)
      const isKnown = reading.isDate(date)
      return isKnown || !isCertain ? { date, score: isKnown ? 4 : 0 } : undefined
    }
    case "shift": {
      const shift = isQuoted ? undefined : shiftIn(textOf(words))
      return shift && { shift, score: 5 }
    }
    case "column": {
      const column = isQuoted ? undefined : columnIn(textOf(words))
      return column === undefined ? undefined : { column, score: 4 }
    }
    case "number":
      return words.length === 1 && /^\d{1,2}$/.test(textOf(words))
        ? { number: Number(textOf(words)), score: 4 }
        : undefined
    case "result": {
      const result = textOf(words)
      return reading.isResult?.(result) ? { result, score: 5 } : undefined
    }
    case "value": {
      const value = words.length === 1 ? valueIn(textOf(words)) : undefined
      return value === undefined ? undefined : { value, score: 4 }
    }
    case "rule": {
      const rule = isQuoted ? undefined : repeatIn(rawText(words))
      return rule === undefined ? undefined : { rule, score: 4 }
    }
    case "new": {
      const found = addedIn(words, reading)
      return found && { added: found.added, score: [0, 3, 4][found.score] ?? 0 }
    }
  }
  return undefined
}

const isColon = (word: Word | undefined) => word !== undefined && !word.quoted && word.text === ":"

/** "1,500" is one and a half to one reader and fifteen hundred to another, so it is no number here. */
const valueIn = (text: string) => {
  if (!/^-?\d{1,12}(?:[.,](?:\d{1,2}|\d{4}))?$/.test(text)) return undefined
  const value = Number(text.replace(",", "."))
  return isMeasure(value) ? value : undefined
}
