// The tools: names, texts for agents, and schemas over the contract's own. Nothing here runs; tools.ts does.
import * as z from "zod/mini"
import { agentAnswer, carriedOut, chatMessage, largestRequest } from "~/contract/ai"
import { auditEntry } from "~/contract/audit"
import type { AccessLevel, Capability } from "~/contract/capability"
import { fieldsWith, sentShapeWith } from "~/contract/card-fields"
import { changeSet, changesAtMost, strictChanges } from "~/contract/change-set"
import { comment } from "~/contract/comment"
import { type Entity, id, limits, text, time } from "~/contract/field"
import { goal } from "~/contract/goal"
import { item } from "~/contract/item"
import { note } from "~/contract/note"
import { entityTypes } from "~/contract/search"
import { task } from "~/contract/task"

export type Tool = {
  title: string
  description: string
  input: z.ZodMiniObject
  output: z.ZodMiniObject
  /** The capability that it needs in its plan. The contract's calls it makes check theirs too. */
  needs: Capability
  /** It changes nothing. */
  reads?: true
  /** What the caller's key or grant must allow, where it is less than writing. What a tool writes itself is checked again. */
  access?: AccessLevel
  /** What it counts as, as a call of the contract does. */
  rate?: "search" | "assistant"
  /** It may take away what somebody made. */
  destroys?: true
}

const planId = id
/** A card by its id or by its name. */
const card = z.union([id, text(limits.description).check(z.minLength(1))], { error: "Use an id or a name." })
const owner = z.optional(z.nullable(card))
/** `modifiedDate`, for a task `modified`, as last read: the call is refused when somebody has changed the card since. */
const expectedVersion = z.optional(time)
const status = z.enum(["to do", "doing", "done"])
const entity = z.enum(["goal", "action", "task"])
const before = z.optional(id)
/** Positions of a change set, from 0. */
const only = z.optional(z.array(z.int().check(z.gte(0))).check(z.minLength(1), z.maxLength(changesAtMost)))

const listedKinds = { flag: z.literal(true), number: z.number() } as const
/** The fields that a list of cards has, where they are not empty. */
const listedShape = (entity: Entity) =>
  Object.fromEntries(
    fieldsWith(entity, "listed").map(([, { listed, kind }]) => [
      listed,
      z.optional(listedKinds[kind as keyof typeof listedKinds] ?? z.string()),
    ]),
  )
const boardGoal = z.strictObject({ id, name: z.string(), ...listedShape("goal"), draft: z.optional(z.literal(true)) })
const boardAction = z.strictObject({
  id,
  goalId: z.nullable(id),
  name: z.string(),
  ...listedShape("item"),
  draft: z.optional(z.literal(true)),
  owner: z.optional(z.string()),
})
const boardTask = z.strictObject({
  id,
  actionId: id,
  name: z.string(),
  status,
  ...listedShape("task"),
  draft: z.optional(z.literal(true)),
  owner: z.optional(z.string()),
})
export const boardPage = z.strictObject({
  planId: id,
  name: z.string(),
  seq: z.number(),
  goals: z.array(boardGoal),
  actions: z.array(boardAction),
  tasks: z.array(boardTask),
  counts: z.strictObject({ goals: z.number(), actions: z.number(), tasks: z.number() }),
  /** Send it as `from` for the next page; null: this was the last. */
  next: z.nullable(z.number()),
})
export type BoardPart = z.output<typeof boardPage>

const drafts = z.strictObject({ goals: z.number(), items: z.number(), tasks: z.number() })
const shownGoal = z.omit(goal, { imageBase64: true })
const byName = "Cards and people go by id or by name; a name that fits several is answered with the choices."

