// finder(): the card or person that a name means, which is written out or its beginning; otherwise a question.
import MiniSearch from "minisearch"
import { namesWith } from "~/contract/fields/card-fields"
import type { Entity, Person } from "~/contract/fields/field"
import type { Label } from "~/contract/label"
import { labelNamed } from "~/rules/agent/label-named"
import { nameOf } from "~/rules/agent/names"
import type { WorkingCopy } from "~/rules/agent/working-copy"
import { rowIn, valueIn } from "~/rules/card"
import { openTasksOf } from "~/rules/decide"
import { answers } from "./answer-texts"

export type Found = { entity: Entity; id: number; name: string }
/** `ask`: what to ask, with what it may be answered. */
export type Match = { found: Found } | { ask: string; choices: string[]; about?: string }

const foldedName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** A fuzzy hit must be this much better than the next to be meant. */
const clearly = 1.4
/** The share of the best score from which on another is suggested too. */
const nearly = 0.6
export const mostChoices = 6
const mostNear = 3

/**
 * Of several cards of one name, `of` decides: the only open or completed one is meant, or none is and the answer is a
 * question. `exact`: the name is written out, so that what merely begins with it is offered instead of taken.
 * `like`: nothing is written, so that the one that is clearly most alike is taken.
 */
export type Finding = { of?: "open" | "completed" | "any"; exact?: boolean; like?: boolean }

