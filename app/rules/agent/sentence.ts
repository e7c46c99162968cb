// partsIn(): what the parts of a line ask for, in the words people use (grammar.ts).
import type { Entity } from "~/contract/fields/field"
import { isMeasure } from "~/contract/shared/bounds"
import type { TaskType } from "~/contract/task"
import { type Added, addedIn } from "./added"
import { type Doing, grammar } from "./grammar"
import { type Counted, countedReadings, TooManyLooks } from "./looks"
import { columnIn, entityOf, type Named, named, namedBy, type Reading } from "./names-in"
import { longestRule, repeatIn } from "./repeat-in"
import { type Shift, shiftIn } from "./shift-in"
import {
  addEnds,
  adding,
  articles,
  becoming,
  chained,
  conditions,
  containing,
  joints,
  kinds,
  listing,
  modifiers,
  otherVerbs,
  polite,
  politeEnds,
  restrictions,
  toAdd,
  wholes,
} from "./vocabulary"
import { folded, rawText, saysOf, textOf, type Word, wordsIn } from "./words"

/** What one part asks for. */
export type Said = {
  do: Doing
  card?: Named
  place?: Named
  other?: Named
  label?: string
  text?: string
  date?: string
  /** How much later it is due. */
  shift?: Shift
  person?: string
  column?: TaskType
  field?: string
  number?: number
  result?: string
  value?: number
  /** An RRULE. */
  rule?: string
  added?: Added
}
/** `said`: undefined where a part is none of the grammar's sentences. `isSure`: all its names and days are known. */
export type Part = { raw: string; said?: Said; isSure: boolean }

/** Longer lines are texts, not sentences. */
const longestSentence = 600
/** Of one line; more are no request. */
const mostWords = 120

/** Places in a line at which a further card of its verb is looked for. */
const mostLinks = 12

const noWord: Word = { text: "", quoted: false }

type Slot = { slot: string; isCertain: boolean }
type Piece = string | Slot
type Sequence = { do: Doing; field?: string; pieces: Piece[] }

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

/** The sequences of a sentence: its choices and what may be absent written out. */
const sequencesOf = (sentence: string): Piece[][] =>
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

const sequences: Sequence[] = grammar.flatMap(({ do: doing, field, en, de }) =>
  [...en, ...de].flatMap((sentence) => sequencesOf(sentence).map((pieces) => ({ do: doing, field, pieces }))),
)
/** By their first word; under "" those that begin with a name. */
const byStart = new Map<string, Sequence[]>()
for (const sequence of sequences) {
  const [first] = sequence.pieces
  const start = typeof first === "string" ? first : ""
  byStart.set(start, [...(byStart.get(start) ?? []), sequence])
}

const all: readonly Entity[] = ["item", "task", "goal"]
const fits: Partial<Record<Doing, readonly Entity[]>> = {
  ...{ focus: ["item"], unfocus: ["item"], estimate: ["item"], column: ["task", "item"], move: ["item", "task"] },
  ...{ assign: ["task", "item"], unassign: ["task", "item"], due: ["task", "item"], undated: ["task", "item"] },
  ...{ block: ["task", "item"], unblock: ["task", "item"], label: ["task", "item"], unlabel: ["task", "item"] },
  ...{ start: ["task", "item"], repeat: ["task"], unrepeat: ["task"], copy: ["item", "task"] },
}
/** The kinds of cards that a sentence may be about. */
export const fitting = (doing: Doing, entity: Entity | null): readonly Entity[] => {
  const kinds = fits[doing] ?? all
  return entity && kinds.includes(entity) ? [entity] : kinds
}

type Found = { said: Said; score: number; isSure: boolean }

