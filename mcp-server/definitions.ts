// The tools: names, texts for agents, and schemas over the contract's own. Nothing here runs; tools.ts does.
import * as z from "zod/mini"
import { chatMessage, largestRequest } from "~/contract/ai"
import type { AccessLevel, Capability } from "~/contract/capability"
import { changesAtMost } from "~/contract/change-set"
import { fieldExamples } from "~/contract/fields/card-field-texts"
import { id, text } from "~/contract/fields/field"
import { entityTypes } from "~/contract/search"
import { limits } from "~/contract/shared/bounds"
import {
  actionNamed,
  blockedBy,
  card,
  cardKind,
  checkInNote,
  clearable,
  confidence,
  cursor,
  due,
  dueWord,
  expectedVersion,
  goalNamed,
  health,
  labels,
  limit,
  maybe,
  maybePlanId,
  only,
  owner,
  planId,
  proposedChange,
  results,
  savedFields,
  say,
  status,
  taskNamed,
  unlisted,
  values,
} from "./inputs"
import {
  activityAnswer,
  boardAnswer,
  changedAnswer,
  changesAnswer,
  checkInAnswer,
  deletedAnswer,
  entityAnswer,
  fileAnswer,
  filesAnswer,
  goalAnswer,
  goalsAnswer,
  hitsAnswer,
  itemAnswer,
  membersAnswer,
  movedAnswer,
  notedAnswer,
  notesAnswer,
  plansAnswer,
  proposalAnswer,
  saidAnswer,
  taskAnswer,
  tasksAnswer,
} from "./outputs"

export type Tool = {
  description: string
  input: z.ZodMiniObject
  output: z.ZodMiniObject
  /** Programs read its structure: `tools/list` has its names. */
  rows?: true
  /** The capability that it needs in its plan. The contract's calls it makes check theirs too. */
  needs: Capability
  /** It changes nothing. */
  reads?: true
  /** What the caller's key or grant must allow, where it is less than writing. What a tool writes itself is checked again. */
  access?: AccessLevel
  /** What it counts as, as a call of the contract does. */
  rate?: "search" | "assistant"
  /** It may replace or take away what somebody made: it does more than add or move. */
  destroys?: true
}

const sure = (description: string) => say(z._default(z.boolean(), false), description)

