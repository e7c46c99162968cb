import type { calendarTexts as texts } from "~/ui/calendar/texts"
import { counted } from "./counted"

export const calendarTexts: typeof texts = {
  layout: "Monat oder Woche",
  layouts: { calendar: "Monat", week: "Woche" },
  previous: { calendar: "Voriger Monat", week: "Vorige Woche" },
  next: { calendar: "Nächster Monat", week: "Nächste Woche" },
  today: "Heute",
  tomorrow: "Morgen",
  overdue: "Überfällig",
  undated: "Ohne Datum",
  allDated: "Jede offene Karte hat ein Datum.",
  nothingDue: "Nichts ist fällig.",
  week: (number) => `Woche ${number}`,
  weekNumber: "Kalenderwoche",
  kinds: { item: "Aktion", task: "Aufgabe" },
  late: "überfällig",
  repeats: "wiederholt sich",
  waits: "wartet auf andere",
  more: (count) => `${count} weitere`,
  moreOn: (count, day) => `${count} weitere am ${day}`,
  showMore: (count) => `${count} weitere anzeigen`,
  cardsOn: (day, count) => `${day}, ${counted(count, { one: "# Karte", other: "# Karten" })}`,
  lifted: (name) =>
    `Aufgenommen: ${name}. Pfeiltasten wählen einen Tag, die Rücktaste nimmt das Datum weg, die Leertaste legt ab, Escape bricht ab.`,
  dropped: (name, day) => `${name} ist am ${day} fällig.`,
  cleared: (name) => `${name} hat kein Datum mehr.`,
  cancelled: (name) => `${name} bleibt, wo es war.`,
  sheet: { due: "Fälligkeit", showOnBoard: "Auf dem Board zeigen", open: "Öffnen" },
}
