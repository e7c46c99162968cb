import * as z from "zod/mini"

/** Of what a public link shows too: its visitors receive them as `boardChanged`. */
const shownEventNames = [
  "GoalAdded",
  "GoalUpdated",
  "GoalDeleted",
  "GoalOrderUpdated",
  "ItemAdded",
  "ItemUpdated",
  "ItemDeleted",
  "ItemOrderUpdated",
  "TaskAdded",
  "TaskUpdated",
  "TaskDeleted",
  "TaskOrderUpdated",
  "LabelAdded",
  "LabelUpdated",
  "LabelDeleted",
  "LabelOrderUpdated",
  "BoardUpdated",
  "PlanUpdated",
  "PlanDeleted",
  "MemberAdded",
  "MemberUpdated",
  "MemberRemoved",
] as const

/** Names of the broadcast events on `plan:{planId}`. */
export const eventNames = [
  ...shownEventNames,
  "MeetingUpdated",
  "GoalCommentAdded",
  "ItemCommentAdded",
  "TaskCommentAdded",
  "CommentUpdated",
  "CommentDeleted",
  "FileAdded",
  "FileRenamed",
  "FileDeleted",
  "NoteAdded",
  "NoteUpdated",
  "NoteDeleted",
  "ViewAdded",
  "ViewUpdated",
  "ViewDeleted",
  "ProposalAdded",
  "ProposalDecided",
] as const
export type EventName = (typeof eventNames)[number]

export const eventPayload = z.object({
  planId: z.number(),
  clientId: z.nullable(z.string()),
  actorId: z.nullable(z.number()),
  /** The agent that acted for that person, or the key, whose `actorId` is null; absent in older events. */
  agent: z.optional(z.nullable(z.string())),
  at: z.string(),
  seq: z.number(),
  /**
   * The entity as the API answers it; `{id}` for deletions, `{id,userName}`… for members, the order array for
   * …OrderUpdated; null when large.
   */
  data: z.unknown(),
  /** The entity to fetch when `data` is null. A string is realtime.send's own message id. */
  id: z.catch(z.optional(z.number()), undefined),
})
export type EventPayload = z.output<typeof eventPayload>

const shown: ReadonlySet<string> = new Set(shownEventNames)
/** Whether visitors of a plan's public link see what changed. */
export const isShownToVisitors = (event: string) => shown.has(event)

export const event = z.object({ seq: z.number(), event: z.string(), payload: eventPayload })
export type LoggedEvent = z.output<typeof event>

/** Events on `user:{userId}`: sent once, never stored. */
export const userEventNames = [
  "SendNotificationToUser",
  "UpdateNotifications",
  "NewConversationCreated",
  "MessageSent",
  "SendMessageToUser",
  "MessageDeleted",
  "ConversationReadUpdate",
  "UnreadCountUpdated",
  "MyWorkUpdated",
  /** Drafts of the plan, which cause no event of it, were added or changed. */
  "DraftsChanged",
  /** A private note of the person was added, changed or deleted; only its id is sent. */
  "PrivateNoteChanged",
] as const
export type UserEventName = (typeof userEventNames)[number]

/** Events on `conversation:{id}`: browsers broadcast them. */
export const typingEventNames = ["UserTyping", "UserStoppedTyping"] as const
export type TypingEvent = (typeof typingEventNames)[number]

/** Everything that clients may broadcast, by topic kind. */
export const clientEvents = { conversation: typingEventNames }

export const userEventPayload = z.object({
  planId: z.nullable(z.number()),
  clientId: z.nullable(z.string()),
  actorId: z.nullable(z.number()),
  /** The agent that acted for that person, or the key, whose `actorId` is null; absent in older events. */
  agent: z.optional(z.nullable(z.string())),
  at: z.string(),
  data: z.unknown(),
})

/** Tells the visitors of a public link, on `link:{id}`, that the board has changed. It carries the plan's seq. */
export const boardChanged = "BoardChanged"

export const linkTopic = (linkId: number) => `link:${linkId}`
export const planTopic = (planId: number) => `plan:${planId}`
/** What concerns one person in all their plans. */
export const userTopic = (userId: number) => `user:${userId}`
