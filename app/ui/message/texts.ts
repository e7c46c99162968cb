import { number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the chat with a member, in sentence case. */
export const message = localized("message", {
  from: (name: string) => `Message from ${name}`,
  unknownUser: "Unknown User",
  typing: "typing…",
  sent: "Sent",
  read: "Read",
  sending: "Sending",
  notSent: "Not sent",
  waiting: "Waiting to be sent",
  write: "Message",
  send: "Send",
  move: "Move the chat with the arrow keys",
  log: "Messages",
  empty: "No messages yet.",
  failed: "The messages could not be loaded.",
  olderFailed: "Older messages could not be loaded.",
  newest: "New messages",
  tooLong: (most: number) => `Use at most ${number(most)} characters.`,
  deleted: "Message deleted",
  delete: "Delete message",
  deleteForBoth: "Delete for both of you?",
  notDeleted: "The message could not be deleted.",
  gone: (name: string) => `${name} is no longer a member of this plan.`,
})
