import type { InputOf } from "~/contract/call"
import type { Entity } from "~/contract/fields/field"
import type { Problem } from "~/contract/problem"
import type { viewCalls } from "~/contract/view"
import type { PendingCall } from "../board/board-types"

export type CommentInput = { planId: number; id: number; content: string; mentions: { MentionedUserId: number }[] }
/** Without a `conversationId` the conversation of the two is found or created first. */
export type MessageInput = { planId: number; personId: number; conversationId?: number; content: string }

/** A comment, a change of one, or a message. One that the server refuses stays stored until its author removes it. */
export type TextCall = { ref: string; clientId: string } & (
  | { name: `${Entity}.addComment`; input: CommentInput }
  | { name: `${Entity}.updateComment`; input: CommentInput & { commentId: number } }
  | { name: "message.send"; input: MessageInput }
)

/** Deletes a comment, or a note of the plan. */
export type RemovalCall = { ref: string; clientId: string } & (
  | { name: `${Entity}.removeComment`; input: { planId: number; id: number; commentId: number } }
  | { name: "note.remove"; input: { planId: number; id: number } }
)

/** Brings back a card whose deletion may not have been sent yet: it follows that deletion in the queue. */
export type RestoreCall = {
  ref: string
  clientId: string
  name: "plan.restoreDeleted"
  input: { planId: number; entity: Entity; id: number }
}

type ViewInput<Name extends keyof typeof viewCalls> = InputOf<(typeof viewCalls)[Name]>

/** Saves a view of a plan, changes or deletes one. `newId`: the temporary id of a new one. */
export type ViewCall = { ref: string; clientId: string } & (
  | { name: "view.create"; input: ViewInput<"create">; newId: number }
  | { name: "view.update"; input: ViewInput<"update"> }
  | { name: "view.remove"; input: ViewInput<"remove"> }
)

export type EntryFields = Unclaimed & {
  planId: number
  userId: number
  /** Orders the entries of all tabs. */
  at: number
  /** Creates a row and was sent at least once. */
  tried?: true
  /** Why the server refused a text, or a change with something typed. */
  problem?: Problem
  /** When the server refused it, ms. The clock may have been wrong when it was typed. */
  refusedAt?: number
}

/** A call that is stored until the server answers it. `ref` is its idempotency key. */
export type OutboxEntry = (PendingCall | TextCall | RemovalCall | RestoreCall | ViewCall) & EntryFields
export type RemovalEntry = RemovalCall & EntryFields
export type ViewEntry = ViewCall & EntryFields
export type BoardEntry = PendingCall & EntryFields
/** `postponed`: the last attempt in its queue got no answer, or an error that will pass. */
export type TextEntry = TextCall & EntryFields & { postponed?: { problem?: Problem } }

const day = 86_400_000
/** How long unclaimed data stays on this device, ms. */
const unclaimedFor = 30 * day

export type Unclaimed = {
  /** When it was first found to be too old, ms. */
  lateAt?: number
}

/**
 * What to do with data stored at the time `at`: keep it, store when it was first found too old, or delete it. It is deleted a
 * day after it was first found too old, so that its owner can still see it and a wrong clock can be corrected.
 */
export const ageOf = (at: number, { lateAt }: Unclaimed): "keep" | "delete" | { lateAt: number } => {
  const now = Date.now()
  const isLate = (time: number) => Math.abs(time - at) >= unclaimedFor
  if (!isLate(now)) return "keep"
  if (lateAt === undefined || lateAt > now || !isLate(lateAt)) return { lateAt: now }
  return now - lateAt >= day ? "delete" : "keep"
}
