import * as z from "zod/mini"
import { del, get, post, put, resource } from "./call"
import { commentCalls } from "./comment"
import { dueDate, entityPath, id, idText, limits, order, person, planPath, planQuery, text, time, whole } from "./field"

export const item = z.object({
  id: z.number(),
  planId: z.number(),
  goalId: z.nullable(z.number()),
  goal: z.nullable(z.object({ id: z.number(), name: z.string(), color: z.string() })),
  topic: z.string(),
  description: z.string(),
  order: z.number(),
  businessValue: z.number(),
  effortAndComplexity: z.number(),
  completed: z.boolean(),
  completedDate: z.nullable(time),
  focus: z.boolean(),
  focusOrder: z.number(),
  focusDate: z.nullable(time),
  dueDate: z.nullable(time),
  dotVoting: z.number(),
  createdById: z.nullable(z.number()),
  createdDate: time,
  modifiedDate: time,
  owner: z.nullable(person),
  type: z.number(),
  isDraft: z.boolean(),
  attachmentCount: z.number(),
  /** The owner according to an imported file, if not a member yet; null once there is an owner. */
  awaitedOwner: z.optional(z.nullable(person)),
})
/** An action, as the API answers it. */
export type Item = z.output<typeof item>

export const itemFields = z.object({
  goalId: z.optional(z.nullable(id)),
  topic: z.optional(text(limits.name)),
  description: z.optional(text(limits.description)),
  order: z.optional(order),
  businessValue: z.optional(whole(0, 10)),
  effortAndComplexity: z.optional(whole(0, 5)),
  completed: z.optional(z.boolean()),
  focus: z.optional(z.boolean()),
  focusOrder: z.optional(order),
  dueDate: z.optional(dueDate),
  dotVoting: z.optional(whole(0, 2_147_483_647)),
  ownerId: z.optional(z.nullable(id)),
  type: z.optional(whole(0, 32_767)),
  isDraft: z.optional(z.boolean()),
})

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