/** What the words of a slot add to a reading; undefined where they can't be in it. */
const slotIn = (
  { do: doing }: Sequence,
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

/** The best way to read the words as the sequence. */
const readAs = (sequence: Sequence, words: Word[], said: readonly string[], reading: Counted): Found | undefined => {
  const { pieces } = sequence
  let best: Found | undefined
  const read = (piece: number, at: number, so: Said, score: number, isSure: boolean) => {
    const next = pieces[piece]
    if (next === undefined) {
      if (at === words.length && (!best || score > best.score)) best = { said: so, score, isSure }
      return
    }
    if (typeof next === "string") {
      if (said[at] === next) read(piece + 1, at + 1, so, score + 0.1, isSure)
      return
    }
    const following = pieces[piece + 1]
    for (let end = Math.min(words.length, at + mostIn(next)); end > at; end--) {
      if (following === undefined ? end < words.length : !mayBegin(following, words[end])) continue
      const found = slotIn(sequence, next, words.slice(at, end), reading)
      if (!found || (next.slot === "card" && found.score === 3 && goesOn(words.slice(at), end - at, reading))) continue
      const { score: more, ...fields } = found
      read(piece + 1, end, { ...so, ...fields }, score + more, isSure && more > 0)
    }
  }
  const { do: doing, field } = sequence
  read(0, 0, { do: doing, ...(field ? { field } : {}) }, 0, true)
  return best
}

/** Of slots that only short texts fit, the most words. */
const short: Readonly<Record<string, number>> = {
  ...{ person: 12, date: 12, rule: longestRule, column: 6, shift: 2, number: 1, value: 1, quoted: 1 },
}
const mostIn = ({ slot, isCertain }: Slot) =>
  (slot === "person" || slot === "date") && !isCertain ? mostWords : (short[slot] ?? mostWords)

/** Of a piece, whether the word may be its first. */
const mayBegin = (piece: Piece, word = noWord) =>
  typeof piece === "string" ? saysOf(word) === piece : piece.slot !== "quoted" || word.quoted

/** Whether the words go on as a card's whole name, of which the first few are only its beginning. */
const goesOn = (words: Word[], few: number, { knows }: Reading) =>
  words.some((_, at) => at >= few && knows(textOf(words.slice(0, at + 1)), all) === 2)

const without = (words: Word[], phrases: readonly string[][]): Word[] => {
  const said = words.map(saysOf)
  const found = phrases
    .filter((phrase) => phrase.length < words.length && phrase.every((word, at) => said[at] === word))
    .sort((a, b) => b.length - a.length)[0]
  return found ? without(words.slice(found.length), phrases) : words
}

const withoutEnd = (words: Word[]): Word[] => {
  const last = words.at(-1)
  if (last && !last.quoted && /^[.,;:]$/.test(last.text)) return withoutEnd(words.slice(0, -1))
  return last && words.length > 1 && politeEnds.has(saysOf(last)) ? withoutEnd(words.slice(0, -1)) : words
}

const withoutWhole = (words: Word[]): Word[] => {
  const said = words.map(saysOf)
  const found = wholes.find((phrase) => phrase.every((word, at) => said.at(at - phrase.length) === word))
  return found && found.length < words.length ? words.slice(0, -found.length) : words
}

/** "leg bitte eine Aufgabe an" */
const withoutSecond = (words: Word[]): Word[] =>
  words.length > 2 && politeEnds.has(saysOf(words[1] as Word)) ? [words[0] as Word, ...words.slice(2)] : words

const readPart = (given: Word[], reading: Counted): Found | undefined => {
  const words = withoutSecond(withoutEnd(without(given, polite)))
  if (words.length < 2) return undefined
  let best: Found | undefined
  const said = words.map(saysOf)
  for (const sequence of [...(byStart.get(said[0] ?? "") ?? []), ...(byStart.get("") ?? [])]) {
    const own = sequence.do === "delete" ? withoutWhole(words) : words
    const literals = sequence.pieces.filter((piece) => typeof piece === "string")
    if (!literals.every((literal) => said.includes(literal))) continue
    const found = readAs(sequence, own, said.slice(0, own.length), reading)
    if (found && (!best || found.score > best.score)) best = found
  }
  if (best && !best.isSure && isRestricted(best.said)) return undefined
  // A name that no card has is no statement.
  return best && (byStart.has(said[0] ?? "") || best.score >= 3) ? best : undefined
}

/** "Delete everything but not Booth": no card is meant by a part of that. */
const isRestricted = ({ card }: Said) =>
  card !== undefined && wordsIn(card.name).some((word) => restrictions.has(saysOf(word)))

/** "Change the name of A to B and C to D", where C is a card: the second is no part of the first one's name. */
const isMoreThanAName = ({ do: doing, text }: Said, words: Word[], { knows }: Reading) =>
  doing === "rename" &&
  words.some((_, at) => {
    const joint = at > 1 ? jointAt(words, at) : undefined
    const rest = joint === undefined ? [] : words.slice(at + joint)
    if (rest.some(({ quoted }) => quoted) || !text?.includes(textOf(withoutEnd(rest)))) return false
    return rest.some((each, end) => becoming.has(saysOf(each)) && knows(named(rest.slice(0, end)).name, all) === 2)
  })

const readAlone = (words: Word[], reading: Counted): Found | undefined => {
  const found = readPart(words, reading)
  return found && isMoreThanAName(found.said, words, reading) ? undefined : found
}

/** How many words join a part to what precedes it: 0 behind a comma; undefined: no part begins there. */
const jointAt = (words: Word[], at: number): number | undefined => {
  const joint = joints
    .filter((phrase) => phrase.every((word, index) => saysOf(words[at + index] ?? noWord) === word))
    .sort((a, b) => b.length - a.length)[0]
  const before = words[at - 1]
  const isEnd = before !== undefined && !before.quoted && /[.,;!]$/.test(before.text)
  return joint?.length ?? (isEnd ? 0 : undefined)
}

const isVerb = (word: string) => byStart.has(word) || otherVerbs.has(word)

/** "a task" */
const isKind = ([article, kind]: readonly string[]) => articles.has(article ?? "") && kinds.has(kind ?? "")

/** Where the parts of a line may begin: behind "and", a comma, a semicolon or a full stop, with a verb. */
const partsOf = (words: Word[], reading: Counted): Word[][] => {
  const said = words.map(saysOf)
  const leading = without(words, polite).slice(0, 1)
  const lists = leading.some((word) => adding.has(saysOf(word)) || listing.has(saysOf(word)))
  const isChain = leading.some((word) => chained.has(saysOf(word)))
  const isSure = (part: Word[]) => readPart(part, reading)?.isSure ?? false
  const parts: Word[][] = []
  let links = 0
  const isLink = (part: Word[], rest: Word[]) => isChain && ++links <= mostLinks && isSure(part) && isSure(rest)
  let from = 0
  /** The verb that the part leaves out. */
  let verb: Word[] = []
  for (let at = 1; at < words.length; at++) {
    const joint = jointAt(words, at)
    const start = at + (joint ?? 0)
    if (at === from || joint === undefined || start >= words.length) continue
    const [next] = without(words.slice(start), polite)
    const isMore =
      (joint > 0 && lists && isKind(said.slice(start, start + 2))) ||
      isLink([...verb, ...words.slice(from, at)], [...leading, ...words.slice(start)])
    if (!isMore && (!next || !isVerb(saysOf(next)))) continue
    parts.push([...verb, ...words.slice(from, at)])
    verb = isMore ? leading : []
    from = start
  }
  return [...parts, [...verb, ...words.slice(from)]]
}

const word = (text: string): Word => ({ text, quoted: false })
const inside: Partial<Record<Entity, Entity>> = { goal: "item", item: "task" }

/** "add a goal X with actions A and B" as "add a goal X" and "add actions A and B to it" */
const withContents = (words: Word[], { knows }: Reading): Word[][] => {
  const own = without(words, polite)
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
      knows(textOf(names.slice(from + 1)), all) > 0,
  )
  if (!isAdding || names.length === 0 || isPlaced) return [words]
  const head = [...own.slice(0, at), ...own.slice(own.length - end)]
  const kindWord = own[at + 1 + own.slice(at + 1).findIndex((each) => kinds.has(saysOf(each)))] as Word
  return [head, [...["add", "to", "it", "the"].map(word), kindWord, ...names]]
}

