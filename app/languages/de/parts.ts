import type { common as commonTexts, day as dayTexts, planRoles as roleNames } from "~/ui/parts/texts"

export const common: typeof commonTexts = {
  product: "Laneway",
  description: "Mit Laneway plant ein Team seine Ziele, Aktionen und Aufgaben auf einem gemeinsamen Live-Board.",
  loading: "Wird geladen …",
  close: "Schließen",
  cancel: "Abbrechen",
  delete: "Löschen",
  dismiss: "Ausblenden",
  toasts: "Benachrichtigungen",
  moreToasts: (count) => `${count} weitere`,
  edit: "Bearbeiten",
  tryAgain: "Erneut versuchen",
  warning: "WARNUNG",
  error: "FEHLER",
  information: "HINWEIS",
  access: "ZUGRIFF",
  accessDenied: "Zugriff verweigert",
  accessDeniedText: "Diese Funktion erfordert Administratorrechte.",
  saving: "Wird gespeichert",
  saved: "Gespeichert",
  remove: "Entfernen",
  notSaved: "Nicht gespeichert",
  undo: "Rückgängig",
  untitledPlan: "Plan ohne Namen",
  toPlans: "Meine Pläne",
  pageFailed: "Diese Seite konnte nicht angezeigt werden.",
  pageFailedHint: "Es ist nichts verloren. Bitte gleich noch einmal versuchen.",
  networkError: "Netzwerkfehler. Bitte die Verbindung prüfen und noch einmal versuchen.",
  newVersion: "Eine neue Version ist bereit",
  reload: "Neu laden",
  canInstall: "Laneway lässt sich auf diesem Gerät installieren.",
  install: "Installieren",
  invitationFailed: "Die Einladung konnte nicht angenommen werden.",
}

export const planRoles: typeof roleNames = { 0: "Admin", 1: "Mitglied", 2: "Betrachter" }

export const day: typeof dayTexts = {
  label: "Fälligkeit",
  previous: "Voriger Monat",
  next: "Nächster Monat",
  reset: "Zurücksetzen",
  week: (number) => `Woche ${number}`,
  weekNumber: "Kalenderwoche",
  today: (name) => `Heute, ${name}`,
  dayOf: (name, isSelected) => (isSelected ? `${name}, ausgewählt` : name),
}
