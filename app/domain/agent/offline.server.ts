// offline(): plans by rules alone: sentences, outlines, CSV and meeting notes. For installations without a model, and
// for plans that don't use it.
import { changesAtMost } from "~/contract/change-set"
import type { Person } from "~/contract/field"
import type { Actor } from "~/domain/core/actor"
import { actionItemsIn } from "~/rules/agent/meeting-notes"
import { sentenceIn } from "~/rules/agent/sentence"
import { startIn, withoutDraftMark } from "~/rules/agent/start-request"
import { colorsOfNewGoals } from "~/rules/goal-colors"
import { looksLikeCsv } from "~/rules/transfer/csv-rows"
import { isEntry, readDescription } from "~/rules/transfer/described"
import { headingIn } from "~/rules/transfer/markdown-text"
import type { Outline } from "~/rules/transfer/outline"
import { readCsv } from "~/rules/transfer/read-csv"
import type { Asking, GivenFile, Planned } from "./asking"
import { dateIn } from "./dates"
import { finder } from "./find-card"
import type { PlanCopy } from "./plan-copy.server"
import { changesOf } from "./planned-changes"
import { answered } from "./questions"

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
  { name: "Paste", request: "# Goal\n- Action\n  - Task" },
]

/** What rules need of a plan, of who asks, and of what is asked. */
export type RulesCopy = Pick<PlanCopy, "plan" | "cards" | "fresh">
export type RulesActor = Pick<Actor, "userId" | "userName">
export type RulesAsking = Pick<Asking, "request" | "files" | "timeZone">

export const offline = async (
  actor: RulesActor,
  copy: RulesCopy,
  asking: RulesAsking,
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
  const changing = changesOf({ find, me, dateOf: (said) => dateIn(said, timeZone, now) })
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

  const start = startIn(request)
  const said = withoutDraftMark(request).trim()
  const own = start
    ? changing.ofOutline(readDescription(start, copy.plan.name), goalColorsIn(copy))
    : said === ""
      ? notUnderstood
      : ofRequest(said)
  if (files.length === 0 || (!own.changes && own !== notUnderstood)) return own
  for (const file of files) {
    const planned = ofFile(file)
    if (!planned.changes) return { text: `${file.name}: ${planned.text}` }
  }
  return changing.all()
}

/** The colours that the starter's preview shows. */
const goalColorsIn = ({ plan, cards }: RulesCopy) =>
  colorsOfNewGoals(
    plan.id,
    cards.goals.map(({ color }) => color),
  )

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== "")

const nameWithoutExtension = (name: string) => name.replace(/\.\w{1,8}$/, "")

const tooLong = (lines: number) =>
  `This text has ${lines} lines. I can make at most ${changesAtMost} changes at once: send a part of it, or import it as a new plan.`

/** Sentences of one line, separated by semicolons outside of quotes. */
const parts = (line: string): string[] =>
  (/["“”]/.test(line) ? [line] : line.split(";")).filter((part) => part.trim() !== "")

const outlineIn = (text: string, lines: readonly string[]): Outline | undefined => {
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
