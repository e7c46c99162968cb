// changesOf(): the changes that sentences, meeting notes and outlines ask for, or the question that they leave open.
import { changesAtMost, type SentChangeSet } from "~/contract/change-set"
import type { Entity, Person } from "~/contract/field"
import type { ActionItem } from "~/rules/agent/meeting-notes"
import { columnIn, type Said } from "~/rules/agent/said"
import { folded } from "~/rules/agent/words"
import type { Outline, OutlineAction, OutlinePerson } from "~/rules/transfer/outline"
import { setByAgent } from "~/rules/transfer/written"
import type { Choice, Planned } from "./asking"
import type { Finder, Found } from "./find-card"

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

const listEnds = /,? and |, /

type Known = {
  find: Finder
  me: Person
  dateOf: (said: string) => string | undefined
}

export const changesOf = ({ find, me, dateOf }: Known) => {
  const changes: Change[] = []
  let made = 0
  /** What this request creates, by folded name; later sentences may name it. */
  const fresh = new Map<string, { entity: Entity; ref: string }>()
  const create = (entity: Entity, fields: Record<string, unknown>, name: string): string => {
    const ref = `new-${++made}`
    changes.push({ op: "create", entity, ref, fields })
    fresh.set(`${entity} ${folded(name)}`, { entity, ref })
    return ref
  }
  const newOne = (name: string, entities: readonly Entity[]) =>
    entities.map((entity) => fresh.get(`${entity} ${folded(name)}`)).find((one) => one !== undefined)

  const ownerIn = (said: string): { ownerId: number | null } | Question => {
    const match = find.person(said, me)
    return "ask" in match ? match : { ownerId: match.found.id }
  }

  const place = (said: string, entities: readonly Entity[]): { entity: Entity; key: number | string } | Question => {
    const own = newOne(said, entities)
    if (own) return { entity: own.entity, key: own.ref }
    const match = find.card(said, entities)
    return "ask" in match ? match : { entity: match.found.entity, key: match.found.id }
  }

  const card = (
    said: { do?: Said["do"]; entity: Entity | null; name: string },
    fits: readonly Entity[],
  ): Found | Question => {
    const entities = said.entity ? fits.filter((entity) => entity === said.entity) : fits
    const of = said.do === "delete" ? "any" : said.do === "uncomplete" ? "completed" : "open"
    const match = find.card(said.name, entities.length > 0 ? entities : fits, { of })
    return "ask" in match ? match : match.found
  }

  const update = ({ entity, id }: Found, fields: Record<string, unknown>) => {
    changes.push({ op: "update", entity, id, fields })
  }

  const add = ({ others = [], ...said }: Extract<Said, { do: "add" }>): Question | undefined => {
    for (const name of [said.name, ...others]) {
      const question = addOne({ ...said, name })
      if (question) return question
    }
    return undefined
  }

  const addOne = (said: Extract<Said, { do: "add" }>): Question | undefined => {
    const more: Record<string, unknown> = {}
    if (said.owner !== undefined) {
      const owner = ownerIn(said.owner)
      if (isQuestion(owner)) return owner
      Object.assign(more, owner)
    }
    if (said.due !== undefined) more.dueDate = dateOf(said.due)
    let { entity } = said
    const parent =
      said.parent === undefined
        ? undefined
        : place(said.parent, entity === "task" ? ["item"] : entity === "item" ? ["goal"] : ["item", "goal"])
    if (parent && isQuestion(parent)) return parent
    entity ??= parent?.entity === "item" ? "task" : "item"
    if (entity === "goal") create("goal", { name: said.name }, said.name)
    else if (entity === "item") {
      create(
        "item",
        {
          topic: said.name,
          ...(parent ? { goalId: parent.key } : {}),
          ...(said.focus ? { focus: true } : {}),
          ...more,
        },
        said.name,
      )
    } else {
      if (!parent) return { ask: `Which action does the task "${said.name}" belong to?`, choices: [] }
      const column = said.column === undefined ? {} : { type: said.column }
      create("task", { description: said.name, itemId: parent.key, ...column, ...more }, said.name)
    }
    return undefined
  }

  const all: readonly Entity[] = ["item", "task", "goal"]

  const move = (said: Extract<Said, { do: "move" }>): Question | undefined => {
    const column = columnIn(said.to)
    if (column !== undefined && said.toEntity === null) {
      const found = card(said, ["task"])
      if (isQuestion(found)) return found
      update(found, { type: column })
      return undefined
    }
    const found = card(
      said,
      said.toEntity === "goal" ? ["item"] : said.toEntity === "item" ? ["task"] : ["item", "task"],
    )
    if (isQuestion(found)) return found
    const target = place(said.to, found.entity === "item" ? ["goal"] : ["item"])
    if (isQuestion(target)) return target
    update(found, found.entity === "item" ? { goalId: target.key } : { itemId: target.key })
    return undefined
  }

  /** "A, B and C", where that is no card's name and each of them is. */
  const each = (said: Exclude<Said, { do: "add" }>): Exclude<Said, { do: "add" }>[] => {
    const fits = said.entity ? [said.entity] : all
    const names = said.name.split(listEnds)
    return names.length > 1 && find.knows(said.name, fits) === 0 && names.every((name) => find.knows(name, fits) > 0)
      ? names.map((name) => ({ ...said, name }))
      : [said]
  }

  const one = (said: Said): Question | undefined => {
    if (said.do === "add") return add(said)
    for (const single of each(said)) {
      const question = changeOne(single)
      if (question) return question
    }
    return undefined
  }

  const changeOne = (said: Exclude<Said, { do: "add" }>): Question | undefined => {
    if (said.do === "move") return move(said)
    const fits: Record<typeof said.do, readonly Entity[]> = {
      rename: all,
      describe: all,
      delete: all,
      comment: all,
      complete: all,
      uncomplete: all,
      focus: ["item"],
      unfocus: ["item"],
      estimate: ["item"],
      start: ["task", "item"],
      assign: ["task", "item"],
      due: ["task", "item"],
    }
    const found = card(said, fits[said.do])
    if (isQuestion(found)) return found
    switch (said.do) {
      case "rename":
        update(found, { [{ goal: "name", item: "topic", task: "description" }[found.entity]]: said.text })
        return undefined
      case "describe":
        update(found, { description: said.text })
        return undefined
      case "focus":
      case "unfocus":
        update(found, { focus: said.do === "focus" })
        return undefined
      case "complete":
      case "uncomplete": {
        const done = said.do === "complete"
        update(found, found.entity === "task" ? { type: done ? 2 : 0 } : { completed: done })
        return undefined
      }
      case "start":
        update(found, found.entity === "task" ? { type: 1 } : { focus: true })
        return undefined
      case "assign": {
        const owner = said.owner === null ? { ownerId: null } : ownerIn(said.owner)
        if (isQuestion(owner)) return owner
        update(found, owner)
        return undefined
      }
      case "due":
        update(found, { dueDate: said.due === null ? null : dateOf(said.due) })
        return undefined
      case "estimate":
        update(found, { [said.field]: said.value })
        return undefined
      case "comment":
        changes.push({
          op: "create",
          entity: "comment",
          fields: { [`${found.entity}Id`]: found.id, content: said.text },
        })
        return undefined
      case "delete":
        changes.push({ op: "delete", entity: found.entity, id: found.id })
        return undefined
    }
  }

  /** Each is read when those before it are carried out, because it may name what they create. */
  const ofSentences = (
    request: string,
    lines: readonly string[],
    read: (line: string) => Said | undefined,
  ): Planned => {
    for (const line of lines) {
      const said = read(line)
      const question = said && one(said)
      if (question) return { text: question.ask, choices: choicesFor(request, line, question) }
    }
    return { changes }
  }

  const ownerNamed = (owner: OutlinePerson | string | null | undefined) => {
    const found = owner ? find.person(typeof owner === "string" ? owner : owner.name, me) : undefined
    return found && "found" in found ? { ownerId: found.found.id } : {}
  }

  /** An action of the notes is an action of the plan, and what is to do is a task of the last one. */
  const ofMeeting = (items: readonly ActionItem[]): Planned => {
    let last: string | undefined
    for (const { text, owner, due, isTask } of items) {
      const more = { ...ownerNamed(owner), ...(due === undefined ? {} : { dueDate: dateOf(due) }) }
      if (isTask && last) create("task", { description: text, itemId: last, ...more }, text)
      else if (isTask) {
        last = create("item", { topic: "Meeting" }, "Meeting")
        create("task", { description: text, itemId: last, ...more }, text)
      } else last = create("item", { topic: text, ...more }, text)
    }
    return { changes }
  }

  const addAction = (action: OutlineAction, goalId: number | string | null) => {
    const { topic, focus, owner, tasks } = action
    const itemId = create(
      "item",
      {
        topic,
        ...setByAgent("item", action),
        ...(goalId === null ? {} : { goalId }),
        ...(focus ? { focus: true } : {}),
        ...ownerNamed(owner),
      },
      topic,
    )
    for (const task of tasks) {
      const { description, type, owner } = task
      const more = { ...(type ? { type } : {}), ...setByAgent("task", task), ...ownerNamed(owner) }
      create("task", { description, itemId, ...more }, description)
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
        text: `This outline has ${entries} entries. I can make at most ${changesAtMost} at once: send a part of it.`,
      }
    }
    for (const [at, { name, description, actions }] of goals.entries()) {
      const match = find.card(name, ["goal"])
      const same = "found" in match && folded(match.found.name) === folded(name) ? match.found.id : undefined
      const goalId =
        same ??
        create(
          "goal",
          { name, ...(colorOf ? { color: colorOf(at) } : {}), ...(description ? { description } : {}) },
          name,
        )
      for (const action of actions) addAction(action, goalId)
    }
    for (const action of actions) addAction(action, null)
    return { changes }
  }

  const knows = (name: string, entities: readonly Entity[]) => (newOne(name, entities) ? 2 : find.knows(name, entities))

  return { knows, ofSentences, ofMeeting, ofOutline, all: (): Planned => ({ changes }) }
}
