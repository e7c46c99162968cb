import * as z from "zod/mini"
import { color, entityPath, id, idText, line, order, planQuery } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

/** The most labels of a plan. */
export const mostLabels = 100

export const label = z.object({
  id: z.number(),
  planId: z.number(),
  name: z.string(),
  color: z.string(),
  order: z.number(),
})
/** A label of a plan's actions and tasks. */
export type Label = z.output<typeof label>

const name = line(limits.name)

/** No more cards than a plan can have. */
const cards = z.array(id).check(z.maxLength(50_000))
const cardIds = z.object({ itemIds: z.optional(cards), taskIds: z.optional(cards) })
/** Cards of which a label is put on some, and taken off others. */
export type LabelledCards = z.output<typeof cardIds>

const shown = { color: z.optional(color), order: z.optional(order) }

export const labelCalls = resource({
  list: get("/api/Label", {
    summary: "The labels of a plan, by order.",
    access: "readBoard",
    query: planQuery,
    answer: z.array(label),
  }),
  create: post("/api/Label", {
    summary:
      "Adds a label; 409 with `current`, the label that has the name. Without a colour it gets the next unused one of the twelve. `id`: that of a deleted label of the plan, under which it comes back.",
    access: "changeBoard",
    query: planQuery,
    body: z.object({ ...shown, name, id: z.optional(id) }),
    answer: label,
    status: 201,
  }),
  update: put("/api/Label", {
    summary: "Changes the fields sent.",
    access: "changeBoard",
    query: planQuery,
    body: z.object({ ...shown, name: z.optional(name), id }),
    answer: label,
  }),
  remove: del("/api/Label/:id", {
    summary: "Deletes a label and takes it off its cards, which get the label `into` instead, if that is sent.",
    access: "changeBoard",
    params: entityPath,
    query: z.extend(planQuery, { into: z.optional(idText) }),
    status: 204,
  }),
  updateOrders: put("/api/Label/UpdateOrders", {
    summary: "Reorders labels, all or nothing.",
    access: "changeBoard",
    query: planQuery,
    body: z.array(z.object({ id, order })).check(z.maxLength(mostLabels)),
    bodyName: "orders",
    status: 204,
  }),
  setCards: put("/api/Label/Cards", {
    summary: "Puts a label on cards, and takes it off others, all or nothing.",
    access: "changeBoard",
    query: planQuery,
    body: z.object({ id, on: z.optional(cardIds), off: z.optional(cardIds) }),
    answer: label,
  }),
})
