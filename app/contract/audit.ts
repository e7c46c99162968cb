import * as z from "zod/mini"
import { get, resource } from "./call"
import { entityPath, idText, person, planPath, planQuery, time } from "./field"

export const auditEntry = z.object({
  id: z.number(),
  /** goal, item, task, plan, userplan, invitation, comment, file, note. */
  entityType: z.string(),
  entityId: z.number(),
  /** create, update, delete, restore; `reorder`: an update of the order alone. */
  action: z.string(),
  /** One sentence as HTML: escaped text and `<b>`, `<del>` (what was), `<ins>` (what is). */
  message: z.string(),
  createdDate: time,
  createdBy: person,
})
export type AuditEntry = z.output<typeof auditEntry>

/** Entries per page; a page with fewer is the last. */
export const logPageRows = 100

const page = { before: z.optional(idText) }
const boardType = z.enum(["goal", "item", "task"])
const below = z.extend(planQuery, { ...page, type: z.optional(boardType) })

const answer = z.array(auditEntry)

export const auditCalls = resource({
  ofPlan: get("/api/Audit/unified/plan/:planId", {
    summary: "What was changed in a plan, newest first, 100 a page; people and invitations for admins.",
    access: "takePart",
    params: planPath,
    query: z.object(page),
    answer,
  }),
  ofGoal: get("/api/Audit/unified/goal/:id", {
    summary: "What was changed in a goal, its actions and their tasks; `type` keeps the entries of one kind.",
    access: "takePart",
    params: entityPath,
    query: below,
    answer,
  }),
  ofItem: get("/api/Audit/unified/item/:id", {
    summary: "What was changed in an action and its tasks; `type` keeps the entries of one kind.",
    access: "takePart",
    params: entityPath,
    query: below,
    answer,
  }),
  ofTask: get("/api/Audit/unified/task/:id", {
    summary: "What was changed in a task.",
    access: "takePart",
    params: entityPath,
    query: below,
    answer,
  }),
  ofInvitation: get("/api/Audit/unified/invitation/:id", {
    summary: "What became of an invitation.",
    access: "manageMembers",
    params: entityPath,
    query: z.extend(planQuery, page),
    answer,
  }),
  ofMember: get("/api/Audit/unified/userplan/:id", {
    summary: "What was changed in a person's membership of the plan.",
    access: "manageMembers",
    params: entityPath,
    query: z.extend(planQuery, page),
    answer,
  }),
})
