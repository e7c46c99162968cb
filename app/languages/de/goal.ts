import type {
  checkIns as checkInsEnglish,
  outcomes as outcomesEnglish,
  periods as periodsEnglish,
  results as resultsEnglish,
} from "~/ui/dialog/goal/texts"
import type { goalTexts as texts } from "~/ui/goal/texts"
import { counted, number } from "./counted"

export const goalTexts: typeof texts = {
  status: ["Auf Kurs", "Gefährdet", "Vom Kurs ab"],
  ahead: (points) => `${points} voraus`,
  behind: (points) => `${points} zurück`,
  aheadOfPace: (points) => `dem Soll ${points} Punkte voraus`,
  behindPace: (points) => `${points} Punkte hinter dem Soll`,
  onPace: "Im Soll",
  ofTasks: (done, all) => `${number(done)} von ${counted(all, { one: "# Aufgabe", other: "# Aufgaben" })}`,
  shortOfTasks: (done, all) => `${number(done)} von ${number(all)}`,
  noTasksYet: "Noch keine Aufgaben",
  today: "heute",
  chart: (from, to, current) =>
    `Fortschritt bei jedem Check-in, vom ${from} bis zum ${to}${current && `; heute ${current}`}.`,
}

export const results: typeof resultsEnglish = {
  add: "Ergebnis hinzufügen",
  most: "Mehr als zehn Ergebnisse gibt es nicht",
  none: "Noch keine Ergebnisse",
  noneText:
    "Was ist anders, wenn dieses Ziel erreicht ist? Eine Zahl für den Anfang und eine, die erreicht werden soll.",
  noneHere: "Dieses Ziel hat keine Ergebnisse.",
  checkInWithout: "Check-in ohne Ergebnisse",
  list: "Ergebnisse",
  name: "Ergebnis",
  nameHint: "Was wird anders sein?",
  start: "Anfang",
  current: "Jetzt",
  target: "Zielwert",
  unit: "Einheit",
  unitHint: "km, %, €…",
  keys: "Enter behält, Esc stellt wieder her. Pfeil auf und ab zählen.",
  drop: "Dieses Ergebnis verwerfen",
  up: "Nach oben",
  down: "Nach unten",
  deleted: (name) => `Ergebnis gelöscht: ${name}`,
  faults: {
    name: "Bitte einen Namen für das Ergebnis eingeben.",
    number: "Bitte eine Zahl eingeben, zum Beispiel 12,5.",
    decimals: "Zahlen haben höchstens vier Nachkommastellen.",
    large: "Zahlen gehen bis 100.000.000.000.",
    same: "Der Zielwert muss sich vom Anfang unterscheiden.",
  },
}

export const checkIns: typeof checkInsEnglish = {
  checkIn: "Check-in",
  section: "Check-ins",
  confidenceOf: (confidence) => `Zuversicht ${confidence} von 10`,
  confidence: (confidence) => `Zuversicht ${confidence}`,
  more: "Mehr",
  less: "Weniger",
  older: "Ältere Check-ins anzeigen",
  failed: "Fehler beim Laden der Check-ins",
  historyOf: "Fortschritt von",
  allResults: "Alle Ergebnisse",
  deletedResult: "Gelöschtes Ergebnis",
  skipped: (weeks) => counted(weeks, { one: "# Woche ohne Check-in", other: "# Wochen ohne Check-in" }),
  form: {
    since: (day, ago) => `Seit dem letzten am ${day}, ${ago}`,
    first: "Der erste Check-in dieses Ziels",
    status: "STATUS",
    chooseStatus: "Bitte einen Status wählen.",
    confidence: "ZUVERSICHT",
    confidenceHint: "Dass es erreicht wird",
    confidenceBy: (day) => `Dass es bis zum ${day} erreicht wird`,
    last: (value) => `zuletzt ${value}`,
    values: "WERTE",
    note: "NOTIZ",
    fromLog: "Was seither geschah, aus dem Protokoll",
    clear: "Leeren",
    before: "Zuletzt",
    start: "Anfang",
    now: "Jetzt",
    ofTarget: (target) => `von ${target}`,
    you: "dieser Person",
    next: "Check-in, nächstes Ziel",
    skip: "Überspringen",
    ofMany: (index, all) => `${index} von ${all}`,
    other: (who, ago, status, confidence) =>
      `Check-in von ${who} ${ago}: ${status}${confidence && `, Zuversicht ${confidence}`}. Dieser kommt danach.`,
    offline: "Offline. Wird gesendet, sobald wieder eine Verbindung besteht.",
    done: (name) => `Check-in gespeichert: ${name}`,
  },
}

export const outcomes: typeof outcomesEnglish = {
  question: "Ziel abschließen?",
  outcome: "Ausgang",
  at: (name, progress) => `${name} ist bei ${progress}.`,
  atPace: (name, progress, pace) => `${name} ist bei ${progress}, das Soll bei ${pace}.`,
  open: (tasks) =>
    counted(tasks, {
      one: "# Aufgabe ist offen; sie bleibt, wie sie ist.",
      other: "# Aufgaben sind offen; sie bleiben, wie sie sind.",
    }),
  achieved: { name: "Erreicht", hint: "Erreicht, oder nah genug daran" },
  missed: { name: "Verfehlt", hint: "Die Zeit ist um" },
  dropped: { name: "Aufgegeben", hint: "Lohnt sich nicht mehr" },
  said: {
    achieved: (name) => `Ziel erreicht: ${name}`,
    missed: (name) => `Ziel verfehlt: ${name}`,
    dropped: (name) => `Ziel aufgegeben: ${name}`,
  },
}

export const periods: typeof periodsEnglish = {
  period: "Zeitraum",
  start: "Anfangsdatum",
  end: "Enddatum",
  noStart: "Kein Anfang",
  noEnd: "Kein Ende",
  until: (day) => `bis ${day}`,
  since: (day) => `ab ${day}`,
  between: (from, to) => `${from} bis ${to}`,
  to: "bis",
}
