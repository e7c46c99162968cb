import * as z from "zod/mini"
import { flagText, idText, limits, planPath, text, time } from "./field"

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
