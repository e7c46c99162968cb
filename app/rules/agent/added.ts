// addedIn(): what a sentence adds: "a task X to Y for Ada due Friday".
import { cardFields } from "~/contract/fields/card-fields"
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import { columnIn, entityOf, isPlural, type Named, named, namedBy, type Reading } from "./names-in"
import { longestRule, repeatIn } from "./repeat-in"
import { articles, followers, kinds, kindsBehind, listJoints, modifiers, otherThings, withMore } from "./vocabulary"
import { rawText, saysOf, textOf, type Word } from "./words"

export type Added = {
  entity: Entity | null
  /** Further ones are of the same kind, in the same place. */
  names: string[]
  parent?: Named
  owner?: string
  due?: string
  /** An RRULE. */
  rule?: string
  focus?: true
  column?: TaskType
}
type More = Omit<Added, "entity" | "names">

type Division = { before: Word[]; after: Word[]; phrase: string }

/** The divisions at one of the phrases, from right to left; the longest phrase first. `before` may be empty. */
const divisions = (words: readonly Word[], phrases: readonly string[][]): Division[] => {
  const said = words.map(saysOf)
  const found: (Division & { at: number })[] = []
  for (let at = words.length - 2; at >= 0; at--)
    for (const phrase of phrases)
      if (at + phrase.length < words.length && phrase.every((word, index) => said[at + index] === word))
        found.push({ at, phrase: phrase.join(" "), before: words.slice(0, at), after: words.slice(at + phrase.length) })
  // "assigned to", not the "to" in it
  const whole = found.filter(
    ({ at, after }) => !found.some((other) => other.at < at && other.after.length === after.length),
  )
  return whole.sort((a, b) => b.at - a.at || b.phrase.length - a.phrase.length).slice(0, mostDivisions)
}
/** Each costs a lookup of a name. */
const mostDivisions = 24

/** `isPlaced`: the place behind the words was found already. */
type Behind = { entity: Entity | null; more: More; reading: Reading; isPlaced: boolean }

const has = (entity: Entity | null, field: "ownerId" | "dueDate") => entity === null || field in cardFields[entity]

/** What may follow a name, read from the end. Undefined: the words say none of it. */
const modified = (words: Word[], { entity, more, reading, isPlaced }: Behind): Word[] | undefined => {
  const { isPerson, isDate, knows } = reading
  const repeated = more.rule === undefined && entity !== "goal" && entity !== "item" ? repeatedIn(words) : undefined
  if (repeated) {
    more.rule = repeated.rule
    return repeated.before
  }
  if (more.due === undefined && has(entity, "dueDate")) {
    for (const { before, after } of divisions(words, modifiers.due).reverse())
      if (before.length > 0 && isDate(rawText(after))) {
        more.due = rawText(after)
        return before
      }
  }
  if (more.owner === undefined && has(entity, "ownerId"))
    for (const { before, after } of divisions(words, modifiers.owner)) {
      // A card's own name is one, unless a person's is it too.
      const isCard = after.some(({ quoted }) => quoted) && knows(named(after).name, ["goal", "item"]) === 2
      if (before.length === 0 || isCard || !isPerson(textOf(after))) continue
      more.owner = textOf(after)
      return before
    }
  return placedIn(words, entity, more) ?? misdated(words, { entity, more, reading, isPlaced })
}

/** "every Monday" at the end, of two words at least: "Weekly report" is a name. */
const repeatedIn = (words: Word[]) => {
  for (let at = Math.max(1, words.length - longestRule); at < words.length - 1; at++) {
    const after = words.slice(at)
    const rule = after.some(({ quoted }) => quoted) ? undefined : repeatIn(rawText(after))
    if (rule) return { rule, before: words.slice(0, at) }
  }
  return undefined
}

/** The words before all of that. */
const stripped = (words: Word[], behind: Behind): Word[] => {
  const left = modified(words, behind)
  return left ? stripped(left, behind) : words
}

/** What follows "due" and is no day, which is said then; but "due invoices to Budget" is a part of a name. */
const misdated = (words: Word[], { entity, more, reading, isPlaced }: Behind): Word[] | undefined => {
  if (more.due !== undefined || !has(entity, "dueDate")) return undefined
  const found =
    divisions(words, modifiers.certainlyDue)[0] ??
    divisions(words, modifiers.likelyDue).find(({ after }) => after.some(({ text }) => /\d/.test(text)))
  if (!found || found.before.length === 0 || found.after.some(({ quoted }) => quoted)) return undefined
  const isName = divisions(found.after, modifiers.place).some(({ after }) => {
    const { name, pronoun } = named(after)
    return pronoun || reading.knows(name, parentsOf(entity)) > 0
  })
  if (isName || (isPlaced && !found.after.some(({ text }) => /\d/.test(text)))) return undefined
  more.due = rawText(found.after)
  return found.before
}

