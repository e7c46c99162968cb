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
  "KeyResultAdded",
  "KeyResultUpdated",
  "KeyResultDeleted",
  "KeyResultOrderUpdated",
  "GoalCheckedIn",
  "GoalCheckInDeleted",
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

const shown: ReadonlySet<string> = new Set(shownEventNames)
/** Whether visitors of a plan's public link see what changed. */
export const isShownToVisitors = (event: string) => shown.has(event)

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

/** Tells the visitors of a public link, on `link:{id}`, that the board has changed. It carries the plan's seq. */
export const boardChanged = "BoardChanged"

export const linkTopic = (linkId: number) => `link:${linkId}`
export const planTopic = (planId: number) => `plan:${planId}` as const
/** What concerns one person in all their plans. */
export const userTopic = (userId: number) => `user:${userId}` as const
