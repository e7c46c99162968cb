import * as z from "zod/mini"
import { entityPath, id, measure, order, planQuery, text, time } from "~/contract/fields/field"
import { limits, mostKeyResults } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

/** What a goal is measured by, from `start` to `target`, which may lie below it. */
export const keyResult = z.object({
  id: z.number(),
  planId: z.number(),
  goalId: z.number(),
  name: z.string(),
  unit: z.string(),
  start: z.number(),
  target: z.number(),
  current: z.number(),
  order: z.number(),
  modifiedDate: time,
})
export type KeyResult = z.output<typeof keyResult>

const name = text(limits.name).check(z.refine((value) => value.trim() !== "", { error: "Enter a name." }))
const shown = { unit: z.optional(text(limits.unit)), order: z.optional(order) }
/** `current` is the start unless sent. */
const values = { start: measure, target: measure, current: z.optional(measure) }

export const keyResultCalls = resource({
  list: get("/api/KeyResult", {
    summary: "The results of a plan's goals, by order.",
    access: "readBoard",
    query: planQuery,
    answer: z.array(keyResult),
  }),
  create: post("/api/KeyResult", {
    summary: `Adds a result to a goal, which has at most ${mostKeyResults}.`,
    access: "changeBoard",
    query: planQuery,
    body: z.object({ ...shown, ...values, goalId: id, name }),
    answer: keyResult,
    status: 201,
  }),
  update: put("/api/KeyResult", {
    summary: "Changes the fields sent. A result stays with its goal.",
    access: "changeBoard",
    query: planQuery,
    body: z.object({
      ...shown,
      name: z.optional(name),
      start: z.optional(measure),
      target: z.optional(measure),
      current: z.optional(measure),
      /** The one that it has. */
      goalId: z.optional(id),
      id,
    }),
    answer: keyResult,
  }),
  remove: del("/api/KeyResult/:id", {
    summary: "Deletes a result. Its values in check-ins return with it for 30 days.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
  restore: post("/api/KeyResult/:id/restore", {
    summary: "Brings back a result that was deleted in the last 30 days, with these values.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    body: z.object({ ...shown, ...values, goalId: id, name }),
    answer: keyResult,
  }),
  updateOrders: put("/api/KeyResult/UpdateOrders", {
    summary: "Reorders the results of a goal, all or nothing.",
    access: "changeBoard",
    query: planQuery,
    body: z.array(z.object({ id, order })).check(z.maxLength(mostKeyResults)),
    bodyName: "orders",
    status: 204,
  }),
})
