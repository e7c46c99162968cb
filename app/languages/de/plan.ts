import type { contentTexts as contents } from "~/ui/plan/content-texts"
import type { commandNames as commands, keyLabels as labels } from "~/ui/plan/key-texts"
import type { log as logTexts } from "~/ui/plan/log-texts"
import type {
  cardTexts as cards,
  labels as labelNames,
  lists as listNames,
  owner as ownerTexts,
  peopleTexts as people,
} from "~/ui/plan/texts"
import { counted, number } from "./counted"

const goals = (count: number) => counted(count, { one: "# Ziel", other: "# Ziele" })
const actions = (count: number) => counted(count, { one: "# Aktion", other: "# Aktionen" })
const tasks = (count: number) => counted(count, { one: "# Aufgabe", other: "# Aufgaben" })
const notes = (count: number) => counted(count, { one: "# Notiz", other: "# Notizen" })
const files = (count: number) => counted(count, { one: "# Datei", other: "# Dateien" })
const some = (count: number, said: (count: number) => string) => (count === 0 ? [] : [said(count)])

export const cardLabels: typeof labelNames = {
  of: (names) => `Labels dieser Karte: ${names}`,
}

export const cardTexts: typeof cards = {
  columns: ["Zu erledigen", "In Arbeit", "Erledigt"],
  columnOf: (column, action) => `${column} von ${action}`,
  addTask: "Aufgabe hinzufügen",
  newAction: "Kurzer Titel",
  newTask: "Aufgabe",
  completed: "ERLEDIGT",
  outcomes: { achieved: "ERREICHT", missed: "VERFEHLT", dropped: "AUFGEGEBEN" },
  waitsFor: (count) => `Wartet auf ${number(count)}`,
  due: (date) => `Fällig ${date}`,
  owner: (name) => `Zuständig: ${name}`,
  noOwner: "Niemand",
  changedSince: (when: string, by = "jemand anderem") =>
    `Der Text wurde von ${by} geändert (${when}). Die eigene Fassung:`,
  keepMine: "Eigene behalten",
  takeTheirs: "Andere übernehmen",
  untitledAction: "Aktion ohne Titel",
  untitledGoal: "Ziel ohne Namen",
  untitledTask: "Aufgabe ohne Text",
}

export const lists: typeof listNames = {
  goals: "Ziele",
  actions: "der Aktionsliste",
  lanes: "Fokus",
}

export const peopleTexts: typeof people = {
  lastSeen: (when) => `zuletzt gesehen ${when}`,
  unread: "ungelesen",
  chatWith: (name, unread = 0) => `Chat mit ${name}${unread > 0 ? `, ${unread} ungelesen` : ""}`,
  neverLoggedIn: "Noch nie angemeldet",
  online: "online",
}

export const owner: typeof ownerTexts = {
  label: "Zuständig",
  search: "Suchen oder auswählen …",
  nobodyFound: "Keine Mitglieder gefunden.",
  nobody: "Niemand",
}

export const log: typeof logTexts = {
  loading: "Das Protokoll wird geladen …",
  failed: "Fehler beim Laden des Protokolls.",
  empty: "Keine Einträge im Protokoll.",
  filter: "Einträge anzeigen von",
  kinds: { goal: "Ziel", item: "Aktion", task: "Aufgabe" },
  agent: "Änderungen nach Agent",
  proposal: "Vorschlag",
  everybody: "Personen und Agenten",
  agentFor: (agent, name) => `${agent} für ${name}`,
  more: "Mehr anzeigen",
  reordered: (count, kind) => `hat die Reihenfolge von ${number(count)} ${kind} geändert`,
  plurals: { goal: "Zielen", item: "Aktionen", task: "Aufgaben" },
}

export const commandNames: typeof commands = {
  addGoal: "Neues Ziel hinzufügen",
  addAction: "Aktion hinzufügen",
  copyCard: "Die Karte kopieren",
  filter: "Filter",
  views: "Ansichten",
  calendar: "Kalender",
  search: "Suche",
  chat: "KI-Chat",
  review: "Prüfen",
  notes: "Notizen",
  threads: "Threads",
  goals: "Ziele",
  side: "Seitenleiste ein- oder ausklappen",
  history: "Verlauf ein- oder ausblenden",
  allGoals: "Alle Ziele anzeigen",
  countdown: "Countdown",
  wheel: "Glücksrad",
  files: "Dateien des Plans",
  users: "Personen",
  invite: "Personen einladen",
  settings: "Planeinstellungen",
  log: "Protokoll des Plans",
  keys: "Tastenkürzel",
}

export const keyLabels: typeof labels = {
  addGoal: "Umschalt+G",
  addAction: "Umschalt+A",
  filter: "Umschalt+F",
  views: "V",
  calendar: "V C",
  search: "/",
  chat: "C",
  review: "R",
  notes: "N",
  side: "\\",
  history: "H",
  allGoals: "Esc",
  keys: "?",
}

export const contentTexts: typeof contents = {
  list: (count) => [
    ...some(count.goals ?? 0, goals),
    ...some(count.items ?? 0, actions),
    ...some(count.tasks ?? 0, tasks),
    ...some((count.comments ?? 0) + (count.notes ?? 0), notes),
    ...some(count.files ?? 0, files),
  ],
  cards: (count) => [goals(count.goals), actions(count.items), tasks(count.tasks)].join(", "),
}