const lazy = <Made>(make: () => Made) => {
  let made: { it: Made } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

export const finder = (copy: WorkingCopy) => {
  const { rows } = copy
  /** Made when a card is looked for: reading all names takes a while in a large plan. */
  const named = lazy(() => {
    const cards: Found[] = [
      ...[...rows.goals.values()].map((goal): Found => ({ entity: "goal", id: goal.id, name: nameOf(goal) })),
      ...[...rows.items.values()].map((item): Found => ({ entity: "item", id: item.id, name: nameOf(item) })),
      ...[...rows.tasks.values()].map((task): Found => ({ entity: "task", id: task.id, name: nameOf(task) })),
    ]
    const byName = new Map<string, Found[]>()
    for (const card of cards) {
      const key = foldedName(card.name)
      const same = byName.get(key)
      if (same) same.push(card)
      else byName.set(key, [card])
    }
    return {
      cards,
      byName,
      names: [...byName.keys()].sort(),
      byKey: new Map(cards.map((card) => [`${card.entity} ${card.id}`, card])),
    }
  })
  const withName = (name: string) => named().byName.get(name) ?? []
  /** The cards whose name begins with these words, and goes on. */
  const beginning = (name: string): Found[] => {
    const { names, byName } = named()
    const start = `${name} `
    let [low, high] = [0, names.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((names[middle] as string) < start) low = middle + 1
      else high = middle
    }
    const found: Found[] = []
    for (let at = low; names[at]?.startsWith(start); at++) found.push(...(byName.get(names[at] as string) ?? []))
    return found
  }
  const searched = lazy(() => {
    const index = new MiniSearch({ fields: ["name"], idField: "key", tokenize: (text) => foldedName(text).split(" ") })
    index.addAll(named().cards.map(({ entity, id, name }) => ({ key: `${entity} ${id}`, name })))
    return index
  })

  const whereIs = ({ entity, id }: Found): string => {
    if (entity === "goal") return answers.aGoal
    if (entity === "item") {
      const item = rows.items.get(id)
      return item?.goal ? answers.anActionIn(item.goal.name) : answers.anAction
    }
    const item = rows.items.get(rows.tasks.get(id)?.itemId ?? 0)
    return item ? answers.aTaskOf(nameOf(item)) : answers.aTask
  }

  /** A name that no other card has: with its place, and its number where two of one name are in one place. */
  const placed = (card: Found, among: readonly Found[]): string => {
    const name = `${card.name} (${whereIs(card)})`
    const same = among.filter((other) => other.name === card.name && whereIs(other) === whereIs(card))
    return same.length > 1 ? `${card.name} (${whereIs(card)}, ${answers.number(card.id)})` : name
  }
  /** The card that such a name means. */
  const byPlace = (said: string): Found | undefined => {
    const end = said.endsWith(")") ? said.lastIndexOf(" (") : -1
    const alike = end > 0 ? withName(foldedName(said.slice(0, end))) : []
    return alike.find((card) => placed(card, alike) === said)
  }

  const choose = (name: string, among: readonly Found[]): Match => {
    const choices = among.slice(0, mostChoices).map((card) => placed(card, withName(foldedName(card.name))))
    const more = among.length > mostChoices ? [`…${answers.more(among.length - mostChoices)}`] : []
    return {
      ask: [answers.which(name), ...choices.map((choice) => `- ${choice}`), ...more].join("\n"),
      choices,
      about: name,
    }
  }

  const clearWinner = (said: string, isFitting: (card: Found) => boolean): Found | undefined => {
    const [first, second] = searched()
      .search(said, { combineWith: "AND", prefix: true, fuzzy: (term) => (term.length > 3 ? 0.2 : false) })
      .flatMap(({ id, score }) => {
        const found = named().byKey.get(id as string)
        return found && isFitting(found) ? [{ found, score }] : []
      })
    return first && (!second || first.score >= second.score * clearly) ? first.found : undefined
  }

  /** `entities`: the kinds that fit. */
  const card = (
    said: string,
    entities: readonly Entity[],
    { of = "open", exact: isExact, like: isLike }: Finding = {},
  ): Match => {
    const what = entities.length === 1 ? (entities[0] as Entity) : "card"
    const isFitting = ({ entity }: Found) => entities.includes(entity)
    const isOpen = ({ entity, id }: Found) =>
      entity === "item" ? !rows.items.get(id)?.completed : entity === "task" ? rows.tasks.get(id)?.type !== 2 : true
    const placedCard = byPlace(said)
    if (placedCard && isFitting(placedCard)) return { found: placedCard }
    const name = foldedName(said)
    const exact = withName(name).filter(isFitting)
    const meant = of === "any" ? exact : exact.filter((each) => isOpen(each) === (of === "open"))
    if (meant.length === 1) return { found: meant[0] as Found }
    if (exact.length === 1) return { found: exact[0] as Found }
    if (exact.length > 1) return choose(said, meant.length > 0 ? meant : exact)
    if (name === "") return { ask: answers.whichCard[what], choices: [] }
    const begun = beginning(name).filter(isFitting)
    if (begun.length === 1 && !isExact) return { found: begun[0] as Found }
    if (begun.length > 0) return choose(said, begun)
    const mostLike = isLike ? clearWinner(said, isFitting) : undefined
    if (mostLike) return { found: mostLike }
    const alike = searched().search(said, { combineWith: "OR", prefix: true, fuzzy: 0.2 })
    const near = alike
      .filter(({ score }) => score >= nearly * (alike[0]?.score ?? 0))
      .flatMap(({ id }) => named().byKey.get(id as string) ?? [])
      .filter((one, at, all) => isFitting(one) && all.findIndex(({ name }) => name === one.name) === at)
      .slice(0, mostNear)
    const names = near.map((one) => one.name)
    const [other] = withName(name)
    const hint = other ? answers.isOther(other.name, whereIs(other)) : names.length > 0 ? answers.didYouMean(names) : ""
    return { ask: `${answers.cantFind[what](said)}${hint}`, choices: names, about: said }
  }

  const people = [...rows.members.values()]
  const peopleNamed = (said: string, me: Person): Person[] => {
    const name = foldedName(said.replace(/^@/, ""))
    if (["me", "myself", "mine", "mir", "mich", "ich"].includes(name)) return people.filter(({ id }) => id === me.id)
    const exact = people.filter(({ userName }) => foldedName(userName) === name)
    if (exact.length > 0) return exact
    return people.filter(({ userName }) => foldedName(userName).split(" ").includes(name))
  }

  const person = (said: string, me: Person): { found: Person } | { ask: string; choices: string[]; about: string } => {
    const found = peopleNamed(said, me)
    if (found.length === 1) return { found: found[0] as Person }
    const choices = (found.length > 0 ? found : people).slice(0, mostChoices).map(({ userName }) => userName)
    const ask =
      found.length > 1 ? answers.whichPerson(said, answers.or(choices)) : answers.noMember(said, choices.join(", "))
    return { ask, choices, about: said }
  }

  /** 2: a card's own name. 1: the beginning of one card's alone. */
  const knows = (said: string, entities: readonly Entity[]): 0 | 1 | 2 => {
    if (byPlace(said)) return 2
    if (withName(foldedName(said)).some(({ entity }) => entities.includes(entity))) return 2
    return beginning(foldedName(said)).filter(({ entity }) => entities.includes(entity)).length === 1 ? 1 : 0
  }

  const label = (said: string): { found: Label } | { ask: string; choices: string[]; about: string } => {
    const labels = [...rows.labels.values()]
    const match = labelNamed(labels, said)
    return "found" in match ? match : { ask: answers.noLabel(said, match.choices), choices: match.choices, about: said }
  }

  return {
    label,
    /** The ids that a field of a card lists. */
    listOf: (entity: Entity, id: number | string, field: string): readonly number[] => {
      const row = typeof id === "number" ? rowIn(rows, entity, id) : undefined
      return row ? (valueIn(row, field) as number[]) : []
    },
    /** What the copy of a card is made of: its fields, and those of an action's open tasks. */
    copyOf: (entity: "item" | "task", id: number) => ({
      fields: copyFields(entity, rowIn(rows, entity, id) ?? {}),
      tasks: entity === "task" ? [] : openTasksOf(rows, id).map((task) => copyFields("task", task)),
    }),
    itemOf: (task: number) => rows.tasks.get(task)?.itemId,
    /** Null for a card that is yet to be made, too. */
    dueDateOf: (entity: Entity, id: number | string): string | null => {
      const row = typeof id === "number" && entity !== "goal" ? rowIn(rows, entity, id) : undefined
      return row ? (valueIn(row, "dueDate") as string | null) : null
    },
    card,
    person,
    knows,
    isPerson: (said: string, me: Person) => peopleNamed(said, me).length > 0,
  }
}
/** The fields that an assistant may set, as they are; a copy is open. */
const copyFields = (entity: "item" | "task", row: object): Record<string, unknown> =>
  Object.fromEntries(
    [...namesWith(entity, "agent"), ...namesWith(entity, "lists")].flatMap((name: string) => {
      const value = valueIn(row, name)
      const isOver = name === "completed" || name === "itemId" || (name === "type" && value === 2)
      const isEmpty = value === null || value === undefined || value === "" || value === 0 || value === false
      return isOver || isEmpty || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]]
    }),
  )

export type Finder = ReturnType<typeof finder>