/** Focus and column. */
const placedIn = (words: Word[], entity: Entity | null, more: More): Word[] | undefined => {
  if (entity === "goal") return undefined
  const said = words.map(saysOf)
  const inFocus = modifiers.focus.find(
    (phrase) => phrase.length < words.length && phrase.every((word, at) => said.at(at - phrase.length) === word),
  )
  if (inFocus) {
    more.focus = true
    return words.slice(0, -inFocus.length)
  }
  if (entity === "task" && more.column === undefined)
    for (const { before, after } of divisions(words, modifiers.column)) {
      const column = after.some(({ quoted }) => quoted) ? undefined : columnIn(textOf(after))
      if (before.length === 0 || column === undefined) continue
      more.column = column
      return before
    }
  return undefined
}

const parentsOf = (entity: Entity | null): readonly Entity[] =>
  entity === "task" ? ["item"] : entity === "item" ? ["goal"] : ["item", "goal"]

/** The division whose second part names a card best; of equals the first. */
const placeIn = (words: Word[], entity: Entity | null, { knows }: Reading) => {
  const all = divisions(words, modifiers.place)
    .map((division) => {
      const { name, pronoun } = namedBy(division.after, (whole) => knows(whole, parentsOf(entity)))
      return { ...division, known: pronoun ? 2 : knows(name, parentsOf(entity)) }
    })
    .reverse()
  return ([2, 1, 0] as const).map((level) => all.find(({ known }) => known === level)).find(Boolean)
}

/** `score`: how sure the place is; 0 where it isn't known. */
export const addedIn = (words: Word[], reading: Reading): { added: Added; score: number } | undefined => {
  const ordered = detailsLast(words, reading)
  if (!ordered) return undefined
  const [head, tail] = atColon(kindFirst(ordered))
  const [entity, rest] = entityOf(head)
  // "an urgent task X": who knows what "urgent" is?
  if (!entity && articles.has(saysOf(head[0] as Word)) && head.slice(2, -1).some((word) => kinds.has(saysOf(word))))
    return undefined
  let name = entity ? rest : head
  const more: More = {}
  const behind: Behind = { entity, more, reading, isPlaced: false }
  let placed: Word[] | undefined
  if (tail) {
    // "a task for Ada to the survey: measure the kerb"
    const before = stripped([{ text: "x", quoted: true }, ...name], behind)
    const found = placeIn(before, entity, reading)
    const division = found && divisions(found.before, modifiers.owner)[0]
    const owner = division && reading.isPerson(textOf(division.after)) ? division : undefined
    if (owner) more.owner = textOf(owner.after)
    // "a meeting to the survey: Monday", and "an action Kerb in the survey, tasks: measure it"
    const others = (owner?.before ?? found?.before ?? before).slice(1).map(saysOf)
    if (others.some((word) => !articles.has(word) && !followers.has(word))) return undefined
    if (found) placed = found.after
    else if (more.owner === undefined && more.due === undefined) return undefined
    name = tail
  }
  name = stripped(name, behind)
  let score = 2
  if (entity !== "goal" && !placed) {
    const place = placeIn(name, entity, reading)
    // "a task to call Bob" has a name and no place.
    const isName = place?.before.length === 0
    if (place && isName && place.known > 0) return undefined
    if (place && !isName) {
      placed = place.after
      name = place.before
    }
    if (entity === "task" && name.length > 1 && saysOf(name[0] as Word) === "to") name = name.slice(1)
    name = stripped(name, { ...behind, isPlaced: true })
  }
  if (placed) {
    const parent = namedBy(placed, (whole) => reading.knows(whole, parentsOf(entity)))
    more.parent = parent
    score = parent.pronoun ? 2 : reading.knows(parent.name, parentsOf(entity))
  }
  if (entity === null && more.parent === undefined) return undefined
  if (isNoName(name, entity, reading)) return undefined
  const names = (isPlural(head) ? listed(name) : [name]).map((one) => nameIn(withoutColon(one)) ?? "")
  if (names.length === 0 || names.includes("")) return undefined
  return { added: { entity, names, ...more }, score: entity === "task" && !placed ? 0 : score }
}

/** "a task for Ada", "a task by Friday"; and without a kind "Ada", "a file" */
const isNoName = (words: Word[], entity: Entity | null, { isPerson, isDate }: Reading): boolean => {
  const own = words.filter((word) => !articles.has(saysOf(word)))
  if (own.some(({ quoted }) => quoted)) return false
  const said = own.map(saysOf)
  const follows = (phrases: readonly string[][], isOne: (text: string) => boolean) =>
    phrases.some(
      (phrase) =>
        phrase.length < own.length &&
        phrase.every((word, at) => said[at] === word) &&
        isOne(rawText(own.slice(phrase.length))),
    )
  if (follows(modifiers.owner, isPerson) || follows(modifiers.due, isDate)) return true
  return entity === null && (isPerson(textOf(own)) || (own.length === 1 && otherThings.has(said[0] ?? "")))
}

