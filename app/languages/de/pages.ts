// The pages around the board: top bar, sign-in, My Plans, payment.
import type { homeTexts as home } from "~/ui/home/texts"
import type { payment as paymentTexts } from "~/ui/payment/texts"
import type { login as loginTexts } from "~/ui/sign-in/texts"
import type { topBar as topBarTexts } from "~/ui/top-bar/texts"
import { counted } from "./counted"
import { planRoles } from "./parts"

export const topBar: typeof topBarTexts = {
  notHere: "Diese Seite ist offline noch nicht verfügbar.",
  home: "Laneway, zurück zu Meine Pläne",
  homeHint: "Meine Pläne",
  editPlan: "Plan bearbeiten",
  viewOnly: "Nur ansehen",
  active: "Aktiv",
  cancelsSoon: "Endet bald",
  daysLeft: (days) => `noch ${counted(days, { one: "# Tag", other: "# Tage" })}`,
  subscribe: "Abonnieren",
}

export const login: typeof loginTexts = {
  title: "Anmelden",
  withMicrosoft: "Mit Microsoft anmelden",
  withGoogle: "Mit Google anmelden",
  with: (name) => `Mit ${name} anmelden`,
  short: { microsoft: "Microsoft", google: "Google" },
  notSetUp: (names) =>
    `Die Anmeldung mit ${names.join(" und ")} ist hier nicht eingerichtet. Bitte die geschäftliche E-Mail-Adresse verwenden.`,
  or: "oder",
  email: "Geschäftliche E-Mail-Adresse",
  placeholder: "name@firma.de",
  submit: "Anmeldelink senden",
  sending: "Wird gesendet …",
  tryAgainIn: (seconds) => `Erneut in ${seconds} s`,
  hint: "Es kommt ein sicherer Anmeldelink, ganz ohne Passwort.",
  sent: (email) => `Ein sicherer Anmeldelink ist an ${email} unterwegs. Er gilt etwa 15 Minuten.`,
  tooSoon: "Bitte kurz warten, bevor ein weiterer Link angefordert wird.",
  invalidEmail: "Bitte eine gültige geschäftliche E-Mail-Adresse eingeben.",
  failed: "Der Anmeldelink konnte nicht gesendet werden. Bitte noch einmal versuchen.",
  networkError: "Netzwerkfehler. Bitte die Verbindung prüfen und noch einmal versuchen.",
  linkInvalid: "Dieser Anmeldelink gilt nicht mehr. Unten lässt sich ein neuer anfordern.",
  linkFailed: "Die Anmeldung ohne Passwort ist fehlgeschlagen. Bitte einen neuen Link anfordern.",
  mailWaits: "Es ist kein Mailserver eingerichtet. Die E-Mail lässt sich deshalb hier öffnen.",
  openNewestMail: "Die neueste E-Mail öffnen",
  mailMissing: "Die E-Mail ist noch nicht da. Bitte gleich noch einmal versuchen.",
  signIn: "Anmelden",
}

export const homeTexts: typeof home = {
  title: "Meine Pläne",
  newPlan: "Neuer Plan",
  openSample: "Einen Beispielplan öffnen",
  lastEdit: (when) => `Letzte Änderung ${when}`,
  menuOf: (name) => `Menü von ${name}`,
  invitation: "Einladung",
  acceptInvite: "Annehmen",
  decline: "Ablehnen",
  declineOf: (plan) => `Die Einladung zu ${plan} ablehnen`,
  declined: "Abgelehnt",
  notDeclined: "Die Einladung konnte nicht abgelehnt werden.",
  invitedBy: (name, role) =>
    name ? `Eingeladen von ${name}, Rolle: ${planRoles[role]}` : `Eingeladen, Rolle: ${planRoles[role]}`,
  emptyTitle: "Hier beginnt der erste Plan",
  emptyText: "Einladungen von anderen erscheinen ebenfalls hier.",
  importPlan: "Importieren",
  importHint: "JSON oder ZIP eines Plans, CSV, ein aus Trello exportiertes Board oder eine Markdown-Gliederung",
  leftOut: "Teile der Datei wurden nicht importiert",
  awaited: "Einige Zuständige sind noch keine Mitglieder des neuen Plans",
  awaitedMore: (names) => `Nach einer Einladung erhalten sie ihre Karten zurück: ${names}`,
  namedMore: (names) =>
    `Die Datei enthält für diese Personen keine E-Mail-Adresse; die Zuständigkeit für ihre Karten muss von Hand gesetzt werden: ${names}`,
  createFailed: "Der Plan konnte nicht erstellt werden. Bitte noch einmal versuchen.",
}

export const payment: typeof paymentTexts = {
  title: "Abonnement",
  logInTitle: "Bitte anmelden, um fortzufahren",
  logInText: "Zum Abschließen der Zahlung ist eine Anmeldung nötig.",
  goToLogin: "Zur Anmeldung",
  verifying: "Das Abonnement wird geprüft …",
  errorTitle: "Fehler bei der Zahlung",
  verifyFailed: "Die Sitzung konnte nicht geprüft werden.",
  unexpected: "Ein unerwarteter Fehler ist aufgetreten.",
  noAddress: "Der Server hat keine Adresse für die Zahlung gesendet",
  checkoutFailed: (status) => `Die Zahlung konnte nicht begonnen werden: ${status}`,
  networkError: "Ein Netzwerkfehler ist aufgetreten. Bitte noch einmal versuchen.",
  canceled: "Bestellung abgebrochen … Vielleicht war es der falsche Knopf, unten geht es noch einmal!",
  success: "Das Starter-Abonnement ist abgeschlossen!",
  redirecting: "Weiterleitung zur Anwendung …",
  continueToApp: "Weiter zur Anwendung",
  trialEnded: "Die Testphase ist zu Ende",
  subscriptionEnded: "Das Abonnement ist zu Ende",
  subscribeTitle: "Zum Fortfahren abonnieren",
  plansKept: "Die Pläne sind sicher und mit dem Abonnement sofort wieder offen.",
  daysLeft: (days) => `Noch ${counted(days, { one: "# Tag", other: "# Tage" })} in der Testphase`,
  trialText: "Jetzt abonnieren, damit der Zugriff nach der Testphase bleibt.",
  subscribed: "Das Abonnement ist aktiv",
  subscribedText: "Zahlungen, Rechnungen und Kündigung finden sich unter „Abrechnung verwalten“.",
  pastDue: "Die letzte Zahlung ist fehlgeschlagen",
  pastDueText: (day) => `Die Zahlungsart bis ${day} aktualisieren, damit der Zugriff auf die Pläne bleibt.`,
  pastDueEnded: "Bitte die Zahlungsart aktualisieren. Die Pläne sind sicher und nach der Zahlung wieder offen.",
  off: "Keine Zahlung nötig",
  offText: "Hier ist keine Abrechnung eingerichtet.",
  bestValue: "Bestes Angebot",
  benefits: ["Alle eigenen Pläne und alle mit Einladung", "Notizen, Dateien, Suche und Assistent", "Jederzeit kündbar"],
  priceFailed: "Der Preis konnte nicht geladen werden.",
  atCheckout: "Der Preis steht bei der Zahlung",
  subscribe: "Abonnieren",
}
