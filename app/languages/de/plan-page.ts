import type { publicPage as publicTexts } from "~/ui/plan-page/public-texts"
import type { planPage as pageTexts, undo as undoTexts } from "~/ui/plan-page/texts"
import type { unsentTexts as unsent } from "~/ui/plan-page/unsent-texts"
import { counted } from "./counted"

const changes = (count: number) => counted(count, { one: "# Änderung", other: "# Änderungen" })

export const planPage: typeof pageTexts = {
  viewOf: "Anzeigen",
  loadFailed: "Das Board konnte nicht geladen werden.",
  removed: "Die Mitgliedschaft in diesem Plan ist beendet.",
  deleted: "Dieser Plan wurde gelöscht.",
  archived: "Dieser Plan ist archiviert und kann nur gelesen werden.",
  unarchive: "Aus dem Archiv holen",
  nextDue: (day) => `Die nächste ist am ${day} fällig`,
  notThere: "Diesen Plan gibt es nicht, oder es fehlt der Zugriff darauf.",
  reconnecting: "Verbindung wird wiederhergestellt",
  offline: (count) =>
    `Offline. ${count === 0 ? "Änderungen werden" : counted(count, { one: "# Änderung wird", other: "# Änderungen werden" })} gesendet, sobald wieder eine Verbindung besteht.`,
  blocked: "Live-Aktualisierungen sind hier blockiert.",
  stuck: (count) =>
    counted(count, {
      one: "# Änderung ließ sich seit einer Minute nicht speichern. Laneway versucht es weiter.",
      other: "# Änderungen ließen sich seit einer Minute nicht speichern. Laneway versucht es weiter.",
    }),
  showChanges: "Änderungen anzeigen",
  notSaved: (count) =>
    counted(count, { one: "# Änderung wurde nicht gespeichert", other: "# Änderungen wurden nicht gespeichert" }),
  offlineVisitor: "Offline. Das Board kann sich seitdem geändert haben.",
  crowded: {
    own: "Live-Änderungen sind in diesem Tab angehalten: Es sind zu viele Tabs offen. Bitte einige schließen.",
    all: "Live-Änderungen sind in diesem Tab angehalten: Zu viele Tabs sind verbunden. Live-Änderungen gehen automatisch weiter.",
  },
  notStored:
    "Eingaben können auf diesem Gerät nicht gespeichert werden: Der Speicher ist voll oder gesperrt. Bitte diesen Tab offen lassen, bis die Änderungen gesendet sind.",
  activeUsers: "Aktive Personen",
  pages: { "/board": "Board", "/goals": "Ziele", "/threads": "Threads" },
}

export const undo: typeof undoTexts = {
  menu: "Menü des Boards",
  undo: "Rückgängig",
  redo: "Wiederholen",
  keys: {
    mac: { undo: "⌘Z", redo: "⇧⌘Z" },
    other: { undo: "Strg+Z", redo: "Strg+Y" },
  },
  done: { undo: "Rückgängig gemacht.", redo: "Wiederholt." },
  not: { undo: "Das ließ sich nicht rückgängig machen.", redo: "Das ließ sich nicht wiederholen." },
  admins: "Nur ein Admin des Plans kann Gelöschtes wiederherstellen.",
  why: {
    changed: (name) => `Jemand hat „${name}“ seitdem geändert.`,
    filled: (name) => `Zu „${name}“ ist seitdem etwas hinzugekommen.`,
    gone: () => "Das wurde seitdem gelöscht.",
  },
}

export const publicPage: typeof publicTexts = {
  readOnly: "Nur ansehen",
  locked: "Dieser Plan ist durch ein Passwort geschützt",
  lockedHint: "Das Passwort kennt die Person, von der dieser Link kommt.",
  password: "Passwort",
  open: "Öffnen",
  ended: "Dieser Link gilt nicht mehr",
  endedHint: "Er ist abgelaufen oder wurde ersetzt oder widerrufen. Einen neuen hat die Person, von der er kam.",
}

export const unsentTexts: typeof unsent = {
  pendingChanges: (count) => `${changes(count)} zu senden`,
  lost: (count) =>
    `${counted(count, { one: "# Änderung wurde", other: "# Änderungen wurden" })} nicht gespeichert: Die Mitgliedschaft im Plan ist beendet.`,
  lostHint: "Die Mitgliedschaft im Plan ist beendet. Was noch gebraucht wird, lässt sich hier kopieren.",
  tryAllAgain: "Alle noch einmal versuchen",
  discard: "Verwerfen",
  nothingUnsent: "Alles ist gespeichert.",
  unsent: {
    create: (card) => `Neu: ${card}`,
    text: (card) => `Text ${card}`,
    change: (card) => `Änderung ${card}`,
    order: "Reihenfolge von Karten",
    other: "Änderung",
    remove: (card) => `Löschung ${card}`,
    restore: "Löschung rückgängig gemacht",
    comment: "Notiz",
    removeComment: "Löschung einer Notiz",
    removeNote: "Löschung einer Plannotiz",
    view: "Gespeicherte Ansicht",
    message: "Nachricht",
    file: "Datei",
    note: "Plannotiz",
    changedSince: (when: string, by = "jemand anderem") =>
      `Der Text wurde von ${by} geändert (${when}). Er lautet jetzt:`,
    fileRefused: "Die Datei wurde nicht angenommen.",
    stuck: (status: number | undefined) =>
      status ? `Noch nicht gespeichert (Status ${status}).` : "Noch nicht gespeichert: Der Server antwortet nicht.",
    download: "Herunterladen",
  },
  cards: {
    goal: ["Ziel", "eines Ziels"],
    item: ["Aktion", "einer Aktion"],
    task: ["Aufgabe", "einer Aufgabe"],
    label: ["Label", "eines Labels"],
    keyResult: ["Ergebnis", "eines Ergebnisses"],
    checkIn: ["Check-in", "eines Check-ins"],
  },
}
