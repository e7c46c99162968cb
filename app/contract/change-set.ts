import * as z from "zod/mini"
import { sentShapeWith } from "~/contract/fields/card-fields"
import { id, measure, text } from "~/contract/fields/field"
import { limits, mostBlockers, mostKeyResults } from "~/contract/shared/bounds"
import { checkInCalls } from "./check-in"

/** Changes that the assistant proposes: exactly what the preview shows is carried out, and nothing else. */

/** The most changes in one set. */
export const changesAtMost = 200
/** Milliseconds for which a proposal may be carried out. */
export const proposalLasts = 30 * 60_000

/** Names what a change of the same set creates. */
const reference = z.string().check(z.regex(/^new-[1-9]\d{0,3}$/, { error: 'A reference is "new-" and a number.' }))
const parent = z.union([id, reference], { error: 'Use an id, or the ref of an earlier change such as "new-1".' })
/** The cards that it waits for, in place of the present ones. */
const blockers = z.optional(z.array(parent).check(z.maxLength(mostBlockers)))

/** What a goal is measured by: with an id the fields of that result that change, without one a new result. */
const changedResult = z.strictObject({
  id: z.optional(id),
  name: z.optional(text(limits.name).check(z.refine((value) => value.trim() !== "", { error: "Enter a name." }))),
  unit: z.optional(text(limits.unit)),
  start: z.optional(measure),
  target: z.optional(measure),
  current: z.optional(measure),
})
export type ChangedResult = z.output<typeof changedResult>
const goalFields = z.strictObject({
  ...sentShapeWith("goal", "agent"),
  results: z.optional(z.array(changedResult).check(z.minLength(1), z.maxLength(mostKeyResults))),
  checkIn: z.optional(z.strictObject(checkInCalls.checkIn.body.shape)),
})
const itemFields = z.strictObject({
  ...sentShapeWith("item", "agent"),
  blockedByIds: blockers,
  goalId: z.optional(z.nullable(parent)),
})
const taskFields = z.strictObject({
  ...sentShapeWith("task", "agent"),
  blockedByIds: blockers,
  itemId: z.optional(parent),
})
const commentFields = z.strictObject({
  goalId: z.optional(parent),
  itemId: z.optional(parent),
  taskId: z.optional(parent),
  content: text(limits.comment),
})

/** The fields that a change may name, by entity. */
export const changeFields = { goal: goalFields, item: itemFields, task: taskFields, comment: commentFields } as const
export type ChangeFields = { [E in ChangedEntity]: z.output<(typeof changeFields)[E]> }

export const changedEntity = z.enum(["goal", "item", "task", "comment"])
export type ChangedEntity = z.output<typeof changedEntity>

/** As the outside sees it. `fields` holds those of `changeFields`; comments are only created. */
export const change = z.object({
  op: z.enum(["create", "update", "delete"]),
  entity: changedEntity,
  /** Of what exists; null for what is created. */
  id: z.nullable(id),
  /** Of what is created; later changes name it as `goalId`, `itemId` or `taskId`. */
  ref: z.nullable(reference),
  fields: z.record(z.string(), z.unknown()),
  /** The present values of `fields`; of a deletion those of the card, with the number of cards below it. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  /** Reads well to a person. */
  label: z.string(),
  /** Why a person should look twice: the change was not asked for in so many words. */
  warning: z.optional(z.string()),
})
export type Change = z.output<typeof change>

export const changeSet = z.object({
  /** Null: nothing is stored, because there are no changes or it is a dry run. */
  id: z.nullable(id),
  planId: id,
  expiresAt: z.string(),
  summary: z.string(),
  changes: z.array(change).check(z.maxLength(changesAtMost)),
})
export type ChangeSet = z.output<typeof changeSet>

const sentChange = z.object({
  op: change.shape.op,
  entity: changedEntity,
  id: z.optional(z.nullable(id)),
  ref: z.optional(z.nullable(reference)),
  fields: z.optional(z.record(z.string(), z.unknown())),
})

const sentChanges = z
  .array(sentChange)
  .check(
    z.minLength(1, { error: "has at least one change." }),
    z.maxLength(changesAtMost, { error: `has at most ${changesAtMost} changes.` }),
  )

/** A change set sent back, or a part of it: what only reads well is not needed. */
export const sentChangeSet = z.object({
  /** Null, as in the answer of a dry run: a set of one's own. */
  id: z.optional(z.nullable(id)),
  changes: sentChanges,
})
export type SentChangeSet = z.output<typeof sentChangeSet>