const asPart = (words: Word[], found: Found | undefined): Part => ({
  raw: rawText(words),
  said: found?.said,
  isSure: found?.isSure ?? false,
})

/** Free texts take in whatever follows, unless they are quoted. */
const isOpenEnded = ({ said }: Found) =>
  said.do === "rename" || said.do === "describe" || said.do === "note" || (said.do === "add" && !said.added?.parent)

/** "In Homepage, add a task X" as "add in Homepage a task X" */
const verbFirst = (words: Word[]): Word[] => {
  const said = words.map(saysOf)
  if (![...modifiers.place, ...modifiers.due].some((phrase) => phrase.every((word, at) => said[at] === word)))
    return words
  const verb = said.findIndex((word, at) => at > 1 && toAdd.has(word))
  if (verb < 0) return words
  const lead = words.slice(0, verb).filter(({ text, quoted }) => quoted || !/^[:,]$/.test(text))
  const rest = words.slice(verb + 1)
  const article = kinds.has(said[verb + 1] ?? "") ? [word("a")] : []
  return [words[verb] as Word, ...lead, ...article, ...rest]
}

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
    : partsOf(words, readingAfter([])).flatMap((part) => withContents(part, readingAfter([])))
  if (parts.length === 1) return [asPart(words, whole)]
  const read: Part[] = []
  for (const part of parts) read.push(asPart(part, readAlone(part, readingAfter(read))))
  if (read.every(({ isSure }) => isSure)) return read
  return whole?.isSure && !isOpenEnded(whole) ? [asPart(words, whole)] : read
}
