import type { notificationTexts as english } from "~/ui/notification/texts"

export const notificationTexts: typeof english = {
  title: "Benachrichtigungen",
  unread: (count) => `${count} ungelesen`,
  empty: "Alle Benachrichtigungen sind gelesen",
  failed: "Die Benachrichtigungen konnten nicht geladen werden.",
  markAllRead: "Alle gelesen",
  notMarked: "Die Benachrichtigung konnte nicht als gelesen markiert werden.",
  sound: "Ton",
  soundHint: "Spielt bei jeder Benachrichtigung einen Ton ab",
  onDevice: {
    off: "Auch auf diesem Gerät zeigen, wenn Laneway geschlossen ist",
    on: "Auf diesem Gerät eingeschaltet",
    blocked: "Vom Browser gesperrt. Benachrichtigungen für diese Seite erlauben und dann zurückkommen.",
  },
  asking: "Der Browser fragt gerade. „Zulassen“ wählen.",
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  isUnread: "Ungelesen.",
  commentAdded: (by) => `${by} hat eine Notiz hinzugefügt`,
  at: (when, plan) => `${when}, ${plan}`,
}