const list = {
  ai_agent: {
    title: "Ask the assistant",
    access: "read",
    rate: "assistant",
    needs: "readBoard",
    description:
      'Asks the plan\'s assistant in plain language, for example \'Add a task "Book a room" to "Venue" due Friday\'. ' +
      "Changes come back as a preview first: send the same request with confirmed=true to carry out exactly that, or " +
      "with `only` a part of it by position. With `key`, one of your own for each request, a repeat writes nothing more. " +
      "Questions are answered at once.",
    input: z.strictObject({
      planId,
      request: text(largestRequest).check(z.refine((value) => value.trim() !== "", { error: "Say what to do." })),
      dryRun: z._default(z.boolean(), false),
      confirmed: z._default(z.boolean(), false),
      draftMode: z._default(z.boolean(), false),
      proposal: z.optional(id),
      only,
      key: z.optional(text(64).check(z.minLength(1))),
      earlier: z.optional(z.array(z.strictObject(chatMessage.shape)).check(z.maxLength(100))),
    }),
    output: agentAnswer,
    destroys: true,
  },
  list_plans: {
    title: "List plans",
    needs: "readBoard",
    description: "The plans you can open, newest edit first. `before`: the id of the last plan of the page before.",
    input: z.strictObject({ before }),
    output: z.strictObject({
      plans: z.array(z.strictObject({ id, name: z.string(), ownerName: z.string(), lastEdit: time })),
    }),
    reads: true,
  },
  get_board: {
    title: "Read a board",
    needs: "readBoard",
    description:
      "Goals with their actions and tasks, in order, at most some 8,000 tokens a page; `next` continues as `from`. " +
      "Completed actions and done tasks are left out unless done=true; `goal` or `action` narrows it to what is below one.",
    input: z.strictObject({
      planId,
      done: z._default(z.boolean(), false),
      goal: z.optional(card),
      action: z.optional(card),
      from: z._default(z.int().check(z.gte(0)), 0),
    }),
    output: boardPage,
    reads: true,
  },
  search: {
    title: "Search a plan",
    rate: "search",
    needs: "readBoard",
    description:
      "Finds goals, actions (items), tasks, comments, notes and files by words, their beginnings and near misses.",
    input: z.strictObject({
      planId,
      q: text(limits.name),
      limit: z._default(z.int().check(z.gte(1), z.lte(50)), 10),
      types: z.optional(z.array(z.enum(entityTypes)).check(z.maxLength(6))),
    }),
    output: z.strictObject({
      hits: z.array(z.strictObject({ type: z.enum(entityTypes), id, name: z.string(), snippet: z.string() })),
    }),
    reads: true,
  },
  get_entity: {
    title: "Read one card or note",
    needs: "readBoard",
    description: `One goal, action, task or plan note with all its fields, and a card's newest comments. ${byName}`,
    input: z.strictObject({ planId, entity: z.enum(["goal", "action", "task", "note"]), card }),
    output: z.strictObject({
      goal: z.optional(shownGoal),
      action: z.optional(item),
      task: z.optional(task),
      note: z.optional(note),
      comments: z.optional(z.array(comment)),
    }),
    reads: true,
  },
  list_notes: {
    title: "List plan notes",
    needs: "readBoard",
    description:
      "The plan's open notes and your own, newest change first, each with its beginning; get_entity reads one in full.",
    input: z.strictObject({ planId, before }),
    output: z.strictObject({
      notes: z.array(
        z.strictObject({ id, title: z.string(), beginning: z.string(), author: z.string(), modifiedDate: time }),
      ),
    }),
    reads: true,
  },
  list_activity: {
    title: "List what was changed",
    needs: "takePart",
    description: "The plan's log, newest first, 100 a page. `before`: the id of the last entry of the page before.",
    input: z.strictObject({ planId, before }),
    output: z.strictObject({
      entries: z.array(
        z.strictObject({ id, entity: auditEntry.shape.entityType, entityId: z.number(), what: z.string(), when: time }),
      ),
    }),
    reads: true,
  },
  list_members: {
    title: "List members",
    needs: "readBoard",
    description: "The people of a plan, who may own actions and tasks.",
    input: z.strictObject({ planId }),
    output: z.strictObject({ members: z.array(z.strictObject({ id, userName: z.string() })) }),
    reads: true,
  },
  save_goal: {
    title: "Add or change a goal",
    needs: "changeBoard",
    description: `Without \`goal\` adds one, which needs a name; with it changes the fields sent. ${byName}`,
    input: z.strictObject({ planId, goal: z.optional(card), ...sentShapeWith("goal", "mcp"), expectedVersion }),
    output: z.strictObject({ goal: shownGoal }),
  },
  save_action: {
    title: "Add or change an action",
    needs: "changeBoard",
    description: `Without \`action\` adds one, which needs a topic or a description; with it changes the fields sent. \`goal\`: the goal it belongs to, null for none. ${byName}`,
    input: z.strictObject({
      planId,
      action: z.optional(card),
      goal: z.optional(z.nullable(card)),
      owner,
      ...sentShapeWith("item", "mcp"),
      expectedVersion,
    }),
    output: z.strictObject({ action: item }),
  },
  save_task: {
    title: "Add or change a task",
    needs: "changeBoard",
    description: `Without \`task\` adds one, which needs an action and a description; with it changes the fields sent. ${byName}`,
    input: z.strictObject({
      planId,
      task: z.optional(card),
      action: z.optional(card),
      owner,
      status: z.optional(status),
      ...sentShapeWith("task", "mcp"),
      expectedVersion,
    }),
    output: z.strictObject({ task }),
  },
  move: {
    title: "Move a card",
    needs: "changeBoard",
    description: `Moves a goal, action or task: an action to another \`goal\` or onto the board's focus, a task to another \`action\` or \`status\`. \`after\`: the card it follows, null for the first place. ${byName}`,
    input: z.strictObject({
      planId,
      entity,
      card,
      goal: z.optional(z.nullable(card)),
      action: z.optional(card),
      focus: z.optional(z.boolean()),
      status: z.optional(status),
      after: z.optional(z.nullable(card)),
      expectedVersion,
    }),
    output: z.strictObject({ goal: z.optional(shownGoal), action: z.optional(item), task: z.optional(task) }),
  },
  add_note: {
    title: "Add a note",
    needs: "writeTexts",
    description: `Adds a comment to one \`goal\`, \`action\` or \`task\`; with none of them a note of the plan that its members can read. \`mentions\`: members to notify. ${byName}`,
    input: z.strictObject({
      planId,
      content: text(limits.note),
      title: z.optional(text(limits.name)),
      goal: z.optional(card),
      action: z.optional(card),
      task: z.optional(card),
      mentions: z.optional(z.array(card).check(z.maxLength(100))),
    }),
    output: z.strictObject({ comment: z.optional(comment), note: z.optional(note) }),
  },
  propose_changes: {
    title: "Propose changes",
    access: "propose",
    needs: "readBoard",
    description:
      "Checks up to 200 changes against the plan and stores them as a preview for 30 minutes; apply_changes carries them out. " +
      'A created card has a ref ("new-1"), which later changes name as goalId, itemId or taskId.',
    input: z.strictObject({
      planId,
      request: z.optional(text(limits.instructions)),
      changes: strictChanges,
    }),
    output: changeSet,
  },
  apply_changes: {
    title: "Carry out proposed changes",
    rate: "assistant",
    needs: "changeBoard",
    description:
      "Carries out a proposal of yours, once, all or nothing. `only`: the positions to carry out, from 0. The result can be undone.",
    input: z.strictObject({
      id,
      only,
    }),
    output: carriedOut,
    destroys: true,
  },
  undo_changes: {
    title: "Undo",
    rate: "assistant",
    needs: "changeBoard",
    description:
      "Takes back the change set that was carried out for you last, if nobody has changed its cards since. `changeSet`: " +
      "only if it is this one.",
    input: z.strictObject({ planId, changeSet: z.optional(id) }),
    output: z.strictObject({ summary: z.string() }),
    destroys: true,
  },
  publish_drafts: {
    title: "Publish drafts",
    needs: "changeBoard",
    description: "Publishes all drafts of a plan.",
    input: z.strictObject({ planId }),
    output: drafts,
  },
  discard_drafts: {
    title: "Discard drafts",
    needs: "changeBoard",
    description: "Deletes all drafts of a plan.",
    input: z.strictObject({ planId }),
    output: drafts,
    destroys: true,
  },
} satisfies Record<string, Tool>

