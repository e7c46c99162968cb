// offline(): plans by rules alone: sentences, outlines, CSV and meeting notes. For installations without a model, and
// for plans that don't use it.
import { changesAtMost } from "~/contract/change-set"
import type { Person } from "~/contract/fields/field"
import type { Language } from "~/contract/shared/language/language"
import { weekStartOf } from "~/contract/shared/language/week"
import type { Actor } from "~/domain/core/actor"
import { speaking } from "~/outside/speaking.server"
import { detailsIn, nameAtEnd } from "~/rules/agent/details"
import type { Reading } from "~/rules/agent/names-in"
import { type Part, partsIn } from "~/rules/agent/parts-in"
import { pastedIn } from "~/rules/agent/pasted"
import { startIn, withoutDraftMark } from "~/rules/agent/start-request"
import { folded } from "~/rules/agent/words"
import { colorsOfNewGoals } from "~/rules/goal-colors"
import { looksLikeCsv } from "~/rules/transfer/csv-rows"
import { isEntry, readDescription } from "~/rules/transfer/described"
import { headingIn } from "~/rules/transfer/markdown-text"
import type { Outline, OutlineAction, OutlinePerson, OutlineTask } from "~/rules/transfer/outline"
import { readCsv } from "~/rules/transfer/read-csv"
import { answers } from "./answer-texts"
import type { Asking, GivenFile, Planned } from "./asking"
import { datesFrom, daysNear } from "./dates"
import { finder } from "./find-card"
import { resultFinder } from "./find-result"
import type { PlanCopy } from "./plan-copy.server"
import { changesOf } from "./planned-changes"
import { answered } from "./questions"

/** Outlines of more lines have more entries than a change set takes. */
const mostLines = 1_000

/** Why there is no model: none is configured, or the plan has it turned off. */
export type WithoutModel = "none" | "off"

export const help = (without: WithoutModel = "none") => [answers.why[without], ...answers.abilities].join("\n")

/** What rules need of a plan, of who asks, and of what is asked. */
export type RulesCopy = Pick<PlanCopy, "plan" | "cards" | "fresh">
export type RulesActor = Pick<Actor, "userId" | "userName">
export type RulesAsking = Pick<Asking, "request" | "files" | "timeZone" | "weekStart"> & { language?: Language }

/** Answers in the person's language. */
export const offline = async (
  actor: RulesActor,
  copy: RulesCopy,
  { language = "en", ...asking }: RulesAsking,
  without: WithoutModel = "none",
): Promise<Planned> => speaking(language, () => inForceOffline(actor, copy, asking, without))

