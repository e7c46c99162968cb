// A notification as calls answer it and events bring it, which a browser checks.
import * as z from "zod/mini"
import { person, time } from "~/contract/fields/field"

/** What a notification is about; `dueSoon` and `checkIn` have no actor. */
export const notificationKinds = [
  "mention",
  "comment",
  "assigned",
  "dueSoon",
  "accepted",
  "imported",
  "restored",
  "transferred",
  "proposed",
  "decided",
  "unblocked",
  "webhookOff",
  "checkIn",
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notification = z.object({
  id: z.number(),
  title: z.string(),
  kind: z.enum(notificationKinds),
  actor: z.nullable(z.extend(person, { avatarUrl: z.optional(z.nullable(z.string())) })),
  /** The agent that acted for that person. */
  agent: z.nullable(z.string()),
  createdAt: time,
  isRead: z.boolean(),
  planId: z.number(),
  planName: z.string(),
  goalId: z.nullable(z.number()),
  itemId: z.nullable(z.number()),
  taskId: z.nullable(z.number()),
  /** How the note it is about begins, as it is now; null without one. */
  excerpt: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>
