// changesOf(): the changes that sentences, meeting notes and outlines ask for, or the question that they leave open.
import type { UnclearPart } from "~/contract/ai"
import { changesAtMost } from "~/contract/change-set"
import type { Entity, Person } from "~/contract/field"
import type { Added } from "~/rules/agent/added"
import type { Named } from "~/rules/agent/names-in"
import type { ActionItem } from "~/rules/agent/pasted"
import { fitting, type Part, type Said } from "~/rules/agent/sentence"
import { listEnds } from "~/rules/agent/vocabulary"
import { folded } from "~/rules/agent/words"
import { dayOf, dueOn } from "~/rules/dates"
import { firstDay } from "~/rules/repeat/next-day"
import { readRecurrence } from "~/rules/repeat/recurrence"
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
import { type Card, changeList } from "./change-list"
import type { Finder } from "./find-card"

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
  const { changes, create, update, push, remember, mention, newOne, last, beginPart, takeBack } = changeList()
  /** Folded names that parts would have made for which nothing is proposed: no other card is meant by them. */
  const unmade = new Set<string>()
  /** What is left open of an addition that is proposed without it. */
  let asides: Question[] = []

  const ownerIn = (said: string): { ownerId: number | null } | Question => {
    const match = find.person(said, me)
    return "ask" in match ? match : { ownerId: match.found.id }
  }
  const dueIn = (said: string): { dueDate: string } | Question => {
    const dueDate = dateOf(said)
    return dueDate === undefined ? { ask: answers.noDate(said), choices: [] } : { dueDate }
  }

  /** A task that has no due date gets the first day of the rule. */
  const repeatOf = (recurrence: string, dueDate: unknown) => {
    const today = dateOf("today")
    return dueDate || !today
      ? { recurrence }
      : { dueDate: dueOn(firstDay(readRecurrence(recurrence), dayOf(today))), recurrence }
  }

  const cardIn = (
    { name, pronoun }: Named,
    entities: readonly Entity[],
    of: "open" | "completed" | "any" = "open",
  ): Card | Question => {
    if (pronoun) {
      const before = last()
      if (before && entities.includes(before.entity)) return before
      const [kind = "card"] = entities.length === 1 ? entities : []
      return { ask: answers.whichCard[kind], choices: [] }
    }
    const own = newOne(name, entities)
    if (own) return own
    if (unmade.has(folded(name))) return { ask: answers.cantFind.card(name), choices: [] }
    const match = find.card(name, entities, { of })
    return "ask" in match ? match : match.found
  }

  const add = ({ entity: given, names, parent: place, ...said }: Added): Question | undefined => {
    const more: Record<string, unknown> = {}
    const owner = said.owner === undefined ? {} : ownerIn(said.owner)
    const due = said.due === undefined ? {} : dueIn(said.due)
    for (const part of [owner, due]) {
      if (isQuestion(part)) asides.push(part)
      else Object.assign(more, part)
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
        const repeat = said.rule === undefined ? {} : repeatOf(said.rule, more.dueDate)
        create("task", { description: name, itemId: parent.id, ...column, ...more, ...repeat }, name)
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
    mention(found)
    if (said.do === "copy") return copy(found)
    const fields = fieldsOf(said, found)
    if (fields && isQuestion(fields)) return fields
    if (fields) update(found, fields)
    else if (said.do === "note")
      push({ op: "create", entity: "comment", fields: { [`${found.entity}Id`]: found.id, content: said.text } })
    else if (typeof found.id === "number") push({ op: "delete", entity: found.entity, id: found.id })
    if (said.do === "rename") remember(found, said.text ?? "")
    return undefined
  }

  /** The copy is named "copy of …". */
  const copy = ({ entity, id }: Card): undefined => {
    if (entity === "goal" || typeof id !== "number") return undefined
    const { fields, tasks } = find.copyOf(entity, id)
    const name = String(fields.topic ?? fields.description ?? "")
    const itemId = entity === "task" ? find.itemOf(id) : undefined
    const ref = create(entity, { ...fields, ...(itemId === undefined ? {} : { itemId }) }, `copy of ${name}`)
    for (const task of tasks) push({ op: "create", entity: "task", fields: { ...task, itemId: ref } })
    return undefined
  }

  /** What a list of the card is to be, after the parts before this one. */
  const changedList = ({ entity, id }: Card, field: string, one: number | string, has: boolean) => {
    const before = changes.findLast(
      (change) => change.entity === entity && (change.id === id || change.ref === id) && field in (change.fields ?? {}),
    )
    const ids = (before?.fields?.[field] as (number | string)[] | undefined) ?? find.listOf(entity, id, field)
    return [...ids.filter((each) => each !== one), ...(has ? [one] : [])]
  }

  /** Undefined: the card's fields stay. */
  const fieldsOf = (said: Said, { entity, id }: Card): Record<string, unknown> | Question | undefined => {
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
      case "repeat":
        return repeatOf(said.rule ?? "", find.dueDateOf(id))
      case "unrepeat":
        return { recurrence: null }
      case "block":
      case "unblock": {
        const other = said.other && cardIn(said.other, [entity], said.do === "block" ? "open" : "any")
        if (!other || isQuestion(other)) return other
        return { blockedByIds: changedList({ entity, id }, "blockedByIds", other.id, said.do === "block") }
      }
      case "label":
      case "unlabel": {
        const label = find.label(said.label ?? "")
        if ("ask" in label) return label
        return { labelIds: changedList({ entity, id }, "labelIds", label.found.id, said.do === "label") }
      }
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

  /** All of a part, or what to ask. */
  const whole = (said: Said): Question | undefined => {
    beginPart()
    asides = []
    const question = one(said)
    if (!question) return undefined
    takeBack()
    for (const name of [...(said.added?.names ?? []), ...(said.do === "rename" ? [said.text ?? ""] : [])])
      unmade.add(folded(name))
    return question
  }

  /**
   * Each line is read when those before it are carried out, because it may name what they create. What is clear is proposed
   * beside what is not; where nothing is, the first question is asked. Undefined: no part is understood.
   */
  const ofLines = (request: string, lines: readonly string[], read: (line: string) => Part[]): Planned | undefined => {
    const unclear: UnclearPart[] = []
    let asked: Planned | undefined
    for (const line of lines)
      for (const { said, raw } of read(line)) {
        if (!said) unclear.push({ text: answers.notUnderstood(raw), choices: [] })
        const question = said && whole(said)
        for (const open of question ? [question] : said ? asides : []) {
          const choices = choicesFor(request, line, open)
          asked ??= { text: open.ask, choices }
          unclear.push({ text: open.ask.split("\n", 1)[0] ?? "", choices })
        }
      }
    if (changes.length === 0) return asked
    return unclear.length > 0 ? { changes, unclear, choices: unclear.flatMap(({ choices }) => choices) } : { changes }
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
