import * as z from "zod/mini"
import { rowShape, sentShape } from "~/contract/fields/card-fields"
import { entityPath, id, idText, order, planPath, planQuery } from "~/contract/fields/field"
import { del, get, post, put, resource } from "./call"
import { commentCalls } from "./comment"

export const item = z.object(rowShape("item"))
/** An action, as the API answers it. */
export type Item = z.output<typeof item>

export const itemFields = z.object(sentShape("item"))

export const itemOrder = z.array(z.object({ id, order, focus: z.optional(z.boolean()) })).check(z.maxLength(50_000))

export const itemCalls = resource({
  ...commentCalls("Item"),
  list: get("/api/Item/plan/:planId", {
    summary: "The actions of a plan, by order.",
    access: "readBoard",
    params: planPath,
    answer: z.array(item),
  }),
  get: get("/api/Item/:id", {
    summary: "One action.",
    access: "readBoard",
    params: entityPath,
    query: planQuery,
    answer: item,
  }),
  create: post("/api/Item", {
    summary: "Adds an action.",
    access: "changeBoard",
    query: planQuery,
    body: itemFields,
    answer: item,
    status: 201,
  }),
  update: put("/api/Item/:id", {
    summary: "Changes the fields sent; completed true or false completes or reopens it.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    body: itemFields,
    answer: item,
  }),
  copy: post("/api/Item/:id/copy", {
    summary:
      "Copies an action with its open tasks, without comments and files: behind it, or into the goal `goalId`. `tasks`: the copies, each of which task.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    body: z.object({ goalId: z.optional(z.nullable(id)) }),
    answer: z.extend(item, { tasks: z.array(z.object({ id: z.number(), copyOf: z.number() })) }),
    status: 201,
  }),
  remove: del("/api/Item/:id", {
    summary: "Deletes an action with its tasks, notes and files.",
    access: "changeBoard",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
  updateOrders: put("/api/Item/UpdateOrders", {
    summary: "Reorders actions in the list, all or nothing; focus, when sent, is written too.",
    access: "changeBoard",
    query: planQuery,
    body: itemOrder,
    bodyName: "orders",
    status: 204,
  }),
  updateFocusOrders: put("/api/Item/UpdateFocusOrders", {
    summary: "Reorders the lanes, all or nothing: writes focus and focusOrder.",
    access: "changeBoard",
    query: planQuery,
    body: itemOrder,
    bodyName: "orders",
    status: 204,
  }),
  moveActionToGoal: put("/api/Item/MoveActionToGoal", {
    summary: "Moves an action to another goal; its tasks take the goal and its colour.",
    access: "changeBoard",
    query: z.object({ planId: idText, itemId: idText, goalId: idText }),
    answer: item,
  }),
})
