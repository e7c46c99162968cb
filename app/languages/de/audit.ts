import type { auditTexts as english } from "~/rules/log/audit-texts"
import { counted, number } from "./counted"

const cards = (count: number) => counted(count, { one: "# Karte", other: "# Karten" })
const changes = (count: number) => counted(count, { one: "# Änderung", other: "# Änderungen" })
const list = new Intl.ListFormat("de-DE")
const as = (role: string) => role && ` als ${role}`
const thePlan = "dem Plan"
/** "zum Plan", "zu Aufgabe Hafen" */
const toward = (owner: string) => (owner === thePlan ? "zum Plan" : `zu ${owner}`)
const ofOwner = (owner: string) => (owner === thePlan ? "des Plans" : `von ${owner}`)
/** In a later part of a sentence the row is not named again. */
const after = (it: string, said: string) => (it ? `${it} ${said}` : said)

// Like minutes: "Ada: Ziel Hafen umbenannt von A zu B, Farbe geändert".
export const auditTexts: typeof english = {
  sentence: (by, done) => `${by}: ${done}`,
  assistantFor: (by) => `<b>Der Assistent</b> für ${by}`,
  agentFor: (agent, by) => `${agent} für ${by}`,
  nouns: {
    goal: "Ziel",
    item: "Aktion",
    task: "Aufgabe",
    label: "Label",
    keyResult: "Ergebnis",
    checkIn: "Check-in",
    plan: "Plan",
    note: "Notiz",
    userplan: "Mitglied",
    view: "Ansicht",
  },
  row: (noun, name) => `${noun}${name && ` ${name}`}`,
  it: "",
  of: (it) => (it === "Plan" ? " des Plans" : ` von ${it}`),
  fromTo: (from, to) => (from && to ? ` von ${from} zu ${to}` : to ? ` zu ${to}` : from && ` (vorher ${from})`),
  listed: (parts) => parts.join(", "),
  labels: {
    aiInstructions: "Anweisungen für die KI",
    snapshotDescription: "Beschreibung der Version",
    role: "Rolle",
    filter: "Filter",
    layout: "Darstellung",
  },
  columns: ["Zu erledigen", "In Arbeit", "Erledigt"],
  statuses: ["auf Kurs", "gefährdet", "nicht auf Kurs"],
  outcomes: { achieved: "erreicht", missed: "verfehlt", dropped: "aufgegeben" },
  measures: { unit: "Einheit", start: "Startwert", target: "Zielwert", current: "Wert" },
  measureOf: (name, change) => `${name}${change}`,
  checkedIn: (goal, status, confidence, values) =>
    `${goal} eingecheckt: ${[status, ...(confidence ? [`Zuversicht ${confidence}`] : []), ...values].join(", ")}`,
  checkInTaken: (goal) => `Check-in von ${goal} zurückgenommen`,
  starts: { due: "der Fälligkeit", done: "dem Tag, an dem sie erledigt ist" },
  repeats: (it, rule) => after(it, `wiederholt sich ${rule}`),
  repeatsNoMore: (it, rule) => after(it, `wiederholt sich nicht mehr ${rule}`),
  roles: ["Admin", "Mitglied", "Betrachter"],
  switched: { on: "an", off: "aus" },
  moment: (day, clock) => `${day}, ${clock} UTC`,
  listChanged: (label, of, gained, lost) => {
    const parts = [...(gained ? [`${gained} hinzugefügt`] : []), ...(lost ? [`${lost} entfernt`] : [])]
    return `${label}${of}: ${parts.join(", ") || "geändert"}`
  },
  changed: (label, of, change) => `${label}${of} geändert${change}`,
  renamed: (it, change) => after(it, `umbenannt${change}`),
  completed: (it) => after(it, "abgeschlossen"),
  reopened: (it) => after(it, "wieder geöffnet"),
  published: (it) => after(it, "veröffentlicht"),
  drafted: (it) => after(it, "zum Entwurf gemacht"),
  itsOwner: "der bisherigen Person",
  taken: (it, from) => after(it, `${from} entzogen`),
  ownerChanged: (of, change) => `Zuständigkeit${of} geändert${change}`,
  assigned: (it, to) => after(it, `an ${to} übergeben`),
  notAwaited: (name, it) => after(it, `nicht mehr für ${name} vorgesehen`),
  moved: (it, noun, from, to) =>
    after(it, `verschoben${from && ` von ${noun} ${from}`}${to ? ` zu ${noun} ${to}` : `, jetzt ohne ${noun}`}`),
  movedColumn: (it, change) => after(it, `verschoben${change}`),
  focused: (it) => after(it, "in den Fokus genommen"),
  unfocused: (it) => after(it, "aus dem Fokus genommen"),
  estimatesShown: (of) => `Wert und Aufwand${of} eingeblendet`,
  estimatesHidden: (of) => `Wert und Aufwand${of} ausgeblendet`,
  aiOn: (of) => `KI-Modell${of} eingeschaltet`,
  aiOff: (of) => `KI-Modell${of} ausgeschaltet`,
  templateMade: (it) => after(it, "zur Vorlage gemacht"),
  templateEnded: (it) => after(it, "nicht mehr als Vorlage angeboten"),
  archived: (it) => after(it, "archiviert"),
  unarchived: (it) => after(it, "aus dem Archiv geholt"),
  version: (of, name) => `Version${of} gespeichert${name && ` als ${name}`}`,
  versionsDeleted: (of) => `alle Versionen${of} gelöscht`,
  versionRestored: (it, at) => after(it, `auf den Stand ${at} gebracht`),
  key: {
    enable: (of) => `API-Schlüssel${of} erzeugt`,
    rotate: (of) => `API-Schlüssel${of} erneuert`,
    end: (of) => `API-Schlüssel${of} abgeschaltet`,
  },
  keyMade: (of, name) => `API-Schlüssel ${name}${of} erzeugt`,
  keyDeleted: (of, name) => `API-Schlüssel ${name}${of} gelöscht`,
  webhookMade: (of, name) => `Webhook ${name}${of} hinzugefügt`,
  webhookChanged: (of, name) => `Webhook ${name}${of} geändert`,
  webhookDeleted: (of, name) => `Webhook ${name}${of} gelöscht`,
  webhookSecret: (of, name) => `Geheimnis des Webhooks ${name}${of} ersetzt`,
  webhookOff: (of, name) => `Webhook ${name}${of} abgeschaltet`,
  linkMade: (of) => `öffentlichen Link${of} erstellt`,
  linkEnded: (of) => `öffentlichen Link${of} widerrufen`,
  assistantMade: (created, updated, deleted) =>
    list.format([
      ...(created ? [`${cards(created)} hinzugefügt`] : []),
      ...(updated ? [`${cards(updated)} geändert`] : []),
      ...(deleted ? [`${cards(deleted)} gelöscht`] : []),
    ]),
  proposalApplied: (applied, of, by) =>
    `${applied === of ? changes(of) : `${number(applied)} von ${changes(of)}`} übernommen, vorgeschlagen von ${by}`,
  proposalRejected: (count, by, comment) =>
    `${changes(count)} abgelehnt, vorgeschlagen von ${by}${comment && `: ${comment}`}`,
  drafts: (published, discarded) => {
    const draftsOf = (count: number) => counted(count, { one: "# Entwurf", other: "# Entwürfe" })
    if (discarded === 0) return `${draftsOf(published)} veröffentlicht`
    return published === 0
      ? `${draftsOf(discarded)} verworfen`
      : `${draftsOf(published)} veröffentlicht und ${number(discarded)} verworfen`
  },
  joined: (role) => `dem Plan beigetreten${as(role)}`,
  left: "den Plan verlassen",
  memberAdded: (it, role) => `${it} hinzugefügt${as(role)}`,
  memberRemoved: (it) => `${it} aus dem Plan entfernt`,
  invited: (who, role) => `${who} eingeladen${as(role)}`,
  invitedAgain: (who, role) => `${who} noch einmal eingeladen${as(role)}`,
  withdrawn: (who) => `Einladung von ${who} zurückgezogen`,
  inAction: (name) => ` in Aktion ${name}`,
  inGoal: (name) => ` in Ziel ${name}`,
  created: (it, place) => `${it}${place} erstellt`,
  added: (it, place) => `${it}${place} hinzugefügt`,
  deleted: (it, place) => `${it}${place} gelöscht`,
  restored: (it, place) => `${it}${place} wiederhergestellt`,
  reordered: (it) => `Reihenfolge von ${it} geändert`,
  touched: (it) => `${it} geändert`,
  aNote: "einer Notiz",
  thePlan,
  commentAdded: (owner, text) => `Notiz ${toward(owner)} hinzugefügt${text && `: ${text}`}`,
  commentDeleted: (owner) => `Notiz ${toward(owner)} gelöscht`,
  commentChanged: (owner, change) => `Notiz ${toward(owner)} geändert${change}`,
  fileNoun: "Datei",
  fileAdded: (it, owner) => `${it} ${toward(owner)} hinzugefügt`,
  fileDeleted: (it, owner) => `${it} ${ofOwner(owner)} gelöscht`,
  fileRenamed: (it, owner, change) => `${it} ${ofOwner(owner)} umbenannt${change}`,
}
