/** Texts of the chat with a member, in sentence case. */
export const message = {
  from: (name: string) => `Message from ${name}`,
  unknownUser: "Unknown User",
  typing: "typing…",
  sent: "Sent",
  read: "Read",
  sending: "Sending",
  notSent: "Not sent",
  write: "Message",
  send: "Send",
  move: "Move the chat with the arrow keys",
  log: "Messages",
  empty: "No messages yet.",
  failed: "The messages could not be loaded.",
  newest: "New messages",
  tooLong: (most: number) => `Use at most ${most} characters.`,
  gone: (name: string) => `${name} is no longer a member of this plan.`,
} as const
