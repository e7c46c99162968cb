import type { filterTexts as texts } from "~/ui/filter/texts"
import { counted, number } from "./counted"

const cards = (count: number) => counted(count, { one: "# Karte", other: "# Karten" })

export const filterTexts: typeof texts = {
  label: "Filter",
  text: "Nach Text filtern",
  clearText: "Text löschen",
  fields: { ownerIds: "Zuständig", labelIds: "Label", due: "Fällig", goalIds: "Ziel", columns: "Spalte" },
  ranges: { overdue: "Überfällig", today: "Heute", week: "Diese Woche", next: "Nächste Woche", none: "Ohne Datum" },
  me: "Ich",
  noOwner: "Niemand",
  someone: "Jemand, der nicht mehr dabei ist",
  deletedGoal: "Ein gelöschtes Ziel",
  deletedLabel: "Ein gelöschtes Label",
  searchPeople: "Personen suchen",
  nobodyFound: "Niemand gefunden.",
  cards: (matching, all) => `${number(matching)} von ${cards(all)}`,
  show: (count) => `${cards(count)} anzeigen`,
  any: "Alle",
  clear: "Aufheben",
  close: "Filterleiste schließen",
  remove: (field) => `${field} entfernen`,
  off: "Filter aufheben",
  unread: "Der Filter in dieser Adresse ist nicht lesbar.",
  words: (text) => `„${text}“`,
}