const inForceOffline = (
  actor: RulesActor,
  copy: RulesCopy,
  asking: Omit<RulesAsking, "language">,
  without: WithoutModel,
): Planned => {
  const { request, files = [], timeZone = null, weekStart } = asking
  const calendar = { timeZone, weekStart: weekStartOf(weekStart) }
  const plan = copy.fresh()
  const find = finder(plan)
  const results = resultFinder(plan)
  const me: Person = { id: actor.userId, userName: actor.userName }
  const now = new Date()
  const dateOf = datesFrom(calendar, now)
  // A line is read in many ways, which share their names and days.
  const reading = {
    isPerson: once((text) => find.isPerson(text, me)),
    isDate: once((text) => dateOf(text) !== undefined),
    isResult: once(results.isResult),
  }
  const known = { find, results, me, dateOf, daysNear: (said: string) => daysNear(said, calendar, now) }
  const isCard = (text: string) => find.knows(text, ["item", "goal"]) === 2
  const isOnePerson = (text: string) => "found" in find.person(text, me)
  /** Entries may name their owner and day. */
  const detailed = <Entry extends { owner: OutlinePerson | null; dueDate: string | null }>(
    entry: Entry,
    text: string,
  ) => {
    const details = detailsIn(text, { ...reading, isPerson: isOnePerson })
    const { owner, due } = details
    return {
      text: details.text,
      more: {
        ...(owner !== undefined && !entry.owner ? { owner: { name: owner } } : {}),
        ...(due !== undefined && !entry.dueDate ? { dueDate: dateOf(due) ?? null } : {}),
      },
    }
  }
  const withDetails = (outline: Outline): Outline => {
    const task = (entry: OutlineTask): OutlineTask => {
      const { text, more } = detailed(entry, entry.description)
      return { ...entry, ...more, description: text }
    }
    const action = (entry: OutlineAction): OutlineAction => {
      const { text, more } = detailed(entry, entry.topic)
      return { ...entry, ...more, topic: text, tasks: entry.tasks.map(task) }
    }
    const goals = outline.goals.map((goal) => ({ ...goal, actions: goal.actions.map(action) }))
    return { ...outline, goals, actions: outline.actions.map(action) }
  }
  let changing = changesOf(known)
  const readLine = (line: string) =>
    partsIn(line, (before) => readingAfter({ ...reading, knows: changing.knows }, before))

  const notUnderstood: Planned = { text: help(without), examples: [...answers.examples] }
  const ofRequest = (given: string): Planned => {
    const text = given.includes("\n") ? given : given.replace(oneCard, "add $1 ")
    const lines = linesOf(text)
    if (lines.length > mostLines) return { text: answers.tooLong(lines.length, changesAtMost) }
    const answer = lines.length === 1 ? answered(text, { copy: plan, find, me, calendar, now }) : undefined
    if (answer !== undefined) return answer
    const isSentence = (line: string) => readLine(line).some(({ said }) => said)
    const isSure = (line = "") => readLine(line).every(({ said, isSure }) => said && isSure)
    const isListed = lines.every(isEntry)
    const isOutlined = lines.some((line) => headingIn(line) !== null || isEntry(line))
    // "- Finish the report" is one of a list, unless there is such a card.
    const areSentences = lines.every(isSentence) ? !isListed || isSure(lines[0]) : !isOutlined && isSure(lines[0])
    if (lines.length === 1 || areSentences) {
      const planned = changing.ofLines(text, lines, readLine)
      if (planned) return planned
      changing = changesOf(known)
    }
    const pasted = ofPasted(text, outlineIn)
    return pasted ? withWarnings(pasted) : notUnderstood
  }

  /** `others`: how a text is read that is no list, mail, chat or minutes. */
  const ofPasted = (text: string, read: (text: string) => Outline | undefined): Planned | undefined => {
    if (looksLikeCsv(text)) {
      const outline = read(text)
      return outline && changing.ofOutline(outline)
    }
    const { text: listed, items, leftOut } = pastedIn(text, { ...reading, isPerson: isOnePerson, isCard })
    const outline = items.length > 0 ? undefined : read(listed)
    const planned = items.length > 0 ? changing.ofMeeting(items) : outline && changing.ofOutline(withDetails(outline))
    return planned?.changes && leftOut.length > 0 ? { ...planned, leftOut: withText(leftOut) } : planned
  }

  /** An entry that ends with a name, as with an owner's, is made with it, and its row says that the name is no member's. */
  const withWarnings = (planned: Planned): Planned => {
    const warnings = new Map<number, string>()
    for (const [at, { op, entity, fields = {} }] of (planned.changes ?? []).entries()) {
      const text = entity === "task" ? fields.description : fields.topic
      const name = op === "create" && typeof text === "string" ? nameAtEnd(text) : undefined
      if (name && !reading.isPerson(name)) warnings.set(at, noMember(name))
    }
    return warnings.size > 0 ? { ...planned, warnings } : planned
  }

  const ofFile = ({ name, text }: GivenFile): Planned => {
    const lines = linesOf(text)
    if (lines.length > mostLines) return { text: answers.tooLong(lines.length, changesAtMost) }
    const asDocument = (text: string): Outline => {
      const csv = looksLikeCsv(text) ? readCsv(text, "") : { problem: "" }
      return "outline" in csv ? csv.outline : readDescription(text, nameWithoutExtension(name))
    }
    return ofPasted(text, asDocument) ?? notUnderstood
  }

  const start = startIn(request)
  const said = withoutDraftMark(request).trim()
  /** A description that is sentences alone is a request like any other. */
  const ofStart = (text: string): Planned => {
    const planned = changing.ofLines(text, linesOf(text), readLine)
    if (planned?.changes && !planned.unclear) return planned
    changing = changesOf(known)
    return changing.ofOutline(readDescription(text, copy.plan.name), goalColorsIn(copy))
  }
  const own = start ? ofStart(start) : said === "" ? notUnderstood : ofRequest(said)
  if (files.length === 0 || (!own.changes && own !== notUnderstood)) return own
  const leftOut = [...(own.leftOut?.lines ?? [])]
  for (const file of files) {
    const planned = ofFile(file)
    if (!planned.changes) return { text: `${file.name}: ${planned.text}` }
    for (const line of planned.leftOut?.lines ?? []) leftOut.push(`${file.name}: ${line}`)
  }
  const { unclear, choices } = own
  return {
    ...withWarnings(changing.all()),
    ...(leftOut.length > 0 ? { leftOut: withText(leftOut) } : {}),
    ...(unclear && { unclear, choices }),
  }
}

/** Translated where it is shown. */
const noMember = (name: string) => `“${name}” is not a member of this plan`

const withText = (lines: string[]) => ({ lines, text: answers.leftOut(lines) })

/** "Task: Footer", where it is all that is said. */
const oneCard = /^(goal|task|ziel|aufgabe) ?: /i

const once = (is: (text: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (text: string) => {
    const found = known.get(text) ?? is(text)
    known.set(text, found)
    return found
  }
}

/** The colours that the starter's preview shows. */
const goalColorsIn = ({ plan, cards }: RulesCopy) =>
  colorsOfNewGoals(
    plan.id,
    cards.goals.map(({ color }) => color),
  )

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "")

const nameWithoutExtension = (name: string) => name.replace(/\.\w{1,8}$/, "")

/** Names that earlier parts of a line make are known as written. */
const readingAfter = (reading: Reading, before: readonly Part[]): Reading => {
  const names = new Set(
    before.flatMap(({ said }) =>
      [...(said?.added?.names ?? []), ...(said?.do === "rename" ? [said.text ?? ""] : [])].map(folded),
    ),
  )
  return { ...reading, knows: (name, entities) => (names.has(folded(name)) ? 2 : reading.knows(name, entities)) }
}

const outlineIn = (text: string): Outline | undefined => {
  const lines = linesOf(text)
  if (looksLikeCsv(text)) {
    const read = readCsv(text, "")
    return "problem" in read ? undefined : read.outline
  }
  const isOutline = lines.some((line) => headingIn(line) !== null || isEntry(line)) || lines.length > 2
  if (!isOutline || lines.length < 2) return undefined
  const outline = readDescription(text, "")
  const [goal] = outline.goals
  // A new plan needs a goal, which is named for it where the text names none; the actions of an existing plan don't.
  return goal && outline.goals.length === 1 && !text.includes(goal.name)
    ? { ...outline, goals: [], actions: [...goal.actions, ...outline.actions] }
    : outline
}
