import * as z from "zod/mini"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"
import { rowShape, sentShape } from "./card-fields"
import { commentCalls } from "./comment"
import { entityPath, id, order, planPath, planQuery, text } from "./field"

export const goal = z.object(rowShape("goal"))
export type Goal = z.output<typeof goal>

/** The fields of a goal that a person may set. */
export const goalFields = z.object(sentShape("goal"))

export const goalOrder = z.array(z.object({ id, order })).check(z.maxLength(50_000))

export const goalCalls = resource({
  ...commentCalls("Goal"),
  list: get("/api/Goal/plan/:planId", {
    summary: "The goals of a plan, by order.",
    access: "readBoard",
    params: planPath,
    answer: z.array(goal),
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
