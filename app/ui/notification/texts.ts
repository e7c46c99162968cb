import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the bell, its panel and the toasts. */
export const notificationTexts = localized("notificationTexts", {
  empty: "You have read all notifications",
  failed: "The notifications could not be loaded.",
  markAllRead: "Mark all read",
  notMarked: "The notification could not be marked read.",
  sound: "Sound",
  soundHint: "Plays a sound with each notification",
  onDevice: {
    off: "Get these on this device when Laneway is closed",
    on: "On for this device",
    blocked: "Blocked by the browser. Allow notifications for this site, then come back.",
  },
  asking: "Your browser is asking. Choose Allow.",
  turnOn: "Turn on",
  turnOff: "Turn off",
  isUnread: "Unread.",
  commentAdded: (by: string) => `A comment was added by ${by}`,
  /** HTML of escaped names: who wrote notes on a card. */
  notesOn: (author: string, others: number, card: string) => `${written(author, others)} commented on “<b>${card}</b>”`,
  mentionedIn: (author: string, others: number, card: string) =>
    `${written(author, others)} mentioned you in “<b>${card}</b>”`,
  andOthers: (author: string, others: number) =>
    others === 0 ? author : `${author} and ${counted(others, { one: "# other", other: "# others" })}`,
  by: (author: string, text: string) => `${author}: ${text}`,
  notes: (count: number) => counted(count, { one: "# note", other: "# notes" }),
  moreNotes: (count: number) =>
    counted(count, { one: "# more in the card’s notes", other: "# more in the card’s notes" }),
  somebody: "The plan’s integration",
  at: (when: string, plan: string) => `${when}, ${plan}`,
})

const written = (author: string, others: number) =>
  others === 0
    ? `<b>${author}</b>`
    : `<b>${author}</b> and <b>${counted(others, { one: "# other", other: "# others" })}</b>`
