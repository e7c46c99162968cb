import * as z from "zod/mini"
import { rowShape, sentShape } from "~/contract/fields/card-fields"
import { before, entityPath, flagText, id, idText, order, planPath, planQuery, text } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"
import { checkInCalls } from "./check-in"
import { commentCalls } from "./comment"
import { keyResult } from "./key-result"

export const goal = z.object(rowShape("goal"))
export type Goal = z.output<typeof goal>

/** A goal among those of all plans, with what it is measured by. */
export const listedGoal = z.extend(
  z.pick(goal, {
    id: true,
    planId: true,
    name: true,
    color: true,
    order: true,
    completed: true,
    owner: true,
    ownerId: true,
    startDate: true,
    dueDate: true,
    status: true,
    outcome: true,
    progress: true,
    lastCheckIn: true,
  }),
  {
    planName: z.string(),
    /** Where it would be today, from 0 to 1; null without a period. */
    pace: z.nullable(z.number()),
    keyResults: z.array(keyResult),
    tasks: z.number(),
    tasksDone: z.number(),
    /** Of the last check-in. */
    note: z.string(),
  },
)
export type ListedGoal = z.output<typeof listedGoal>

/** The fields of a goal that a person may set. */
export const goalFields = z.object(sentShape("goal"))

export const goalOrder = z.array(z.object({ id, order })).check(z.maxLength(50_000))

export const goalCalls = resource({
  ...commentCalls("Goal"),
  ...checkInCalls,
  list: get("/api/Goal/plan/:planId", {
    summary: "The goals of a plan, by order.",
    access: "readBoard",
    params: planPath,
    answer: z.array(goal),
  }),
  mine: get("/api/Goal/mine", {
    summary:
      "The open goals you own, or with `all` those of all your plans, with their results, by plan and order; `completed` adds the others, `planId` names one plan.",
    access: "userOrKey",
    inPlan: "readBoard",
    query: z.object({
      all: z.optional(flagText),
      completed: z.optional(flagText),
      planId: z.optional(idText),
      before,
    }),
    paged: true,
    answer: z.array(listedGoal),
  }),
  get: get("/api/Goal/:id", {
    summary: "One goal.",
    access: "readBoard",
    params: entityPath,
    query: planQuery,
    answer: goal,
  }),
  create: post("/api/Goal", {
    summary: "Adds a goal.",
    access: "changeBoard",
    query: planQuery,
    body: z.extend(goalFields, { name: text(limits.name) }),
    answer: goal,
    status: 201,
  }),
  update: put("/api/Goal", {
    summary: "Changes the fields sent.",
    access: "changeBoard",
    query: planQuery,
    body: z.extend(goalFields, { id }),
    answer: goal,
  }),
  remove: del("/api/Goal/:id", {
    summary: "Deletes a goal with its actions, tasks, notes and files.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
  updateOrders: put("/api/Goal/UpdateOrders", {
    summary: "Reorders goals, all or nothing.",
    access: "changeBoard",
    query: planQuery,
    body: goalOrder,
    bodyName: "orders",
    status: 204,
  }),
})
