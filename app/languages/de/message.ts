import type { message as english } from "~/ui/message/texts"
import { number } from "./counted"

export const message: typeof english = {
  from: (name) => `Nachricht von ${name}`,
  unknownUser: "Unbekannte Person",
  typing: "schreibt …",
  sent: "Gesendet",
  read: "Gelesen",
  sending: "Wird gesendet",
  notSent: "Nicht gesendet",
  waiting: "Wartet auf Versand",
  write: "Nachricht",
  send: "Senden",
  move: "Chat mit den Pfeiltasten verschieben",
  log: "Nachrichten",
  empty: "Noch keine Nachrichten.",
  failed: "Die Nachrichten konnten nicht geladen werden.",
  olderFailed: "Ältere Nachrichten konnten nicht geladen werden.",
  newest: "Neue Nachrichten",
  tooLong: (most) => `Höchstens ${number(most)} Zeichen sind möglich.`,
  deleted: "Nachricht gelöscht",
  delete: "Nachricht löschen",
  deleteForBoth: "Für beide löschen?",
  notDeleted: "Die Nachricht konnte nicht gelöscht werden.",
  gone: (name) => `${name} ist nicht mehr Mitglied dieses Plans.`,
}
