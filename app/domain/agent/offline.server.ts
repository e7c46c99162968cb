// offline(): plans by rules alone: sentences, outlines, CSV and meeting notes. For installations without a model, and
// for plans that don't use it.
import { changesAtMost, type SentChangeSet } from "~/contract/change-set"
import type { Entity, Person } from "~/contract/field"
import type { Actor } from "~/domain/actor"
import { type ActionItem, actionItemsIn } from "~/rules/agent/meeting-notes"
import { columnIn, type Said, sentenceIn } from "~/rules/agent/sentence"
import { folded } from "~/rules/agent/words"
import { looksLikeCsv, readCsv } from "~/rules/transfer/csv"
import { readDescription } from "~/rules/transfer/described"
import { headingIn } from "~/rules/transfer/markdown"
import type { Outline, OutlineAction, OutlinePerson } from "~/rules/transfer/outline"
import type { Asking, Choice, GivenFile, Planned } from "./asking"
import { dateIn } from "./dates"
import { type Finder, type Found, finder } from "./find-card"
import type { PlanCopy } from "./plan-copy.server"
import { answered } from "./questions"

type Change = SentChangeSet["changes"][number]

/** Outlines of more lines have more entries than a change set takes. */
const mostLines = 1_000

/** Why there is no model: none is configured, or the plan has it turned off. */
export type WithoutModel = "none" | "off"

const why = {
  none: "No model is configured, so I understand simple sentences only:",
  off: "AI is turned off for this plan, so I understand simple sentences only:",
}

const abilities = [
  '- Add a goal "X" · Add an action "X" to "Goal" · Add a task "X" to "Action" for NAME due DATE',
  '- Rename the task "A" to "B" · Describe "A" as "…" · Move the action "A" to the goal "G"',
  '- Focus on "A" · Unfocus "A" · Move the task "T" to doing · Complete "A" · Uncomplete "A"',
  '- Assign "T" to NAME · Set the due date of "T" to DATE · Delete the task "T" · Undo',
  "- An outline, CSV, or meeting notes with “Action:” and “TODO”",
  "- Which actions are there? · What is overdue? · What is due this week? · What is NAME working on? · Summarise the plan",
]

export const help = (without: WithoutModel = "none") => [why[without], ...abilities].join("\n")

/** One request of each kind, to begin with. */
export const examples = [
  { name: "Add", request: 'Add a task "X" to "Action" for NAME due DATE' },
  { name: "Change", request: 'Set the due date of "T" to DATE' },
  { name: "Move", request: 'Move the task "T" to doing' },
  { name: "Delete", request: 'Delete the task "T"' },
  { name: "Ask", request: "What is due this week?" },
]

/** `about`: the name as the request has it. `choices`: names that stand for one card or person. */
type Question = { ask: string; choices: string[]; about?: string }
const isQuestion = (value: object): value is Question => "ask" in value

export const offline = async (
  actor: Actor,
  copy: PlanCopy,
  asking: Asking,
  without: WithoutModel = "none",
): Promise<Planned> => {
  const { request, files = [], timeZone = null } = asking
  const plan = copy.fresh()
  const find = finder(plan)
  const me: Person = { id: actor.userId, userName: actor.userName }
  const now = new Date()
  const reading = {
    isPerson: (text: string) => find.isPerson(text, me),
    isDate: (text: string) => dateIn(text, timeZone, now) !== undefined,
  }
  const changing = changesOf(find, me, (said) => dateIn(said, timeZone, now))
  const readLine = (line: string) => sentenceIn(line, { ...reading, knows: changing.knows })

  const notUnderstood: Planned = { text: help(without), examples }
  const ofRequest = (text: string): Planned => {
    const lines = linesOf(text)
    if (lines.length > mostLines) return { text: tooLong(lines.length) }
    const answer = lines.length === 1 ? answered(text, { copy: plan, find, me, timeZone, now }) : undefined
    if (answer !== undefined) return { text: answer }
    const sentences = lines.flatMap((line) => parts(line))
    if (sentences.length > 0 && sentences.every(readLine)) return changing.ofSentences(text, sentences, readLine)
    const items = actionItemsIn(lines, reading)
    if (items.length > 0) return changing.ofMeeting(items)
    const outline = outlineIn(text, lines)
    return outline ? changing.ofOutline(outline) : notUnderstood
  }

  const ofFile = ({ name, text }: GivenFile): Planned => {
    const lines = linesOf(text)
    if (lines.length > mostLines) return { text: tooLong(lines.length) }
    const items = actionItemsIn(lines, reading)
    if (items.length > 0) return changing.ofMeeting(items)
    const csv = looksLikeCsv(text) ? readCsv(text, "") : { problem: "" }
    return changing.ofOutline("outline" in csv ? csv.outline : readDescription(text, nameWithoutExtension(name)))
  }

  const said = withoutDraftMark(request).trim()
  const own = said === "" ? notUnderstood : ofRequest(said)
  if (files.length === 0 || (!own.changes && own !== notUnderstood)) return own
  for (const file of files) {
    const planned = ofFile(file)
    if (!planned.changes) return { text: `${file.name}: ${planned.text}` }
  }
  return changing.all()
}

