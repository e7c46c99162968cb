import { localized } from "~/contract/language/localized"

/** Texts of the bell, its panel and the toasts. */
export const notificationTexts = localized("notificationTexts", {
  title: "Notifications",
  unread: (count: string) => `${count} unread`,
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
  at: (when: string, plan: string) => `${when}, ${plan}`,
})
