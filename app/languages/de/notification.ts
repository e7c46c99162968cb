import type { notificationTexts as english } from "~/ui/notification/texts"
import { counted } from "./counted"

const written = (author: string, others: number) =>
  others === 0
    ? `<b>${author}</b>`
    : `<b>${author}</b> und <b>${counted(others, { one: "# weitere Person", other: "# weitere" })}</b>`

export const notificationTexts: typeof english = {
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
  notesOn: (author, others, card) => `${written(author, others)}: Notizen zu „<b>${card}</b>“`,
  mentionedIn: (author, others, card) => `${written(author, others)}: Erwähnungen in „<b>${card}</b>“`,
  andOthers: (author, others) =>
    others === 0 ? author : `${author} und ${counted(others, { one: "# weitere Person", other: "# weitere" })}`,
  by: (author, text) => `${author}: ${text}`,
  notes: (count) => counted(count, { one: "# Notiz", other: "# Notizen" }),
  moreNotes: (count) =>
    counted(count, { one: "# weitere in den Notizen der Karte", other: "# weitere in den Notizen der Karte" }),
  somebody: "Die Integration des Plans",
  at: (when, plan) => `${when}, ${plan}`,
}
