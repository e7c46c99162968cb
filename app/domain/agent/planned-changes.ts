// changesOf(): the changes that sentences ask for, or the question that they leave open; and those of outlines and minutes.
import type { UnclearPart } from "~/contract/ai"
import type { Entity, Person } from "~/contract/fields/field"
import type { Added } from "~/rules/agent/added"
import { fitting } from "~/rules/agent/fitting"
import type { Named } from "~/rules/agent/names-in"
import type { Part } from "~/rules/agent/parts-in"
import type { Said } from "~/rules/agent/said"
import { laterBy } from "~/rules/agent/shift-in"
import { listEnds } from "~/rules/agent/vocabulary"
import { folded } from "~/rules/agent/words"
import { dayOf, dueOn } from "~/rules/dates"
import { firstDay } from "~/rules/repeat/next-day"
import { readRecurrence } from "~/rules/repeat/recurrence"
import { answers } from "./answer-texts"
import type { Planned } from "./asking"
import { type Card, changeList } from "./change-list"
import { choicesFor, isQuestion, type Question } from "./choices-for"
import type { Finder } from "./find-card"
import type { ResultFinder } from "./find-result"
import { outlineChanges } from "./outline-changes"

type Known = {
  find: Finder
  results: ResultFinder
  me: Person
  dateOf: (said: string) => string | undefined
  /** For a text that is no day: days to choose from. */
  daysNear: (said: string) => string[]
}

export const changesOf = ({ find, results, me, dateOf, daysNear }: Known) => {
  const list = changeList()
  const { changes, create, update, push, remember, mention, newOne, last, beginPart, takeBack } = list
  /** Folded names that parts would have made for which nothing is proposed: no other card is meant by them. */
  const unmade = new Set<string>()
  /** What is left open of an addition that is proposed without it. */
  let asides: Question[] = []

  const ownerIn = (said: string): { ownerId: number | null } | Question => {
    const match = find.person(said, me)
    return "ask" in match ? match : { ownerId: match.found.id }
  }
  const dueIn = (said: string, day: "needed" | "optional" = "needed"): { dueDate: string } | Question => {
    const dueDate = dateOf(said)
    if (dueDate !== undefined) return { dueDate }
    return { ask: answers.noDate(said), choices: daysNear(said), about: said, day }
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
    const due = said.due === undefined ? {} : dueIn(said.due, "optional")
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
    if (said.result !== undefined) return measure(said.result, said.value)
    for (const card of said.card ? each(said, said.card) : []) {
      const question = changeOne(said, card)
      if (question) return question
    }
    return undefined
  }

  const measure = (name: string, current: number | undefined): Question | undefined => {
    const match = results.result(name)
    if ("ask" in match) return match
    const { id, goalId } = match.found
    update({ entity: "goal", id: goalId }, { results: [{ id, current }] })
    return undefined
  }

  const changeOne = (said: Said, card: Named): Question | undefined => {
    const of = said.do === "delete" ? "any" : said.do === "uncomplete" ? "completed" : "open"
    const moved: readonly Entity[] | undefined =
      (said.do !== "move" && said.do !== "copy") || card.entity || !said.place?.entity
        ? undefined
        : said.place.entity === "goal"
          ? ["item"]
          : ["task"]
    const found = cardIn(card, moved ?? fitting(said.do, card.entity), of)
    if (isQuestion(found)) return found
    mention(found)
    if (said.do === "copy") return copy(found, said.place)
    const fields = fieldsOf(said, found)
    if (fields && isQuestion(fields)) return fields
    if (fields) update(found, fields)
    else if (said.do === "note")
      push({ op: "create", entity: "comment", fields: { [`${found.entity}Id`]: found.id, content: said.text } })
    else if (typeof found.id === "number") push({ op: "delete", entity: found.entity, id: found.id })
    if (said.do === "rename") remember(found, said.text ?? "")
    return undefined
  }

  /** The copy is named "copy of …". It is where the card is, unless another place is named. */
  const copy = ({ entity, id }: Card, place: Named | undefined): Question | undefined => {
    if (entity === "goal" || typeof id !== "number") return undefined
    const above = place && cardIn(place, entity === "task" ? ["item"] : ["goal"])
    if (above && isQuestion(above)) return above
    const { fields, tasks } = find.copyOf(entity, id)
    const name = String(fields.topic ?? fields.description ?? "")
    const own = entity === "task" ? { itemId: above?.id ?? find.itemOf(id) } : above ? { goalId: above.id } : {}
    const ref = create(entity, { ...fields, ...own }, `copy of ${name}`)
    for (const task of tasks) push({ op: "create", entity: "task", fields: { ...task, itemId: ref } })
    return undefined
  }

  /** The card's due date after the parts before this one; without one, today. */
  const dueNow = ({ entity, id }: Card): string => {
    const before = changes.findLast(
      (change) =>
        change.entity === entity && (change.id === id || change.ref === id) && "dueDate" in (change.fields ?? {}),
    )
    const due = before ? before.fields?.dueDate : find.dueDateOf(entity, id)
    return (due as string | null) ?? dateOf("today") ?? ""
  }

  /** What a list of the card is to be, after the parts before this one. */
  const changedList = ({ entity, id }: Card, field: string, one: number | string, has: boolean) => {
    const before = changes.findLast(
      (change) => change.entity === entity && (change.id === id || change.ref === id) && field in (change.fields ?? {}),
    )
    const ids = (before?.fields?.[field] as (number | string)[] | undefined) ?? find.listOf(entity, id, field)
    return [...ids.filter((each) => each !== one), ...(has ? [one] : [])]
  }

  const assigned = ({ person = "", date }: Said): Record<string, unknown> | Question => {
    const owner = ownerIn(person)
    return date === undefined || isQuestion(owner) ? owner : { ...owner, ...dueIn(date) }
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
        return assigned(said)
      case "unassign":
        return { ownerId: null }
      case "due":
        if (said.shift) return { dueDate: dueOn(laterBy(dayOf(dueNow({ entity, id })), said.shift)) }
        return dueIn(said.date ?? "")
      case "undated":
        return { dueDate: null }
      case "repeat":
        return repeatOf(said.rule ?? "", find.dueDateOf(entity, id))
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

  const knows = (name: string, entities: readonly Entity[]) => (newOne(name, entities) ? 2 : find.knows(name, entities))

  return { knows, ofLines, ...outlineChanges({ find, me, dateOf }, list), all: (): Planned => ({ changes }) }
}
