import * as z from "zod/mini"
import { flagText, idText, planPath, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"

export const planVersion = z.object({
  id: z.number(),
  createdDate: time,
  /** Null: automatic. */
  createdBy: z.nullable(z.object({ id: z.number(), userName: z.string() })),
  description: z.string(),
  goals: z.number(),
  items: z.number(),
  tasks: z.number(),
})
export type PlanVersion = z.output<typeof planVersion>

/** What restoring does to a card. `moved`: to another goal, action or column, or into or out of Focus. */
export const versionEffect = z.enum(["restored", "changed", "moved", "deleted"])
export type VersionEffect = z.output<typeof versionEffect>

export const cardChange = z.object({
  effect: versionEffect,
  entity: z.enum(["goal", "item", "task"]),
  id: z.number(),
  name: z.string(),
  /** Notes that come back with it. */
  notes: z.number(),
  /** The fields that change, by name; short values with what they are now and what they become. */
  fields: z.array(
    z.object({
      name: z.string(),
      from: z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
      to: z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
    }),
  ),
})
export type CardChange = z.output<typeof cardChange>

export const versionChanges = z.object({
  restored: z.number(),
  changed: z.number(),
  moved: z.number(),
  deleted: z.number(),
  /** Cards that change their place in a list alone. */
  reordered: z.number(),
  /** The first four, without those. */
  first: z.array(cardChange),
})
export type VersionChanges = z.output<typeof versionChanges>

export const snapshotQuery = z.object({ force: z.optional(flagText) })
export const snapshotBody = z.object({ description: z.optional(z.nullable(text(limits.description))) })
export const versionPath = z.extend(planPath, { revisionId: idText })

/** Counts of what a revert or a change set did. */
export const changeCounts = z.object({
  revisionId: z.number(),
  created: z.number(),
  updated: z.number(),
  deleted: z.number(),
})
