import * as z from "zod/mini"
import { rowShape, sentShape, type TaskType, taskType } from "~/contract/fields/card-fields"
import {
  before,
  day,
  entityPath,
  flagText,
  id,
  idText,
  order,
  planPath,
  planQuery,
  text,
  timeText,
} from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"
import { commentCalls } from "./comment"
import { limitText } from "./note"

export type { NextTask, RecurrenceStart, TaskType } from "~/contract/fields/card-fields"

export const task = z.object(rowShape("task"))
export type Task = z.output<typeof task>

/** A task among all of a person's. `itemTopic`: the action's name, as its card shows it. */
export const ownTask = z.extend(task, {
  planName: z.string(),
  itemTopic: z.string(),
  goalName: z.nullable(z.string()),
  /** Of a search: the names of its labels, where it has some. */
  labelNames: z.optional(z.array(z.string())),
})
export type OwnTask = z.output<typeof ownTask>

export const taskFields = z.object(sentShape("task"))

/** The most tasks that one answer of `find` has. */
export const taskPage = 500

const columnText = z.pipe(
  z.string().check(z.regex(/^[012]$/, { error: "is 0 (to do), 1 (doing) or 2 (done)." })),
  z.transform((value) => Number(value) as TaskType),
)

export const taskOrder = z
  .array(z.object({ id, order, complete: z.optional(z.boolean()), type: z.optional(taskType), itemId: z.optional(id) }))
  .check(z.maxLength(50_000))

export const taskCalls = resource({
  ...commentCalls("Task"),
  list: get("/api/Task/plan/:planId", {
    summary: "The tasks of a plan, by order.",
    access: "readBoard",
    params: planPath,
    answer: z.array(task),
  }),
  mine: get("/api/Task/mine", {
    summary:
      "The tasks you own in all your plans, by due date, those without one last, then by plan. By default the open ones of open actions; `done` adds the others, `doneSince` only those done since then; `planId` names one plan.",
    access: "user",
    inPlan: "readBoard",
    query: z.object({
      done: z.optional(flagText),
      doneSince: z.optional(timeText),
      planId: z.optional(idText),
      before,
    }),
    paged: true,
    answer: z.array(ownTask),
  }),
  find: get("/api/Task/find", {
    summary:
      "Tasks of a plan, or of all your plans, by due date, those without one last, then by plan: of an owner, an action or a goal, in a column (without one the open tasks of open actions), due from a day and before another, or without a due date, with a label, or waiting for an open task.",
    access: "userOrKey",
    inPlan: "readBoard",
    query: z.object({
      planId: z.optional(idText),
      ownerId: z.optional(idText),
      ownerName: z.optional(text(limits.person)),
      goalId: z.optional(idText),
      itemId: z.optional(idText),
      column: z.optional(columnText),
      from: z.optional(day),
      until: z.optional(day),
      undated: z.optional(flagText),
      labelId: z.optional(idText),
      labelName: z.optional(text(limits.name)),
      blocked: z.optional(flagText),
      limit: z.optional(limitText(taskPage)),
      before,
    }),
    paged: true,
    answer: z.array(ownTask),
  }),
  overdue: get("/api/Task/mine/overdue", {
    summary: "How many of your open tasks are due before a day.",
    access: "user",
    query: z.object({ day }),
    answer: z.object({ overdue: z.number() }),
  }),
  get: get("/api/Task/:id", {
    summary: "One task.",
    access: "readBoard",
    params: entityPath,
    query: planQuery,
    answer: task,
  }),
  create: post("/api/Task", {
    summary: "Adds a task to an action.",
    access: "changeBoard",
    query: planQuery,
    body: z.extend(taskFields, { itemId: id, description: text(limits.description) }),
    answer: task,
    status: 201,
  }),
  update: put("/api/Task", {
    summary: "Changes the fields sent.",
    access: "changeBoard",
    query: planQuery,
    body: z.extend(taskFields, { id }),
    answer: task,
  }),
  copy: post("/api/Task/:id/copy", {
    summary:
      "Copies a task, without comments and files: behind it, or to the end of the action `itemId`. A done one is copied to To Do.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    body: z.object({ itemId: z.optional(id) }),
    answer: task,
    status: 201,
  }),
  remove: del("/api/Task/:id", {
    summary: "Deletes a task with its notes and files.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
  updateOrders: put("/api/Task/UpdateOrders", {
    summary: "Reorders and moves tasks, all or nothing.",
    access: "changeBoard",
    query: planQuery,
    body: taskOrder,
    bodyName: "orders",
    status: 204,
  }),
})
