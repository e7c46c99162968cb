import type { threadTexts as english } from "~/ui/threads/texts"
import { counted, number } from "./counted"

export const threadTexts: typeof english = {
  title: "Threads",
  board: "Board",
  search: "Inhalt der Threads durchsuchen …",
  clear: "Suche leeren",
  expandAll: "Alle ausklappen",
  collapseAll: "Alle einklappen",
  loading: "Threads werden geladen …",
  failed: "Fehler beim Laden der Threads",
  none: "Keine Threads gefunden.",
  noGoal: "Kein Ziel",
  expand: (name) => `${name} ausklappen`,
  collapse: (name) => `${name} einklappen`,
  comments: (count) => counted(count, { one: "# Notiz", other: "# Notizen" }),
  found: (found, total) => `${number(found)} von ${number(total)}`,
  more: (count) => `${number(count)} weitere anzeigen`,
  replyHint: "Enter sendet, Umschalt+Enter beginnt eine neue Zeile, Esc schließt und behält den Text.",
  keyGroup: "Threads",
  keys: [
    ["↑, ↓", "Bewegen"],
    ["→, ←", "Ausklappen, einklappen"],
    ["Pos1, Ende", "Erste, letzte"],
    ["R", "Antworten"],
    ["Enter", "Dialog der Karte öffnen"],
    ["/", "Suche"],
    ["?", "Diese Liste"],
  ],
}
