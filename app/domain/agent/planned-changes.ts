// changesOf(): the changes that sentences, meeting notes and outlines ask for, or the question that they leave open.
import { changesAtMost, type SentChangeSet } from "~/contract/change-set"
import type { Entity, Person } from "~/contract/field"
import type { Added } from "~/rules/agent/added"
import type { Named } from "~/rules/agent/names-in"
import type { ActionItem } from "~/rules/agent/pasted"
import { fitting, type Part, type Said } from "~/rules/agent/sentence"
import { listEnds } from "~/rules/agent/vocabulary"
import { folded } from "~/rules/agent/words"
import {
  emptyAction,
  emptyTask,
  type Outline,
  type OutlineAction,
  type OutlinePerson,
  type OutlineTask,
} from "~/rules/transfer/outline"
import { setByAgent } from "~/rules/transfer/written"
import { answers } from "./answer-texts"
import type { Choice, Planned } from "./asking"
import type { Finder } from "./find-card"

type Change = SentChangeSet["changes"][number]

/** `about`: the name as the request has it. `choices`: names that mean one card or person. */
type Question = { ask: string; choices: string[]; about?: string }
const isQuestion = (value: object): value is Question => "ask" in value

/** The request with the name in it replaced by each choice. Curly quotes, since a choice has straight ones in it. */
const choicesFor = (request: string, line: string, { choices, about = "" }: Question): Choice[] => {
  const start = request.indexOf(line)
  const at = request.toLowerCase().indexOf(about.toLowerCase(), Math.max(0, start))
  if (about === "" || at < 0) return []
  const quoted = /["“„«]/.test(request[at - 1] ?? "") ? 1 : 0
  const [before, after] = [request.slice(0, at - quoted), request.slice(at + about.length + quoted)]
  return choices.map((label) => ({ label, request: `${before}“${label}”${after}` }))
}

/** `id`: of a card, or the ref of one that this request creates. */
type Card = { entity: Entity; id: number | string }

type Known = {
  find: Finder
  me: Person
  dateOf: (said: string) => string | undefined
}

const asAction = ({ description, owner, dueDate }: OutlineTask): OutlineAction => ({
  ...emptyAction,
  topic: description,
  owner,
  dueDate,
  tasks: [],
})

export const changesOf = ({ find, me, dateOf }: Known) => {
  const changes: Change[] = []
  let made = 0
  /** What this request creates or renames, by folded name; later sentences may name it. */
  const fresh = new Map<string, Card>()
  /** The card that "it" is. */
  let last: Card | undefined
  const remember = (card: Card, name: string) => {
    fresh.set(`${card.entity} ${folded(name)}`, card)
    last = card
  }
  const create = (entity: Entity, fields: Record<string, unknown>, name: string): string => {
    const ref = `new-${++made}`
    changes.push({ op: "create", entity, ref, fields })
    remember({ entity, id: ref }, name)
    return ref
  }
  const newOne = (name: string, entities: readonly Entity[]) =>
    entities.map((entity) => fresh.get(`${entity} ${folded(name)}`)).find((one) => one !== undefined)

  const ownerIn = (said: string): { ownerId: number | null } | Question => {
    const match = find.person(said, me)
    return "ask" in match ? match : { ownerId: match.found.id }
  }
  const dueIn = (said: string): { dueDate: string } | Question => {
    const dueDate = dateOf(said)
    return dueDate === undefined ? { ask: answers.noDate(said), choices: [] } : { dueDate }
  }

  const cardIn = (
    { name, pronoun }: Named,
    entities: readonly Entity[],
    of: "open" | "completed" | "any" = "open",
  ): Card | Question => {
    if (pronoun) {
      if (last && entities.includes(last.entity)) return last
      const [kind = "card"] = entities.length === 1 ? entities : []
      return { ask: answers.whichCard[kind], choices: [] }
    }
    const own = newOne(name, entities)
    if (own) return own
    const match = find.card(name, entities, { of })
    return "ask" in match ? match : match.found
  }

  /** What a part creates has the fields from the start. */
  const update = ({ entity, id }: Card, fields: Record<string, unknown>) => {
    const own = typeof id === "string" ? changes.find(({ ref }) => ref === id) : undefined
    if (own) own.fields = { ...own.fields, ...fields }
    else changes.push({ op: "update", entity, id: id as number, fields })
  }

  const add = ({ entity: given, names, parent: place, ...said }: Added): Question | undefined => {
    const more: Record<string, unknown> = {}
    const owner = said.owner === undefined ? {} : ownerIn(said.owner)
    const due = said.due === undefined ? {} : dueIn(said.due)
    for (const part of [owner, due]) {
      if (isQuestion(part)) return part
      Object.assign(more, part)
    }
    const parent =
      place === undefined
        ? undefined
        : cardIn(place, given === "task" ? ["item"] : given === "item" ? ["goal"] : ["item", "goal"])
    if (parent && isQuestion(parent)) return parent
    const entity = given ?? (parent?.entity === "item" ? "task" : "item")
    for (const name of names) {
      if (entity === "goal") create("goal", { name, ...more }, name)
      else if (entity === "item") {
        const fields = { ...(parent ? { goalId: parent.id } : {}), ...(said.focus ? { focus: true } : {}), ...more }
        create("item", { topic: name, ...fields }, name)
      } else {
        if (!parent) return { ask: answers.whichAction(name), choices: [] }
        const column = said.column === undefined ? {} : { type: said.column }
        create("task", { description: name, itemId: parent.id, ...column, ...more }, name)
      }
    }
    return undefined
  }

  /** "A, B and C", where that is no card's name and each of them is. */
  const each = (said: Said, card: Named): Named[] => {
    const fits = fitting(said.do, card.entity)
    const names = card.name.split(listEnds)
    const isList = names.length > 1 && knows(card.name, fits) === 0 && names.every((name) => knows(name, fits) > 0)
    return isList ? names.map((name) => ({ entity: card.entity, name })) : [card]
  }

  const one = (said: Said): Question | undefined => {
    if (said.added) return add(said.added)
    for (const card of said.card ? each(said, said.card) : []) {
      const question = changeOne(said, card)
      if (question) return question
    }
    return undefined
  }

  const changeOne = (said: Said, card: Named): Question | undefined => {
    const of = said.do === "delete" ? "any" : said.do === "uncomplete" ? "completed" : "open"
    const moved: readonly Entity[] | undefined =
      said.do !== "move" || card.entity || !said.place?.entity
        ? undefined
        : said.place.entity === "goal"
          ? ["item"]
          : ["task"]
    const found = cardIn(card, moved ?? fitting(said.do, card.entity), of)
    if (isQuestion(found)) return found
    last = found
    const fields = fieldsOf(said, found)
    if (fields && isQuestion(fields)) return fields
    if (fields) update(found, fields)
    else if (said.do === "note")
      changes.push({ op: "create", entity: "comment", fields: { [`${found.entity}Id`]: found.id, content: said.text } })
    else if (typeof found.id === "number") changes.push({ op: "delete", entity: found.entity, id: found.id })
    if (said.do === "rename") remember(found, said.text ?? "")
    return undefined
  }

  /** Undefined: the card's fields stay. */
  const fieldsOf = (said: Said, { entity }: Card): Record<string, unknown> | Question | undefined => {
    const isTask = entity === "task"
    switch (said.do) {
      case "rename":
        return { [{ goal: "name", item: "topic", task: "description" }[entity]]: said.text }
      case "describe":
        return { description: said.text }
      case "focus":
      case "unfocus":
        return { focus: said.do === "focus" }
      case "complete":
      case "uncomplete":
        return isTask ? { type: said.do === "complete" ? 2 : 0 } : { completed: said.do === "complete" }
      case "start":
        return isTask ? { type: 1 } : { focus: true }
      case "column":
        return isTask ? { type: said.column } : said.column === 1 ? { focus: true } : { completed: said.column === 2 }
      case "assign":
        return ownerIn(said.person ?? "")
      case "unassign":
        return { ownerId: null }
      case "due":
        return dueIn(said.date ?? "")
      case "undated":
        return { dueDate: null }
      case "estimate":
        return { [said.field ?? ""]: said.number }
      case "move": {
        const target = said.place && cardIn(said.place, entity === "item" ? ["goal"] : ["item"])
        if (!target || isQuestion(target)) return target
        return entity === "item" ? { goalId: target.id } : { itemId: target.id }
      }
    }
    return undefined
  }

  /** Each line is read when those before it are carried out, because it may name what they create. Undefined: no part is understood. */
  const ofLines = (request: string, lines: readonly string[], read: (line: string) => Part[]): Planned | undefined => {
    const others: string[] = []
    for (const line of lines)
      for (const { said, raw } of read(line)) {
        const question = said && one(said)
        if (question) return { text: question.ask, choices: choicesFor(request, line, question) }
        if (!said) others.push(answers.notUnderstood(raw))
      }
    if (changes.length === 0) return undefined
    return others.length > 0 ? { changes, text: others.join("\n") } : { changes }
  }

  const ownerNamed = (owner: OutlinePerson | string | null | undefined) => {
    const found = owner ? find.person(typeof owner === "string" ? owner : owner.name, me) : undefined
    return found && "found" in found ? { ownerId: found.found.id } : {}
  }

  /** The card whose name a heading is, case aside. */
  const headed = (name: string, entities: readonly Entity[]): Card | undefined => {
    const own = newOne(name, entities)
    if (own) return own
    const match = find.card(name, entities, { exact: true })
    return "found" in match ? match.found : undefined
  }

  /** An action of the minutes is an action of the plan, and what is to do is a task of the last one, or of the card above it. */
  const ofMeeting = (items: readonly ActionItem[]): Planned => {
    let action: number | string | undefined
    for (const { text, owner, due, isTask, isDone, heading } of items) {
      const more = { ...ownerNamed(owner), ...(due === undefined ? {} : { dueDate: dateOf(due) }) }
      const above = heading === undefined ? undefined : headed(heading, ["item", "goal"])
      const parent = above?.entity === "item" ? above.id : action
      if (isTask) {
        const itemId = parent ?? create("item", { topic: answers.meeting }, answers.meeting)
        action ??= itemId
        create("task", { description: text, itemId, ...(isDone ? { type: 2 } : {}), ...more }, text)
      } else {
        const goalId = above?.entity === "goal" ? { goalId: above.id } : {}
        action = create("item", { topic: text, ...goalId, ...more }, text)
      }
    }
    return { changes }
  }

  const addAction = (action: OutlineAction, goalId: number | string | null, isDone = false) => {
    const { topic, focus, owner, tasks } = action
    const itemId = create(
      "item",
      {
        topic,
        ...setByAgent("item", action),
        ...(goalId === null ? {} : { goalId }),
        ...(focus ? { focus: true } : {}),
        ...(isDone ? { completed: true } : {}),
        ...ownerNamed(owner),
      },
      topic,
    )
    addTasks(tasks, itemId)
  }

  const addTasks = (tasks: readonly OutlineTask[], itemId: number | string) => {
    for (const task of tasks) {
      const { description, type, owner } = task
      const more = { ...(type ? { type } : {}), ...setByAgent("task", task), ...ownerNamed(owner) }
      create("task", { description, itemId, ...more }, description)
    }
  }

  /** What a heading has below it belongs to the card whose name it is. */
  const addBelow = ({ entity, id }: Card, actions: readonly OutlineAction[]) => {
    if (entity !== "item") for (const action of actions) addAction(action, id)
    else
      for (const { topic, owner, tasks, dueDate } of actions) {
        addTasks([{ ...emptyTask, description: topic, owner, dueDate }, ...tasks], id)
      }
  }

  /** Goals that exist by that name get the actions. `colorOf`: the colours of new ones; else the rule chooses. */
  const ofOutline = ({ goals, actions }: Outline, colorOf?: (nth: number) => string): Planned => {
    const entries = goals.reduce(
      (sum, goal) => sum + 1 + goal.actions.reduce((n, { tasks }) => n + 1 + tasks.length, 0),
      actions.length,
    )
    if (entries > changesAtMost) {
      return {
        text: answers.tooMany(entries, changesAtMost),
      }
    }
    for (const [at, { name, description, actions }] of goals.entries()) {
      const same = headed(name, ["goal"]) ?? headed(name, ["item"])
      if (same) {
        addBelow(same, actions)
        continue
      }
      const goalId = create(
        "goal",
        { name, ...(colorOf ? { color: colorOf(at) } : {}), ...(description ? { description } : {}) },
        name,
      )
      for (const action of actions) addAction(action, goalId)
    }
    for (const action of actions) {
      const same = action.tasks.length > 0 ? headed(action.topic, ["item", "goal"]) : undefined
      if (!same) addAction(action, null)
      else if (same.entity === "item") addTasks(action.tasks, same.id)
      else for (const task of action.tasks) addAction(asAction(task), same.id, task.type === 2)
    }
    return { changes }
  }

  const knows = (name: string, entities: readonly Entity[]) => (newOne(name, entities) ? 2 : find.knows(name, entities))

  return { knows, ofLines, ofMeeting, ofOutline, all: (): Planned => ({ changes }) }
}