export const tools = {
  ai_agent: {
    access: "read",
    rate: "assistant",
    needs: "readBoard",
    description: "Asks the plan's assistant. Changes are previewed; confirmed=true carries them out.",
    input: z.strictObject({
      planId,
      request: say(
        text(largestRequest).check(z.refine((value) => value.trim() !== "", { error: "Say what to do." })),
        'e.g. "Add the goal Quay"',
      ),
      dryRun: sure("Store nothing, e.g. true"),
      confirmed: sure("e.g. true"),
      draftMode: sure("Add drafts at once, e.g. true"),
      proposal: unlisted(z.optional(id)),
      only: unlisted(only),
      key: unlisted(z.optional(text(64).check(z.minLength(1)))),
      earlier: unlisted(z.optional(z.array(z.strictObject(chatMessage.shape)).check(z.maxLength(100)))),
    }),
    output: changesAnswer,
    rows: true,
    destroys: true,
  },
  list_plans: {
    needs: "readBoard",
    description: "Plans you can open, newest edit first.",
    input: z.strictObject({ cursor }),
    output: plansAnswer,
    rows: true,
    reads: true,
  },
  get_board: {
    needs: "readBoard",
    description: "Goals with their actions and tasks, in order, in pages.",
    input: z.strictObject({
      planId,
      done: sure("Finished ones too, e.g. true"),
      goal: maybe(goalNamed),
      action: maybe(actionNamed),
      cursor,
    }),
    output: boardAnswer,
    rows: true,
    reads: true,
  },
  list_tasks: {
    needs: "readBoard",
    description: "Tasks by due date, open ones without status; without planId of all plans.",
    input: z.strictObject({
      planId: maybePlanId,
      owner: maybe('e.g. 5, "Ada" or "me"'),
      due,
      status,
      goal: maybe(goalNamed),
      action: maybe(actionNamed),
      label: maybe('e.g. "Roads"'),
      view: maybe('e.g. "Late"'),
      blocked: say(z.optional(z.boolean()), "e.g. true"),
      limit,
      cursor,
    }),
    output: tasksAnswer,
    rows: true,
    reads: true,
  },
  list_goals: {
    needs: "readBoard",
    description: "Open goals with progress, pace, results, last check-in; without planId of all plans.",
    input: z.strictObject({
      planId: maybePlanId,
      owner: maybe('e.g. 5, "Ada" or "me"'),
      status: say(z.optional(health), 'e.g. "at risk"'),
      completed: sure("Others too, e.g. true"),
      cursor,
    }),
    output: goalsAnswer,
    rows: true,
    reads: true,
  },
  my_tasks: {
    needs: "readBoard",
    description: "Your open tasks of all plans, by due date.",
    input: z.strictObject({ due: dueWord, limit, cursor }),
    output: tasksAnswer,
    rows: true,
    reads: true,
  },
  search: {
    rate: "search",
    needs: "readBoard",
    description: "Finds cards, comments, notes and files by words; without planId in all plans.",
    input: z.strictObject({
      planId: maybePlanId,
      q: say(text(limits.name), 'e.g. "dredge"'),
      limit: say(z._default(z.int().check(z.gte(1), z.lte(50)), 10), "Of each type, 1 to 50, e.g. 10"),
      types: unlisted(z.optional(z.array(z.enum(entityTypes)).check(z.maxLength(6)))),
    }),
    output: hitsAnswer,
    rows: true,
    reads: true,
  },
  get_entity: {
    needs: "readBoard",
    description: "All fields of a card with its newest comments, or a plan note.",
    input: z.strictObject({
      planId,
      entity: say(z.enum(["goal", "action", "task", "note"]), 'e.g. "task"'),
      card: card('Of a note its id, e.g. 9 or "Hire a ship"'),
      cursor,
    }),
    output: entityAnswer,
    reads: true,
  },
  list_notes: {
    needs: "readBoard",
    description: "Open notes and your own, newest first.",
    input: z.strictObject({ planId, cursor }),
    output: notesAnswer,
    rows: true,
    reads: true,
  },
  list_activity: {
    needs: "readBoard",
    description: "The plan's log, newest first.",
    input: z.strictObject({ planId, cursor }),
    output: activityAnswer,
    rows: true,
    reads: true,
  },
  changes_since: {
    needs: "readBoard",
    description: "What happened after a seq of get_board, with before and after.",
    input: z.strictObject({ planId, seq: say(z.int().check(z.gte(0)), "e.g. 120") }),
    output: changedAnswer,
    rows: true,
    reads: true,
  },
  list_files: {
    needs: "readBoard",
    description: "A plan's files, newest first.",
    input: z.strictObject({
      planId,
      goal: unlisted(maybe(goalNamed)),
      action: unlisted(maybe(actionNamed)),
      task: unlisted(maybe(taskNamed)),
      cursor,
    }),
    output: filesAnswer,
    rows: true,
    reads: true,
  },
  get_file: {
    needs: "readBoard",
    description: "A document's text, or a link to any other file.",
    input: z.strictObject({ planId, id: say(id, "e.g. 12"), cursor }),
    output: fileAnswer,
    rows: true,
    reads: true,
  },
  list_members: {
    needs: "readBoard",
    description: "The people of a plan.",
    input: z.strictObject({ planId }),
    output: membersAnswer,
    rows: true,
    reads: true,
  },
  save_goal: {
    needs: "changeBoard",
    description: "Adds one (name needed), or with goal changes the fields sent.",
    input: z.strictObject({
      planId,
      goal: maybe(`To change: e.g. 3 or "Quay"`),
      ...savedFields("goal"),
      owner,
      status: say(z.optional(z.nullable(health)), `${fieldExamples.status}; null: none`),
      results,
      expectedVersion: unlisted(expectedVersion),
    }),
    output: goalAnswer,
    destroys: true,
  },
  check_in: {
    needs: "changeBoard",
    description: "Says how a goal is.",
    input: z.strictObject({
      planId,
      goal: card(goalNamed),
      status: say(health, 'e.g. "at risk"'),
      confidence,
      note: checkInNote,
      values,
    }),
    output: checkInAnswer,
  },
  save_action: {
    needs: "changeBoard",
    description: "Adds one (topic or description needed), or with action changes the fields sent.",
    input: z.strictObject({
      planId,
      action: maybe('To change: e.g. 7 or "Dredge"'),
      goal: clearable(goalNamed),
      owner,
      labels,
      blockedBy,
      ...savedFields("item"),
      expectedVersion: unlisted(expectedVersion),
    }),
    output: itemAnswer,
    destroys: true,
  },
  save_task: {
    needs: "changeBoard",
    description: "Adds one (action and description needed), or with task changes the fields sent.",
    input: z.strictObject({
      planId,
      task: maybe('To change: e.g. 9 or "Hire a ship"'),
      action: maybe(actionNamed),
      owner,
      status,
      labels,
      blockedBy,
      ...savedFields("task"),
      expectedVersion: unlisted(expectedVersion),
    }),
    output: taskAnswer,
    destroys: true,
  },
  move: {
    needs: "changeBoard",
    description: "Moves a card to another goal, action, status or place, or into Focus.",
    input: z.strictObject({
      planId,
      entity: cardKind,
      card: card('e.g. 9 or "Hire a ship"'),
      goal: clearable(goalNamed),
      action: maybe(actionNamed),
      focus: say(z.optional(z.boolean()), "e.g. true"),
      status,
      after: say(clearable(""), "The card it follows, e.g. 8; null: first"),
      expectedVersion: unlisted(expectedVersion),
    }),
    output: movedAnswer,
  },
  delete_card: {
    needs: "changeBoard",
    description: "Deletes a card with all below it; without confirm previews.",
    input: z.strictObject({
      planId: unlisted(maybePlanId),
      entity: cardKind,
      id: card('e.g. 9 or "Hire a ship"'),
      confirm: sure("e.g. true"),
    }),
    output: deletedAnswer,
    destroys: true,
  },
  add_note: {
    needs: "writeTexts",
    description: "Comments on a goal, action or task, or adds a plan note.",
    input: z.strictObject({
      planId,
      content: say(text(limits.note), 'e.g. "It leaks."'),
      title: say(z.optional(text(limits.name)), 'Of a plan note, e.g. "Minutes"'),
      goal: maybe(goalNamed),
      action: maybe(actionNamed),
      task: maybe(taskNamed),
      mentions: say(
        z.optional(z.array(card('e.g. "Ada"')).check(z.maxLength(100))),
        'Members to notify, e.g. [5,"Ada"]',
      ),
    }),
    output: notedAnswer,
  },
  ask: {
    rate: "assistant",
    needs: "readBoard",
    description: "Answers a question about a plan; changes nothing.",
    input: z.strictObject({
      planId,
      question: say(
        text(limits.instructions).check(z.refine((value) => value.trim() !== "", { error: "Ask something." })),
        'e.g. "What is overdue?"',
      ),
    }),
    output: saidAnswer,
    reads: true,
  },
  propose_changes: {
    access: "propose",
    needs: "readBoard",
    description: `Checks up to ${changesAtMost} changes and stores a preview for apply_changes. More fields as in save tools.`,
    input: z.strictObject({
      planId,
      request: say(z.optional(text(limits.instructions)), 'e.g. "Add a quay"'),
      changes: say(
        z
          .array(proposedChange)
          .check(
            z.minLength(1, { error: "has at least one change." }),
            z.maxLength(changesAtMost, { error: `has at most ${changesAtMost} changes.` }),
          ),
        'e.g. [{"op":"delete","entity":"task","id":9}]',
      ),
    }),
    output: changesAnswer,
    rows: true,
  },
  get_proposal: {
    reads: true,
    needs: "readBoard",
    description: "What became of a proposal.",
    input: z.strictObject({ id: say(id, "e.g. 12") }),
    output: proposalAnswer,
    rows: true,
  },
  apply_changes: {
    rate: "assistant",
    needs: "changeBoard",
    description: "Carries out a preview once, all or nothing.",
    input: z.strictObject({
      id: say(id, "e.g. 12"),
      only,
      review: sure("People decide, e.g. true"),
    }),
    output: changesAnswer,
    destroys: true,
  },
  undo_changes: {
    rate: "assistant",
    needs: "changeBoard",
    description: "Takes back what was last carried out for you, unless changed since.",
    input: z.strictObject({ planId, changeSet: unlisted(z.optional(id)) }),
    output: changesAnswer,
    destroys: true,
  },
  publish_drafts: {
    needs: "changeBoard",
    description: "Publishes all drafts of a plan.",
    input: z.strictObject({ planId }),
    output: changesAnswer,
  },
  discard_drafts: {
    needs: "changeBoard",
    description: "Deletes all drafts of a plan.",
    input: z.strictObject({ planId }),
    output: changesAnswer,
    destroys: true,
  },
} satisfies Record<string, Tool>

export type ToolName = keyof typeof tools
export type InputOf<N extends ToolName> = z.output<(typeof tools)[N]["input"]>
/** Without the text, which is added to every answer. */
export type OutputOf<N extends ToolName> = Omit<z.output<(typeof tools)[N]["output"]>, "text">

export const toolOf = (name: string): [ToolName, Tool] | undefined =>
  Object.hasOwn(tools, name) ? [name as ToolName, tools[name as ToolName]] : undefined

export const readsOnly = (name: ToolName): boolean => (tools[name] as Tool).reads === true
export const accessNeededBy = (name: ToolName): AccessLevel =>
  (tools[name] as Tool).access ?? (readsOnly(name) ? "read" : "write")
export const neededBy = (name: ToolName): Capability => tools[name].needs
