import type { searchTexts as search } from "~/ui/panel/search-texts"
import type { panel as english } from "~/ui/panel/texts"
import { counted, number } from "./counted"

export const panel: typeof english = {
  name: "Seitenleiste",
  mode: "Die Seitenleiste zeigt",
  search: "Suche",
  chat: "KI-Chat",
  toReview: "zu prüfen",
  notes: "Notizen",
  collapse: "Seitenleiste einklappen",
  more: "Mehr",
  on: "An",
  off: "Aus",
}

export const searchTexts: typeof search = {
  searchField: "Board durchsuchen",
  clear: "Suche leeren",
  noContent: "Kein Inhalt verfügbar",
  hint: "Findet Ziele, Aktionen, Aufgaben, Notizen und Dateien. Karten ohne Treffer werden abgeblendet.",
  results: "Ergebnisse",
  suggestions: "Vorschläge",
  tabs: {
    all: "Alle",
    tasks: "Aufgaben",
    items: "Aktionen",
    goals: "Ziele",
    notes: "Notizen",
    files: "Dateien",
  },
  filter: "Ergebnisse anzeigen von",
  noResults: (query) => `Keine Ergebnisse zu „${query}“`,
  resultCount: (count) => counted(count, { one: "# Ergebnis", other: "# Ergebnisse" }),
  moreResults: (count) => `${number(count)} weitere anzeigen`,
  searching: "Suche läuft",
  searchFailed: "Fehler bei der Suche. Bitte noch einmal versuchen.",
  searchIncomplete:
    "Die Suche hat zu lange gedauert, Ergebnisse können fehlen. Mit weniger oder längeren Wörtern noch einmal versuchen.",
  plan: "Plan",
  noGoal: "Kein Ziel",
  noteOf: (name) => `Notiz von ${name}`,
}
