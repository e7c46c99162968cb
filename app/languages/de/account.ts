import type { deviceTexts as devices } from "~/rules/device-name"
import type { billing as billingTexts } from "~/ui/account/billing-texts"
import type { profileButton as buttonTexts } from "~/ui/account/button-texts"
import type { account as accountTexts } from "~/ui/account/texts"
import { counted } from "./counted"
import { stored } from "./stored"

export const account: typeof accountTexts = {
  edit: "Bearbeiten",
  users: "Personen",
  mails: "Benachrichtigungen per E-Mail",
  back: "Zurück",
  switchAccount: "Konto wechseln",
  logout: "Abmelden",
  leaveTitle: "Nicht gesendete Änderungen verwerfen?",
  unsent: (count) =>
    `${counted(count, { one: "# Änderung ist", other: "# Änderungen sind" })} noch nicht gesendet. Beim Abmelden wird gelöscht, was in diesem Browser gespeichert ist.`,
  leave: "Verwerfen und abmelden",
  close: "Schließen",
  name: "Name",
  nameFailed: "Der Name konnte nicht gespeichert werden.",
  changePicture: "Bild ändern",
  pictureFailed: "Das Bild konnte nicht gespeichert werden.",
  email: "E-Mail",
  timeZone: "Zeitzone",
  timeZoneHint: "Zusammenfassungen und Erinnerungen kommen um 8:00 Uhr in dieser Zeitzone.",
  timeZoneFailed: "Die Zeitzone konnte nicht gespeichert werden.",
  timeZoneUnknown: "Bitte eine Zeitzone aus der Liste wählen.",
  language: "Sprache",
  languageHint: "Auch E-Mails kommen in dieser Sprache.",
  languageFailed: "Die Sprache konnte nicht gespeichert werden.",
  browserLanguage: "Sprache des Browsers",
  storage: "Eigener Speicher",
  storageFailed: "Der Speicherverbrauch konnte nicht geladen werden.",
  storageOf: {
    person: (what) => `Eigene ${stored[what] ?? what}`,
    plan: (what) => `Alle ${stored[what] ?? what} dieses Plans`,
    member: (what) => `Eigene ${stored[what] ?? what} in diesem Plan`,
  },
  ofMost: (used, most) => `${used} von ${most}`,
  sessions: "Sitzungen",
  sessionsFailed: "Die Sitzungen konnten nicht geladen werden.",
  sessionsHint: "Eine Sitzung endet nach 30 Tagen ohne Nutzung, spätestens aber nach 90 Tagen.",
  thisDevice: "Dieses Gerät",
  unknownDevice: "Unbekanntes Gerät",
  lastUsed: (when) => `Zuletzt genutzt ${when}`,
  usedNow: (signedIn) => `Jetzt, angemeldet am ${signedIn}`,
  endedNow: "Gerade beendet",
  end: "Beenden",
  endOf: (device) => `${device} beenden`,
  endOthers: "Alle anderen beenden",
  ended: "Beendet",
  endFailed: "Die Sitzung konnte nicht beendet werden.",
  agents: "Verbundene Agenten",
  agentsFailed: "Die Agenten konnten nicht geladen werden.",
  agentsHint: "Ein beendeter Agent verliert den Zugriff innerhalb von 5 Sekunden.",
  agentEndFailed: "Der Agent konnte nicht beendet werden.",
  noAgents: "Noch keine Agenten.",
  noAgentsHint:
    "Programme wie Claude können Pläne lesen und Änderungen vorschlagen oder vornehmen. Verbunden werden sie im Programm.",
  verifiedAt: (host) => `${host}, bestätigt`,
  onComputer: "Ein Programm auf einem Computer",
  canIn: {
    read: (count) => counted(count, { one: "Darf # Plan lesen", other: "Darf # Pläne lesen" }),
    propose: (count) => counted(count, { one: "Darf in # Plan vorschlagen", other: "Darf in # Plänen vorschlagen" }),
    write: (count) => counted(count, { one: "Darf in # Plan schreiben", other: "Darf in # Plänen schreiben" }),
  },
  canEverywhere: {
    read: "Darf alle Pläne lesen",
    propose: "Darf in allen Plänen vorschlagen",
    write: "Darf in allen Plänen schreiben",
  },
  usedAt: (when) => `zuletzt genutzt ${when}`,
  neverUsed: "nie genutzt",
  detailsOf: (name) => `Einzelheiten zu ${name}`,
  agentPlans: "Pläne",
  allPlans: "Alle Pläne",
  connected: "Verbunden",
  agentUntil: "Bis",
  untilEnded: "Bis zum Beenden",
  billing: "Abrechnung",
  administration: "Administration",
  theme: "Design",
  themes: { system: "System", light: "Hell", dark: "Dunkel" },
}

export const billing: typeof billingTexts = {
  manage: "Abrechnung verwalten",
  subscription: "Abonnement",
  statuses: {
    0: "Keins",
    1: "Aktiv",
    2: "Testphase",
    3: "Überfällig",
    4: "Endet bald",
    5: "Beendet",
  },
  nextPayment: "Nächste Zahlung",
  lastPayment: "Letzte Zahlung",
  failedOn: (date) => `Fehlgeschlagen am ${date}`,
  accessUntil: "Zugriff bis",
  accessEnded: "Zugriff beendet",
  trialUntil: "Testphase bis",
  subscribe: "Abonnieren",
  per: { day: "pro Tag", week: "pro Woche", month: "pro Monat", year: "pro Jahr" },
  every: {
    day: (count) => `alle ${count} Tage`,
    week: (count) => `alle ${count} Wochen`,
    month: (count) => `alle ${count} Monate`,
    year: (count) => `alle ${count} Jahre`,
  },
  failed: "Das Abonnement konnte nicht geladen werden.",
  portalFailed: "Das Abrechnungsportal konnte nicht geöffnet werden.",
  fixFailed: "Die Kundennummer konnte nicht berichtigt werden",
  manageError: "Beim Verwalten des Abonnements ist ein Fehler aufgetreten.",
  fixError: "Beim Berichtigen der Kundennummer ist ein Fehler aufgetreten.",
}

export const profileButton: typeof buttonTexts = {
  label: "Profil",
  online: "online",
  offline: "offline",
}

export const deviceTexts: typeof devices = {
  on: (browser, system) => `${browser} auf ${system}`,
}
