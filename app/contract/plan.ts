import * as z from "zod/mini"
import { accepted, before, dueDate, id, idText, planPath, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"
import { deleted, deletedPath, restored } from "./deleted"
import { event } from "./event-payload"
import { goal } from "./goal"
import { item } from "./item"
import { keyResult } from "./key-result"
import { label } from "./label"
import { changeCounts, planVersion, snapshotBody, snapshotQuery, versionChanges, versionPath } from "./plan-version"
import { planRole } from "./role"
import { task } from "./task"
import { member } from "./user"

export const plan = z.object({
  id: z.number(),
  name: z.string(),
  ownerId: z.number(),
  ownerName: z.string(),
  type: z.number(),
  planRole: z.nullable(planRole),
  lastEdit: time,
  lastSnapshot: z.nullable(time),
  snapshotDescription: z.nullable(z.string()),
  effortAndComplexityVisible: z.boolean(),
  aiInstructions: z.string(),
  /** False: nothing of the plan is sent to a model. */
  aiEnabled: z.boolean(),
  imageUrl: z.string(),
  integrationEnabled: z.boolean(),
  createdDate: time,
  /** Whether one of its cards is a draft. */
  isDraft: z.boolean(),
  /** Offered to its members when they make a plan. */
  isTemplate: z.boolean(),
  /** Read-only. */
  isArchived: z.boolean(),
  /** By the reader; absent in a board and in events. */
  starred: z.optional(z.boolean()),
})
export type Plan = z.output<typeof plan>

export const planFields = z.object({
  name: z.optional(text(limits.name)),
  type: z.optional(z.union([z.literal(0), z.literal(1)], { error: "is 0 or 1." })),
  effortAndComplexityVisible: z.optional(z.boolean()),
  aiInstructions: z.optional(text(limits.instructions)),
  aiEnabled: z.optional(z.boolean()),
  snapshotDescription: z.optional(z.nullable(text(limits.name))),
  isTemplate: z.optional(z.boolean()),
  isArchived: z.optional(z.boolean()),
})

export const board = z.object({
  seq: z.number(),
  plan,
  /** By order. */
  labels: z.array(label),
  /** Of all goals, by order. */
  keyResults: z.array(keyResult),
  goals: z.array(goal),
  items: z.array(item),
  tasks: z.array(task),
  members: z.array(member),
})
export type Board = z.output<typeof board>

/** How many of each there are; without private notes of others. Notes on cards are `comments`. */
export const contents = z.object({
  goals: z.number(),
  items: z.number(),
  tasks: z.number(),
  comments: z.number(),
  notes: z.number(),
  files: z.number(),
})
export type Contents = z.output<typeof contents>

export const drafts = z.object({ goals: z.array(goal), items: z.array(item), tasks: z.array(task) })
export type Drafts = z.output<typeof drafts>

/**
 * `seq`: that of the last event. `more`: there are later ones, after this `seq`. `drafts`: all stored drafts of the plan,
 * which cause no events; absent where they are those of the `draftsTag` that was given, and with another one where they
 * are too many for an answer: the board has them.
 */
export const changes = z.object({
  seq: z.number(),
  events: z.array(event),
  more: z.optional(z.literal(true)),
  drafts: z.optional(drafts),
  draftsTag: z.string(),
})
export type Changes = z.output<typeof changes>

export const planCalls = resource({
  list: get("/api/Plan", {
    summary: "Your plans, newest edit first.",
    access: "user",
    unpaid: "refused",
    query: z.object({ before }),
    paged: true,
    answer: z.array(plan),
  }),
  get: get("/api/Plan/Plan/:planId", { summary: "One plan.", access: "takePart", params: planPath, answer: plan }),
  contents: get("/api/Plan/:planId/contents", {
    summary: "How many goals, actions, tasks, notes and files there are in a plan, or in one of its cards.",
    access: "readBoard",
    params: planPath,
    query: z.object({ entity: z.optional(z.enum(["goal", "item", "task"])), id: z.optional(idText) }).check(
      z.refine(({ entity, id }) => (entity === undefined) === (id === undefined), {
        error: "Send entity and id, or neither.",
      }),
    ),
    answer: contents,
  }),
  board: get("/api/Plan/:planId/board", {
    summary: "The whole board of one moment, with an ETag.",
    access: "readBoard",
    params: planPath,
    answer: board,
  }),
  changes: get("/api/Plan/:planId/changes", {
    summary:
      "The events after `since`, and all drafts; 410 when `since` is no longer kept. With `more`, ask again with the `seq` of the answer. With the `draftsTag` of an answer, drafts that are still the same are left out; so are more than 1,000, or 2 MiB, which the board has.",
    access: "readBoard",
    params: planPath,
    query: z.object({
      since: z.pipe(
        z.string().check(z.regex(/^\d{1,15}$/, { error: "is a sequence number, 0 or more." })),
        z.transform(Number),
      ),
      draftsTag: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/, { error: "is that of an earlier answer." }))),
    }),
    answer: changes,
  }),
  create: post("/api/Plan", {
    summary: "Makes a plan; the caller owns it.",
    access: "user",
    inPlan: "changePlan",
    body: planFields,
    answer: plan,
    status: 201,
  }),
  createSample: post("/api/Plan/sample", {
    summary: "Makes a plan filled with an example, or fills the plan `planId`, which has no cards.",
    access: "user",
    inPlan: "changeBoard",
    body: z.object({ planId: z.optional(id) }),
    answer: plan,
    status: 201,
  }),
  copy: post("/api/Plan/:planId/copy", {
    summary:
      "Copies a plan into one of yours: everything open, with labels. With `firstDay` all dates move so that the earliest falls there. Owners who are not members of the copy are awaited. A plan of more than 2,000 cards is copied in the background (202); its task's result is the plan.",
    access: "copyPlan",
    params: planPath,
    body: z.object({
      name: text(limits.name),
      tasks: z._default(z.boolean(), true),
      notes: z._default(z.boolean(), false),
      files: z._default(z.boolean(), false),
      comments: z._default(z.boolean(), false),
      owners: z._default(z.boolean(), false),
      completed: z._default(z.boolean(), false),
      firstDay: z.optional(dueDate),
    }),
    rate: "upload",
    answer: z.union([plan, accepted]),
    status: 201,
  }),
  update: put("/api/Plan", {
    summary:
      "Changes the fields sent. An archived plan is read-only: every other change of it is a 409 until `isArchived` is false.",
    access: "changePlan",
    body: z.extend(planFields, { id }),
    answer: plan,
  }),
  remove: del("/api/Plan/:planId", {
    summary: "Deletes a plan and all of it.",
    access: "deletePlan",
    params: planPath,
    status: 204,
  }),
  setOwner: post("/api/Plan/owner", {
    logged: { as: "role changed" },
    summary: "Hands the plan over to a member. For its owner, who stays an admin of it, and SystemAdmins.",
    access: "deletePlan",
    body: z.object({ planId: id, userId: id }),
    answer: plan,
  }),
  setMemberRole: post("/api/Plan/user", {
    logged: { as: "role changed" },
    summary: "Changes a member's plan role.",
    access: "manageMembers",
    body: z.object({ planId: id, userId: id, role: planRole }),
    answer: member,
  }),
  removeMember: del("/api/Plan/user/:planId/:userId", {
    logged: { as: "role changed" },
    summary: "Removes a member, or leaves the plan.",
    access: "takePart",
    others: { param: "userId", needs: "manageMembers" },
    params: z.object({ planId: idText, userId: idText }),
    status: 204,
  }),
  revisions: get("/api/Plan/:planId/revisions", {
    summary: "The plan's versions, newest first.",
    access: "takePart",
    params: planPath,
    answer: z.array(planVersion),
  }),
  removeRevisions: del("/api/Plan/:planId/revisions", {
    summary: "Deletes all versions of the plan.",
    access: "restore",
    params: planPath,
    status: 204,
  }),
  revisionChanges: get("/api/Plan/:planId/revisions/:revisionId/changes", {
    summary: "What restoring a version would change: how many cards, and the first of them.",
    access: "restore",
    params: versionPath,
    answer: versionChanges,
  }),
  snapshot: post("/api/Plan/:planId/snapshot", {
    summary:
      "Keeps the plan as it is now. Without `force`, and nothing changed since the newest version, that one (200).",
    access: "keepVersions",
    params: planPath,
    query: snapshotQuery,
    body: snapshotBody,
    answer: planVersion,
    status: 201,
  }),
  restore: post("/api/Plan/:planId/restore/:revisionId", {
    summary: "Makes goals, actions and tasks what the version holds; the present state is kept as a version first.",
    access: "restore",
    params: versionPath,
    answer: plan,
  }),
  revert: post("/api/Plan/revert/:planId", {
    summary: "Undoes a change of the audit log and all later ones.",
    access: "restore",
    params: planPath,
    body: z.object({ auditId: id }),
    answer: changeCounts,
  }),
  export: get("/api/Plan/:planId/export", {
    logged: { as: "exported" },
    summary:
      "The whole plan as a file: JSON that can be imported again, a zip of it with the plan's files, CSV, a Markdown outline, or a calendar of due dates.",
    access: "readBoard",
    params: planPath,
    query: z.object({ format: z._default(z.enum(["json", "csv", "md", "ics", "zip"]), "json") }),
  }),
  import: post("/api/Plan/import", {
    summary:
      "Makes a plan of a file (form: file): JSON or the zip of a plan, CSV, a board exported by Trello, or a Markdown outline. A time of a Trello board is a day in the form's `timeZone`, or in the person's. `leftOut`: sentences about what was left out, cut or became text.",
    access: "user",
    inPlan: "changePlan",
    form: true,
    formFields: z.object({ timeZone: z.optional(z.string()) }),
    rate: "upload",
    answer: z.extend(plan, {
      leftOut: z.array(z.string()),
      /** Owners who are not members of the new plan. A person with the address becomes the owner on joining. */
      awaited: z.array(z.object({ userName: z.string(), email: z.nullable(z.string()) })),
    }),
    status: 201,
  }),
  deleted: get("/api/Plan/:planId/deleted", {
    summary: "Goals, actions and tasks deleted in the last 30 days, newest first, each deletion once, at its top.",
    access: "restore",
    params: planPath,
    query: z.object({ before }),
    paged: true,
    answer: z.array(deleted),
  }),
  restoreDeleted: post("/api/Plan/:planId/deleted/:entity/:id/restore", {
    summary: "Brings a deleted goal, action or task back with all that went with it.",
    access: "restore",
    params: deletedPath,
    answer: restored,
  }),
  image: get("/api/Plan/:planId/image", {
    summary: "The plan's picture, or the default one.",
    access: "takePart",
    params: planPath,
    query: z.object({ ts: z.optional(z.string()) }),
  }),
  setImage: post("/api/Plan/:planId/image", {
    summary: "Gives the plan a picture, cut to 145 by 135.",
    access: "changePlan",
    params: planPath,
    form: true,
    rate: "upload",
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  removeImage: del("/api/Plan/:planId/image", {
    summary: "Back to the default picture.",
    access: "changePlan",
    params: planPath,
    status: 204,
  }),
})
