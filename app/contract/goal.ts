import * as z from "zod/mini"
import { del, get, post, put, resource } from "./call"
import { commentCalls } from "./comment"
import { color, entityPath, id, limits, order, person, planPath, planQuery, text, time, whole } from "./field"

export const goal = z.object({
  id: z.number(),
  planId: z.number(),
  name: z.string(),
  description: z.string(),
  explanation: z.string(),
  color: z.string(),
  order: z.number(),
  completed: z.boolean(),
  createdDate: time,
  modifiedDate: time,
  createdBy: person,
  isDraft: z.boolean(),
  type: z.number(),
  iconName: z.nullable(z.string()),
  imageBase64: z.nullable(z.string()),
  videoLink: z.nullable(z.string()),
  downloadLink: z.nullable(z.string()),
})
export type Goal = z.output<typeof goal>

/** Only addresses of the web: a `javascript:` link would run as the reader. Empty: none. */
const isWebAddress = (value: string) =>
  value === "" || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))

const link = z.nullable(
  text(2_000).check(z.refine(isWebAddress, { error: "is an address that begins with https:// or http://." })),
)

/** The fields of a goal that a person may set. */
export const goalFields = z.object({
  name: z.optional(text(limits.name)),
  description: z.optional(text(limits.description)),
  explanation: z.optional(text(limits.description)),
  color: z.optional(color),
  order: z.optional(order),
  completed: z.optional(z.boolean()),
  isDraft: z.optional(z.boolean()),
  type: z.optional(whole(0, 32_767)),
  iconName: z.optional(z.nullable(text(100))),
  imageBase64: z.optional(z.nullable(text(400_000))),
  videoLink: z.optional(link),
  downloadLink: z.optional(link),
})

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