/** "for Ada a task X to Y" as "a task X to Y for Ada". Undefined: what precedes the kind is no known person, day or place. */
const detailsLast = (words: Word[], reading: Reading): Word[] | undefined => {
  const said = words.map((word) => (word.quoted ? "" : saysOf(word)))
  const isPhrase = (phrases: readonly string[][]) =>
    phrases.some((phrase) => phrase.every((word, at) => said[at] === word))
  const isDative = /^(?:der|dem)$/.test(said[0] ?? "") && kinds.has(said[1] ?? "")
  if (!isDative && ![modifiers.owner, modifiers.due, modifiers.place].some(isPhrase)) return words
  const at = said.findIndex(
    (word, index) => index > 1 && articles.has(said[index - 1] ?? "") && kinds.has(word) && (!isDative || index > 3),
  )
  let kind = at - 1
  while (kind > 1 && articles.has(said[kind - 1] ?? "")) kind--
  if (at < 0 || kind < 2 || isPreposition(said[kind - 1] ?? "")) return words
  const lead = [...(isDative ? [{ text: "zu", quoted: false }] : []), ...words.slice(0, kind)]
  const [entity] = entityOf(words.slice(kind))
  const before = stripped([{ text: "x", quoted: true }, ...lead], { entity, more: {}, reading, isPlaced: false })
  const isKnown = before.length === 1 || placeIn(before, entity, reading)?.known
  return isKnown ? [...words.slice(kind), ...lead] : undefined
}

const isPreposition = (word: string) =>
  [...modifiers.owner, ...modifiers.due, ...modifiers.place].some((phrase) => phrase.at(-1) === word) ||
  kindsBehind.has(word)

/** "Footer as a task to Homepage" as "task Footer to Homepage" */
const kindFirst = (words: Word[]): Word[] => {
  const said = words.map(saysOf)
  if (entityOf(words)[0]) return words
  for (let at = 1; at < words.length; at++) {
    if (!kindsBehind.has(said[at] ?? "")) continue
    const kind = said.findIndex((word, index) => index > at && !articles.has(word))
    if (kinds.has(said[kind] ?? "")) return [words[kind] as Word, ...words.slice(0, at), ...words.slice(kind + 1)]
  }
  return words
}

/** "a task to the survey: measure the kerb" in two; "goal: Ship it" has nothing before its colon. */
const atColon = (words: Word[]): [head: Word[], tail?: Word[]] => {
  const at = words.findIndex(({ text, quoted }) => !quoted && text === ":")
  if (at < 0 || at + 1 >= words.length) return [words]
  const head = words.slice(0, at)
  const isPlaced = [...modifiers.place, ...modifiers.owner].some((phrase) =>
    head.some((_, from) =>
      phrase.every((word, index) => head[from + index] && saysOf(head[from + index] as Word) === word),
    ),
  )
  return isPlaced ? [head, words.slice(at + 1)] : [words]
}

/** "A, B and C" */
const listed = (words: Word[]): Word[][] => {
  const names: Word[][] = [[]]
  for (const word of words) {
    const isEnd = !word.quoted && word.text.endsWith(",")
    if (!word.quoted && (listJoints.has(word.text.toLowerCase()) || word.text === ",")) names.push([])
    else if (word.quoted && names.at(-1)?.some(({ quoted }) => quoted)) names.push([word])
    else names.at(-1)?.push(isEnd ? { text: word.text.slice(0, -1), quoted: false } : word)
    if (isEnd && word.text !== ",") names.push([])
  }
  return names.filter((name) => name.length > 0)
}

/** A name in quotes is the whole name: more beside it would be another request, which is not guessed. */
const nameIn = (words: Word[]): string | undefined => {
  const text = textOf(words, (word) => articles.has(word) || kinds.has(word))
  const quoted = words.findIndex((word) => word.quoted)
  const isWhole = quoted === 0 || kinds.has(saysOf(words[quoted - 1] ?? { text: "", quoted: false }))
  if (isWhole && text !== words[quoted]?.text) return undefined
  const said = words.map(saysOf).join(" ")
  return withMore.some((phrase) => ` ${said} `.includes(` ${phrase.join(" ")} `)) ? undefined : text
}

/** "goal: Ship it" */
const withoutColon = (words: Word[]): Word[] => (words[0]?.text === ":" && !words[0].quoted ? words.slice(1) : words)