/** The request with the name in it replaced by each choice. Curly quotes, since a choice has straight ones in it. */
const choicesFor = (request: string, line: string, { choices, about = "" }: Question): Choice[] => {
  const start = request.indexOf(line)
  const at = request.toLowerCase().indexOf(about.toLowerCase(), Math.max(0, start))
  if (about === "" || at < 0) return []
  const quoted = /["“„«]/.test(request[at - 1] ?? "") ? 1 : 0
  const [before, after] = [request.slice(0, at - quoted), request.slice(at + about.length + quoted)]
  return choices.map((label) => ({ label, request: `${before}“${label}”${after}` }))
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "")

const nameWithoutExtension = (name: string) => name.replace(/\.\w{1,8}$/, "")

const tooLong = (lines: number) =>
  `This text has ${lines} lines. I can make at most ${changesAtMost} changes at once: send a part of it, or import it as a new plan.`

/** "[Plan: name]" begins the requests of the starter. */
const withoutDraftMark = (request: string) => request.replace(/^\[Plan:[^\]\n]{0,300}\]\s?/, "")

/** Sentences of one line, separated by semicolons outside of quotes. */
const parts = (line: string): string[] =>
  (/["“”]/.test(line) ? [line] : line.split(";")).filter((part) => part.trim() !== "")

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/

const outlineIn = (text: string, lines: readonly string[]): Outline | undefined => {
  if (looksLikeCsv(text)) {
    const read = readCsv(text, "")
    return "problem" in read ? undefined : read.outline
  }
  const isOutline = lines.some((line) => headingIn(line) !== null || bullet.test(line)) || lines.length > 2
  if (!isOutline || lines.length < 2) return undefined
  const outline = readDescription(text, "")
  const [goal] = outline.goals
  // A new plan needs a goal, which is named for it where the text names none; the actions of an existing plan don't.
  return goal && outline.goals.length === 1 && !text.includes(goal.name)
    ? { ...outline, goals: [], actions: [...goal.actions, ...outline.actions] }
    : outline
}

const changesOf = (find: Finder, me: Person, dateOf: (said: string) => string | undefined) => {
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

  const card = (said: { entity: Entity | null; name: string }, fits: readonly Entity[]): Found | Question => {
    const entities = said.entity ? fits.filter((entity) => entity === said.entity) : fits
    const match = find.card(said.name, entities.length > 0 ? entities : fits)
    return "ask" in match ? match : match.found
  }

  const update = ({ entity, id }: Found, fields: Record<string, unknown>) => {
    changes.push({ op: "update", entity, id, fields })
  }

  const add = (said: Extract<Said, { do: "add" }>): Question | undefined => {
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

  const one = (said: Said): Question | undefined => {
    if (said.do === "add") return add(said)
    if (said.do === "move") return move(said)
    const fits: Record<Exclude<Said["do"], "add" | "move">, readonly Entity[]> = {
      ...{ rename: all, describe: all, delete: all, note: all, complete: all, uncomplete: all },
      ...{ focus: ["item"], unfocus: ["item"], estimate: ["item"], start: ["task", "item"] },
      ...{ assign: ["task", "item"], due: ["task", "item"] },
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
      case "note":
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
    const { topic, description, value, effort, focus, dueDate, owner, tasks } = action
    const itemId = create(
      "item",
      {
        ...{ topic, ...(description ? { description } : {}), ...(goalId === null ? {} : { goalId }) },
        ...(value ? { businessValue: value } : {}),
        ...(effort ? { effortAndComplexity: effort } : {}),
        ...(focus ? { focus: true } : {}),
        ...(dueDate ? { dueDate } : {}),
        ...ownerNamed(owner),
      },
      topic,
    )
    for (const { description, type, dueDate, owner } of tasks) {
      const more = { ...(type ? { type } : {}), ...(dueDate ? { dueDate } : {}), ...ownerNamed(owner) }
      create("task", { description, itemId, ...more }, description)
    }
  }

  /** Goals that exist by that name get the actions. */
  const ofOutline = ({ goals, actions }: Outline): Planned => {
    const entries = goals.reduce(
      (sum, goal) => sum + 1 + goal.actions.reduce((n, { tasks }) => n + 1 + tasks.length, 0),
      actions.length,
    )
    if (entries > changesAtMost) {
      return {
        text: `This outline has ${entries} entries. I can make at most ${changesAtMost} at once: send a part of it.`,
      }
    }
    for (const { name, description, actions } of goals) {
      const match = find.card(name, ["goal"])
      const same = "found" in match && folded(match.found.name) === folded(name) ? match.found.id : undefined
      const goalId = same ?? create("goal", { name, ...(description ? { description } : {}) }, name)
      for (const action of actions) addAction(action, goalId)
    }
    for (const action of actions) addAction(action, null)
    return { changes }
  }

  const knows = (name: string, entities: readonly Entity[]) => (newOne(name, entities) ? 2 : find.knows(name, entities))

  return { knows, ofSentences, ofMeeting, ofOutline, all: (): Planned => ({ changes }) }
}
