import type { workTexts as english } from "~/ui/my-work/texts"
import { counted, number } from "./counted"

export const workTexts: typeof english = {
  plans: "Meine Pläne",
  title: "Meine Arbeit",
  goals: "Ziele",
  tabs: "Übersicht",
  overdue: (count) => `${number(count)} überfällig`,
  showDone: "Erledigte anzeigen",
  groups: {
    overdue: "Überfällig",
    today: "Heute",
    week: "Diese Woche",
    later: "Später",
    none: "Kein Datum",
    done: "Erledigt",
  },
  doneHint: "in den letzten 30 Tagen",
  done: (task) => `Erledigt: ${task}`,
  dueOn: (date) => `Fällig ${date}`,
  noDate: "Kein Datum",
  menu: "Menü",
  undo: "Rückgängig",
  repeats: "Wiederholt sich",
  waits: "Wartet auf andere Aufgaben",
  waiting: "Wartet auf Versand",
  dueDate: "Fälligkeit",
  show: "Auf dem Board zeigen",
  moveTo: "Verschieben",
  open: "Öffnen",
  emptyTitle: "Nichts fällig.",
  emptyText: "Hier erscheinen eigene Aufgaben aus allen Plänen.",
  loading: "Die Aufgaben werden geladen",
  failedTitle: "Die Aufgaben konnten nicht geladen werden.",
  failedText: "Bitte die Verbindung prüfen und noch einmal versuchen.",
  stale: "Diese Liste ist vielleicht nicht aktuell.",
  offline: (count) =>
    count === 0
      ? "Offline."
      : `Offline. ${counted(count, { one: "# Änderung wird", other: "# Änderungen werden" })} gesendet, sobald wieder eine Verbindung besteht.`,
  stuck: (count) =>
    counted(count, {
      one: "# Änderung ließ sich seit einer Minute nicht speichern. Laneway versucht es weiter.",
      other: "# Änderungen ließen sich seit einer Minute nicht speichern. Laneway versucht es weiter.",
    }),
  ticked: (task) => `${task} ist erledigt.`,
  unticked: (task) => `${task} ist nicht erledigt.`,
  viewOnly: "Nur ansehen",
  keys: "Tastenkürzel",
  keyGroup: "Meine Arbeit",
  hints: [
    [["↑", "↓"], "Bewegen"],
    [["Leertaste"], "Erledigt"],
    [["1", "2", "3"], "Zu erledigen, In Arbeit, Erledigt"],
    [["D"], "Fälligkeit"],
    [["Enter"], "Öffnen"],
    [["B"], "Auf dem Board zeigen"],
  ],
}