export type ToolName = keyof typeof list
export type InputOf<N extends ToolName> = z.output<(typeof list)[N]["input"]>
export type OutputOf<N extends ToolName> = z.output<(typeof list)[N]["output"]>

export const toolOf = (name: string): [ToolName, Tool] | undefined =>
  Object.hasOwn(list, name) ? [name as ToolName, list[name as ToolName]] : undefined

export const readsOnly = (name: ToolName): boolean => (list[name] as Tool).reads === true
export const accessNeededBy = (name: ToolName): AccessLevel =>
  (list[name] as Tool).access ?? (readsOnly(name) ? "read" : "write")
export const neededBy = (name: ToolName): Capability => list[name].needs

/** As `tools/list` answers. Made once, since the schemas of all tools take milliseconds. */
export const listed = (readOnly: boolean) => {
  const which = readOnly ? "reading" : "all"
  lists[which] ??= listOf(readOnly)
  return lists[which]
}

const lists: Partial<Record<"all" | "reading", ReturnType<typeof listOf>>> = {}

const listOf = (readOnly: boolean) =>
  Object.entries<Tool>(list)
    .filter(([, { reads }]) => reads || !readOnly)
    .map(([name, { title, description, input, output, reads = false, destroys = false }]) => ({
      name,
      title,
      description,
      inputSchema: schemaOf(input, "input"),
      outputSchema: schemaOf(output, "output"),
      annotations: {
        title,
        readOnlyHint: reads,
        destructiveHint: destroys,
        idempotentHint: reads,
        openWorldHint: false,
      },
    }))

const schemaOf = (schema: z.ZodMiniObject, io: "input" | "output") =>
  z.toJSONSchema(schema, { target: "draft-7", io, unrepresentable: "any" }) as { type: "object" }
