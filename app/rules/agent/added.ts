// added(): what a sentence adds: "a task X to Y for Ada due Friday".
import type { Entity } from "~/contract/field"
import type { TaskType } from "~/contract/task"
import { bestPlace, columnIn, entityOf, isPlural, named, type Reading, type Said } from "./said"
import { after, folded, phraseAt, split, textOf, type Word } from "./words"

const places = ["to", "under", "in", "into", "below", "inside", "within", "on", "for"]

export const added = (words: Word[], reading: Reading): Said | undefined => {
  const { isPerson, isDate, knows } = reading
  const [head, tail] = atColon(words)
  const [entity, rest] = entityOf(head)
  const parents: Entity[] = entity === "task" ? ["item"] : entity === "item" ? ["goal"] : ["item", "goal"]
  let name = entity ? rest : head
  const more: { owner?: string; due?: string; parent?: string; focus?: true; column?: TaskType } = {}
  if (tail) {
    // "a task for Ada to the survey: measure the kerb"
    const owner = split(name, ["to", "under", "in", "into", "on"], { last: false })
    const person = after(name, ["for"])
    if (owner && person && isPerson(textOf(owner[0].slice(1)))) {
      more.owner = textOf(owner[0].slice(1))
      name = name.slice(owner[0].length)
    }
    const place = after(name, places)
    if (!place || place.length === 0) return undefined
    more.parent = named(place).name
    name = tail
  }
  for (let changed = true; changed; ) {
    changed = false
    const due = split(name, ["due on", "due by", "due", "by", "until", "before", "for"])
    if (more.due === undefined && due && isDate(textOf(due[1]))) {
      more.due = textOf(due[1])
      name = due[0]
      changed = true
    }
    const owner = split(name, ["assigned to", "owned by", "owner", "for", "with"])
    if (more.owner === undefined && owner && isPerson(textOf(owner[1]))) {
      more.owner = textOf(owner[1])
      name = owner[0]
      changed = true
    }
    const focus = split(name, ["in", "into", "to"])
    if (entity !== "goal" && focus && ["focus", "the focus"].includes(textOf(focus[1]).toLowerCase())) {
      more.focus = true
      name = focus[0]
      changed = true
    }
    const column = split(name, ["in", "into", "to"])
    const to = column && columnIn(textOf(column[1]))
    if (entity === "task" && column && to !== undefined && !column[1].some(({ quoted }) => quoted)) {
      more.column = to
      name = column[0]
      changed = true
    }
  }
  if (entity !== "goal" && more.parent === undefined) {
    const place = bestPlace(name, places, parents, reading)
    if (place) {
      const [parent, before] = [named(place[1]).name, place[0]]
      more.parent = parent
      name = before
    }
  }
  if (entity === null && more.parent === undefined) return undefined
  // "an action to docks" has a place and no name; "a task to call Bob" has one.
  const bare = entity === "goal" || name[0]?.quoted ? undefined : after(name, ["to", "under", "in", "into"])
  if (bare && more.parent === undefined && knows(named(bare).name, parents) > 0) return undefined
  const own = entity === "task" && bare && folded(name[0]?.text ?? "") === "to" ? bare : name
  const names = isPlural(head) ? listed(own) : [own]
  const [said = "", ...others] = names.map((one) => nameIn(withoutColon(one)) ?? "")
  if (said === "" || others.includes("")) return undefined
  return { do: "add", entity, name: said, ...(others.length > 0 ? { others } : {}), ...more }
}

/** "a task to the survey: measure the kerb" in two; "goal: Ship it" has nothing before its colon. */
const atColon = (words: Word[]): [head: Word[], tail?: Word[]] => {
  const at = words.findIndex(({ text, quoted }) => !quoted && text.endsWith(":"))
  const end = words[at]
  if (!end || at + 1 >= words.length) return [words]
  const own = end.text === ":" ? [] : [{ text: end.text.slice(0, -1), quoted: false }]
  const head = [...words.slice(0, at), ...own]
  return phrasesIn(head, places) ? [head, words.slice(at + 1)] : [words]
}

const phrasesIn = (words: Word[], phrases: string[]) => phrases.some((phrase) => phraseAt(words, phrase) >= 0)

/** "A, B and C" */
const listed = (words: Word[]): Word[][] => {
  const names: Word[][] = [[]]
  for (const word of words) {
    const isEnd = !word.quoted && word.text.endsWith(",")
    if (!word.quoted && ["and", "&", ","].includes(word.text.toLowerCase())) names.push([])
    else if (word.quoted && names.at(-1)?.some(({ quoted }) => quoted)) names.push([word])
    else names.at(-1)?.push(isEnd ? { text: word.text.slice(0, -1), quoted: false } : word)
    if (isEnd && word.text !== ",") names.push([])
  }
  return names.filter((name) => name.length > 0)
}

/** A name in quotes is the whole name: more beside it would be another request, which is not guessed. */
const nameIn = (words: Word[]): string | undefined => {
  const text = textOf(words)
  if (words[0]?.quoted && text !== words[0].text) return undefined
  return phrasesIn(words, ["with actions", "with the actions", "with tasks", "with the tasks"]) ? undefined : text
}

/** "goal: Ship it" */
const withoutColon = (words: Word[]): Word[] =>
  words[0] && !words[0].quoted && words[0].text === ":" ? words.slice(1) : words
