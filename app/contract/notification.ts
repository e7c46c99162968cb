import * as z from "zod/mini"
import { get, put, resource } from "./call"
import { before, entityPath, idText, planQuery, time } from "./field"

export const notification = z.object({
  id: z.number(),
  title: z.string(),
  createdAt: time,
  isRead: z.boolean(),
  planId: z.number(),
  goalId: z.nullable(z.number()),
  itemId: z.nullable(z.number()),
  taskId: z.nullable(z.number()),
})
export type Notification = z.output<typeof notification>

export const notificationCalls = resource({
  list: get("/api/notification/:userId", {
    summary: "Your notifications of a plan, newest first.",
    access: "takePart",
    self: "userId",
    params: z.object({ userId: idText }),
    query: z.extend(planQuery, { before }),
    paged: true,
    answer: z.array(notification),
  }),
  read: put("/api/notification/:id/read", {
    summary: "Marks one of your notifications read.",
    access: "takePart",
    params: entityPath,
    query: planQuery,
    status: 204,
  }),
})
