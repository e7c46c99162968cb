import * as z from "zod/mini"
import { entityPath, id, line, order, planQuery, text } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

/** The most values of one field of a filter. */
const mostFiltered = 100

const several = <T extends z.ZodMiniType>(value: T) =>
  z.optional(z.array(value).check(z.minLength(1), z.maxLength(mostFiltered)))

/** Where a due day lies from today on: `week` is the rest of the person's week, `next` the one after it. */
const dueRanges = ["overdue", "today", "week", "next", "none"] as const

/** Which cards show. The values of one field are alternatives, and the fields narrow each other. */
export const filter = z.strictObject({
  /** Words that a card's texts have. */
  text: z.optional(text(limits.name)),
  /** Null: cards without an owner. */
  ownerIds: several(z.nullable(id)),
  labelIds: several(id),
  due: z.optional(z.enum(dueRanges)),
  goalIds: several(id),
  /** Of tasks; an action matches by its tasks. */
  columns: several(z.union([z.literal(0), z.literal(1), z.literal(2)], { error: "is 0, 1 or 2." })),
  /** Whether a card waits for others. */
  blocked: z.optional(z.boolean()),
  /** Cards of the person who looks. */
  mine: z.optional(z.boolean()),
})
export type Filter = z.output<typeof filter>

const layouts = ["board", "calendar"] as const

/** A filter with a name: its owner's, or shared with the plan. */
export const view = z.object({
  id: z.number(),
  planId: z.number(),
  name: z.string(),
  shared: z.boolean(),
  ownerId: z.number(),
  layout: z.enum(layouts),
  filter,
  order: z.number(),
})
export type View = z.output<typeof view>

const name = line(limits.name).check(z.refine((value) => value.trim() !== "", { error: "Enter a name." }))
const fields = {
  shared: z.optional(z.boolean()),
  layout: z.optional(z.enum(layouts)),
  filter: z.optional(filter),
  order: z.optional(order),
}

export const viewCalls = resource({
  list: get("/api/View", {
    summary: "Your views of the plan and those shared with it, in their order.",
    access: "takePart",
    query: planQuery,
    answer: z.array(view),
  }),
  create: post("/api/View", {
    summary: "Keeps a view of your own, or (shared, members who are no viewers) of the plan.",
    access: "takePart",
    query: planQuery,
    body: z.object({ name, ...fields }),
    answer: view,
    status: 201,
  }),
  update: put("/api/View", {
    summary: "Changes the fields sent: of your own view, or as an admin of a shared one.",
    access: "takePart",
    query: planQuery,
    body: z.object({ id, name: z.optional(name), ...fields }),
    answer: view,
  }),
  remove: del("/api/View/:id", {
    summary: "Deletes your own view, or as an admin a shared one.",
    access: "takePart",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
})
