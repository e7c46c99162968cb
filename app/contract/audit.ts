import * as z from "zod/mini"
import { entityPath, idText, person, planPath, planQuery, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { get, resource } from "./call"

const via = z.enum(["web", "key", "agent", "assistant", "import"])

export const auditEntry = z.object({
  id: z.number(),
  /** goal, item, task, label, plan, userplan, invitation, comment, file, note. */
  entityType: z.string(),
  entityId: z.number(),
  /** create, update, delete, restore; `reorder`: an update of the order alone. */
  action: z.string(),
  /** One sentence as HTML: escaped text and `<b>`, `<del>` (what was), `<ins>` (what is). */
  message: z.string(),
  createdDate: time,
  /** A key's entry has no id, and the key's name. */
  createdBy: person,
  /** The agent that did it for that person. */
  agent: z.nullable(z.string()),
  via,
  /** The proposal that was applied or rejected. */
  proposal: z.optional(z.number()),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Entries per page; a page with fewer is the last. */
export const logPageRows = 100

const page = { before: z.optional(idText) }

/** Entries per page of `changes`. */
export const changesPage = 500

const fields = z.nullable(z.record(z.string(), z.unknown()))

export const loggedChange = z.object({
  /** The plan's `seq` after the call that made it: all changes of one call have the same. */
  seq: z.number(),
  at: time,
  actor: person,
  agent: z.nullable(z.string()),
  via,
  entity: z.string(),
  id: z.number(),
  op: z.enum(["create", "update", "delete", "restore"]),
  /** The changed fields; the whole row of one that was deleted, without texts once it cannot be read any more. */
  before: fields,
  after: fields,
})
export type LoggedChange = z.output<typeof loggedChange>

/** What `changes` may be narrowed to; the last two are for admins. */
const loggedEntities = [
  "goal",
  "item",
  "task",
  "label",
  "keyResult",
  "checkIn",
  "comment",
  "file",
  "note",
  "view",
  "prompt",
  "plan",
  "userplan",
  "invitation",
] as const

const seqText = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, { error: "is a number of the plan's changes (`seq`)." })),
  z.transform(Number),
)
const boardType = z.enum(["goal", "item", "task"])
const below = z.extend(planQuery, { ...page, type: z.optional(boardType) })

const answer = z.array(auditEntry)

export const auditCalls = resource({
  ofPlan: get("/api/Audit/unified/plan/:planId", {
    summary:
      "What was changed in a plan, newest first, 100 a page; people and invitations for admins. `agent`: by this agent or key alone.",
    access: "takePart",
    params: planPath,
    query: z.object({ ...page, agent: z.optional(text(limits.person)) }),
    answer,
  }),
  changes: get("/api/Audit/changes/:planId", {
    summary:
      "The plan's log as data, oldest first, 500 a page: with `since`, changes after that `seq`, with `before` those before it, of an `entity` or one row of it. A page ends with a whole call, so it may be shorter, or one call long; the last one is empty.",
    access: "readBoard",
    params: planPath,
    query: z.object({
      since: z.optional(seqText),
      before: z.optional(seqText),
      entity: z.optional(z.enum(loggedEntities)),
      id: z.optional(idText),
    }),
    answer: z.array(loggedChange),
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
