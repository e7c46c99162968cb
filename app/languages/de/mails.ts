// Texts that only the server has: mails, titles of notifications, and pages around them.
import type { buttonTexts as buttons } from "~/api/button-texts"
import type { reviewTexts as review } from "~/domain/agent/answer-texts"
import type { feedTexts as feeds } from "~/domain/feed.server"
import type { assignedMailTexts as assigned } from "~/domain/mail/assigned.server"
import type { cardMailTexts as cardMails } from "~/domain/mail/cards.server"
import type { checkInMailTexts as checkIns } from "~/domain/mail/check-in.server"
import type { dueSoonMailTexts as dueSoon } from "~/domain/mail/due-soon.server"
import type { invitationMailTexts as invitation, invitationTexts as invitations } from "~/domain/mail/invitation.server"
import type { mentionMailTexts as mention } from "~/domain/mail/mention.server"
import type { newDeviceMailTexts as newDevice } from "~/domain/mail/new-device.server"
import type { providerJoinedMailTexts as providerJoined } from "~/domain/mail/provider-joined.server"
import type { signInMailTexts as signIn } from "~/domain/mail/sign-in.server"
import type { summaryMailTexts as summary } from "~/domain/mail/summary.server"
import type { mailTexts as mails } from "~/domain/mail/texts"
import type { transferredMailTexts as transferred } from "~/domain/mail/transferred.server"
import type { stopTexts as stops } from "~/domain/mail/unsubscribe.server"
import type { noteTypeNames as noteTypes } from "~/domain/note-texts"
import type { noticeTexts as notices } from "~/domain/notify/notices.server"
import type { webhookTexts as webhooks } from "~/domain/webhook/texts"
import type { letterTexts as letters } from "~/outside/letter-page.server"
import { counted, number } from "./counted"

type Kinds = { goals: number; tasks: number; actions: number }

const list = new Intl.ListFormat("de-DE")
/** "eine Aufgabe", "2 Aufgaben und 1 Aktion" */
const kindsOf = ({ goals, tasks, actions }: Kinds) =>
  goals + tasks + actions === 1
    ? goals > 0
      ? "ein Ziel"
      : tasks > 0
        ? "eine Aufgabe"
        : "eine Aktion"
    : list.format([
        ...(goals ? [counted(goals, { one: "# Ziel", other: "# Ziele" })] : []),
        ...(tasks ? [counted(tasks, { one: "# Aufgabe", other: "# Aufgaben" })] : []),
        ...(actions ? [counted(actions, { one: "# Aktion", other: "# Aktionen" })] : []),
      ])
const inPlan = (plan: string) => (plan === "" ? "in einem Plan" : `im Plan „${plan}“`)

export const feedTexts: typeof feeds = {
  name: (plan) => (plan === "" ? "Laneway" : `Laneway: ${plan}`),
  done: (card) => `✓ ${card}`,
}

export const webhookTexts: typeof webhooks = {
  quoted: (name) => `„${name}“`,
  open: "In Laneway öffnen",
  ping: (webhook, plan) => `Der Webhook „${webhook}“ des Plans „${plan}“ funktioniert.`,
  noAnswer: "Keine Antwort innerhalb von 10 Sekunden",
  unreachable: "Die Adresse ist nicht erreichbar",
  inside: "Die Adresse liegt nicht im Internet",
}

export const mailTexts: typeof mails = {
  hello: (name) => `Hallo ${name},`,
  somebody: "Jemand",
  several: "Mehrere Personen",
  integration: "Die Integration des Plans",
  openBoard: "Board öffnen",
  openGoal: "Ziel öffnen",
  openTask: "Aufgabe öffnen",
  openAction: "Aktion öffnen",
  openComment: "Notiz öffnen",
  openTasks: "Meine Aufgaben öffnen",
  openProduct: "Laneway öffnen",
}

export const signInMailTexts: typeof signIn = {
  subject: "Anmeldung bei Laneway",
  text: "Dieser Link führt zur Anmeldung. Er funktioniert einmal, innerhalb von 15 Minuten.",
  button: "Anmelden",
  codeSubject: (code) => `${code} ist der Anmeldecode`,
  code: "Dieser Code gehört in die App, in der er angefordert wurde. Er funktioniert einmal, innerhalb von 10 Minuten.",
  orCode:
    "Oder diesen Code dort eingeben, wo diese E-Mail angefordert wurde. Er funktioniert einmal, innerhalb von 10 Minuten.",
  inBrowser: "Stattdessen im Browser anmelden",
  remark:
    "Niemand von Laneway fragt je nach diesem Code. Er wurde nicht angefordert? Dann bitte diese E-Mail ignorieren.",
}

export const invitationMailTexts: typeof invitation = {
  subject: "Einladung zu einem Plan auf Laneway",
  heading: (sender, plan) => `Einladung von ${sender} ${plan === "" ? "zu einem Plan" : `zum Plan „${plan}“`}`,
  product: "Mit Laneway plant ein Team seine Ziele, Aktionen und Aufgaben auf einem gemeinsamen Live-Board.",
  how: (email) => `Dieser Link führt in den Plan, mit einer Anmeldung als ${email}. Die Einladung gilt 14 Tage.`,
  button: "Einladung annehmen",
  remark: "Der Absender ist unbekannt? Dann bitte diese E-Mail ignorieren.",
}

export const mentionMailTexts: typeof mention = {
  subject: (count) => counted(count, { one: "Eine Erwähnung auf Laneway", other: "# Erwähnungen auf Laneway" }),
  heading: (sender, plan) => `Erwähnung von ${sender} ${inPlan(plan)}`,
  on: (card) => `Zu „${card}“:`,
  section: (name, card) => `${name} zu „${card}“`,
  more: (count) => `Und ${count} weitere.`,
  remark: "Diese E-Mails lassen sich im Profil abschalten, innerhalb des Plans.",
  stop: "Keine E-Mails mehr zu Erwähnungen in diesem Plan",
}

export const newDeviceMailTexts: typeof newDevice = {
  subject: "Neue Anmeldung bei Laneway",
  heading: "Neue Anmeldung im eigenen Konto",
  text: (email) =>
    `Jemand hat sich bei Laneway als ${email} angemeldet, mit einem Browser, der dafür bisher nicht verwendet wurde.`,
  where: (device, address, day, clock) =>
    `${device}${address === "" ? "" : `, von ${address}`}, am ${day} um ${clock} UTC.`,
  unknown: "ein unbekanntes Gerät",
  remark:
    "Das war jemand anders? Dann im Profil unter „Sitzungen“ auf „Alle anderen beenden“ drücken und danach das Passwort des Postfachs ändern.",
}

export const providerJoinedMailTexts: typeof providerJoined = {
  subject: "Neuer Weg zur Anmeldung bei Laneway",
  heading: "Neuer Weg zur Anmeldung im eigenen Konto",
  text: (provider, email) =>
    `Ein Konto bei ${provider} mit der Adresse ${email} hat sich bei Laneway angemeldet. Ab jetzt kann es sich im eigenen Laneway-Konto anmelden.`,
  another: "einem anderen Anbieter",
  remark:
    "Das war jemand anders? Dann bitte der Administration dieser Laneway-Installation Bescheid geben und das Passwort jenes Kontos ändern.",
}

export const transferredMailTexts: typeof transferred = {
  subject: "Ein Plan auf Laneway wurde übertragen",
  heading: (sender, plan) => `Übertragen von ${sender}: ${plan === "" ? "ein Plan" : `„${plan}“`}`,
  text: "Wem der Plan gehört, kann ihn löschen und nicht daraus entfernt werden. Der bisherige Inhaber bleibt als Admin.",
}

export const assignedMailTexts: typeof assigned = {
  subject: (kinds) => `Neue Zuständigkeit für ${kindsOf(kinds)} auf Laneway`,
  headingOne: (sender, card) => `Neue Zuständigkeit für „${card}“, gesetzt von: ${sender}`,
  heading: (sender, kinds) => `Neue Zuständigkeit für ${kindsOf(kinds)}, gesetzt von: ${sender}`,
  where: (count, plan) => `Zu finden ${inPlan(plan)}${counted(count, { one: ".", other: ":" })}`,
  stop: "Keine E-Mails mehr zu neuen Zuständigkeiten in diesem Plan",
}

export const dueSoonMailTexts: typeof dueSoon = {
  subject: (kinds) => `Morgen fällig: ${kindsOf(kinds)}`,
  headingOne: (card) => `„${card}“ ist morgen fällig`,
  heading: (kinds) => `${kindsOf(kinds)} sind morgen fällig`,
  text: (day, plan) => `Fällig am ${day}, ${inPlan(plan)}:`,
  stop: "Keine Erinnerungen mehr an Fälligkeiten in diesem Plan",
}

export const checkInMailTexts: typeof checkIns = {
  subject: (goal) => `Zeit für den Check-in: ${goal}`,
  subjects: (count) => `Zeit für den Check-in: ${counted(count, { one: "# Ziel", other: "# Ziele" })}`,
  last: (goal, day) => `„${goal}“: letzter Check-in am ${day}`,
  never: (goal) => `„${goal}“ hatte noch keinen Check-in`,
  was: (status, confidence) =>
    `Damals ${["auf Kurs", "gefährdet", "nicht auf Kurs"][status]}${confidence === null ? "" : `, mit einer Zuversicht von ${confidence}`}.`,
  stands: (progress, pace) =>
    `Erreicht sind ${progress}${pace === "" ? "." : `; bei gleichmäßigem Fortschritt wären es ${pace}.`}`,
  since: "Seither",
  button: "Einchecken",
  buttons: (count) => `${counted(count, { one: "# Ziel", other: "# Ziele" })} einchecken`,
  remark:
    "Ein Check-in dauert etwa zwei Minuten. Diese E-Mail kommt, wenn ein eigenes Ziel seit 7 Tagen keinen hatte, höchstens einmal in der Woche.",
  stop: "Keine Erinnerungen mehr an Check-ins",
}

export const summaryMailTexts: typeof summary = {
  subject: { daily: "Der Tag auf Laneway", weekly: "Die Woche auf Laneway" },
  heading: {
    daily: (day) => `Die eigenen Pläne am ${day}`,
    weekly: (day) => `Die eigenen Pläne in der Woche ab ${day}`,
  },
  text: "Das ist fällig, das wurde erledigt, und hier gab es Erwähnungen.",
  plan: "Ein Plan",
  stop: {
    daily: (plan) => `Keine täglichen Zusammenfassungen mehr ${plan === "" ? "eines Plans" : `von „${plan}“`}`,
    weekly: (plan) => `Keine wöchentlichen Zusammenfassungen mehr ${plan === "" ? "eines Plans" : `von „${plan}“`}`,
  },
  stopAll: {
    daily: "Keine täglichen Zusammenfassungen mehr, für alle Pläne",
    weekly: "Keine wöchentlichen Zusammenfassungen mehr, für alle Pläne",
  },
  overdue: (count) => `Überfällig (${count})`,
  due: { daily: (count) => `Heute fällig (${count})`, weekly: (count) => `Diese Woche fällig (${count})` },
  done: {
    daily: (count) => `Seit gestern erledigt (${count})`,
    weekly: (count) => `Seit letzter Woche erledigt (${count})`,
  },
  goals: (count) => `Ziele mit Check-in seit letzter Woche (${count})`,
  goal: (name, status, progress) =>
    [
      name,
      ...(status === null ? [] : [["auf Kurs", "gefährdet", "vom Kurs ab"][status]]),
      ...(progress ? [progress] : []),
    ].join(", "),
  mentions: (count) => `Neue Erwähnungen (${count})`,
}

export const cardMailTexts: typeof cardMails = {
  line: (card, day) => `${card}, fällig am ${day}`,
  more: (count) => `und ${count} weitere`,
}

const of = (plan: string | null) =>
  plan === null ? "für alle Pläne" : plan === "" ? "für diesen Plan" : `für „${plan}“`

export const stopTexts: typeof stops = {
  what: {
    emailNotifyMentions: (plan) => `E-Mails zu Erwähnungen ${of(plan)}`,
    notifyTaskAssigned: (plan) => `E-Mails zu neuen Zuständigkeiten ${of(plan)}`,
    notifyTaskDueSoon: (plan) => `E-Mails zu morgen fälligen Aufgaben und Aktionen ${of(plan)}`,
    notifyGoalCheckIn: (plan) => `Erinnerungen an Check-ins von Zielen ${of(plan)}`,
    emailDailySummary: (plan) => `täglichen Zusammenfassungen ${of(plan)}`,
    emailWeeklySummary: (plan) => `wöchentlichen Zusammenfassungen ${of(plan)}`,
  },
}

export const invitationTexts: typeof invitations = {
  waits: (email) =>
    `${email} ist eingeladen. Die E-Mail wartet, weil heute schon zu viele E-Mails gesendet wurden, von hier oder an diese Adresse. Sie wird gesendet, sobald es die Grenze erlaubt. Bis dahin steht die Einladung dort unter „Meine Pläne“.`,
}

const changesIn = (count: number) => counted(count, { one: "# Änderung", other: "# Änderungen" })

export const noticeTexts: typeof notices = {
  assigned: (card) => `Neue Zuständigkeit: „${card}“`,
  unblocked: (card) => `„${card}“ wartet nicht mehr`,
  webhookOff: (webhook) => `Der Webhook „${webhook}“ wurde abgeschaltet`,
  dueSoon: (card) => `„${card}“ ist morgen fällig`,
  checkIn: (goal, more) =>
    `Zeit für den Check-in: ${goal}${more > 0 ? ` und ${counted(more, { one: "# weiteres Ziel", other: "# weitere Ziele" })}` : ""}`,
  mention: (name, card) => `${name}: Erwähnung in „${card}“`,
  comment: (name, card) => `${name}: Notiz zu „${card}“`,
  accepted: (name) => `${name} hat die Einladung angenommen`,
  restored: "Eine Version des Plans wurde wiederhergestellt",
  transferred: (name, plan) => `${name}: Übergabe von „${plan}“`,
  proposed: (who, changes) => `${who}: ${changesIn(changes)} vorgeschlagen`,
  applied: (name, applied, of, agent) =>
    `${name}: ${applied === of ? changesIn(of) : `${number(applied)} von ${changesIn(of)}`} von ${agent} übernommen`,
  rejected: (name, changes, agent) => `${name}: ${changesIn(changes)} von ${agent} abgelehnt`,
  agentFor: (agent, name) => `${agent} für ${name}`,
  imported: (plan) => `„${plan}“ wurde importiert`,
}

export const reviewTexts: typeof review = {
  gone: "Diese Karte ist nicht mehr im Plan.",
  changed: "Diese Karte wurde seither geändert.",
}

export const noteTypeNames: typeof noteTypes = { 0: "Normale Notiz", 1: "Besprechungsnotiz" }

export const letterTexts: typeof letters = {
  openAddress: "Falls der Knopf nicht funktioniert, hilft diese Adresse:",
}

export const buttonTexts: typeof buttons = {
  signIn: {
    heading: "Anmeldung bei Laneway",
    text: (email) => `Anmeldung als ${email}.`,
    instead: (name, email) => `Angemeldet ist ${name}. Danach wäre hier ${email} angemeldet.`,
    now: (name) => `Angemeldet ist ${name}. Das Konto beim Anbieter kann ein anderes sein.`,
    out: "Ein Link hat hierher geführt. Bitte nur fortfahren, um sich anzumelden.",
    with: (provider) => `Mit ${provider} anmelden`,
    button: "Anmelden",
  },
  logOut: {
    heading: "Von Laneway abmelden?",
    text: (name) => `Angemeldet ist ${name}.`,
    button: "Abmelden",
  },
  offline: {
    heading: "Diese Seite ist offline nicht verfügbar",
    text: "Sie öffnet sich, sobald wieder eine Verbindung besteht. Die zuletzt geöffneten Pläne sind auf diesem Gerät.",
    again: "Erneut versuchen",
    plans: "Meine Pläne",
  },
  stop: {
    wrong: "Dieser Link ist nicht vollständig",
    wrongText: "Bitte den Link in der E-Mail noch einmal öffnen oder im Profil auswählen, welche E-Mails kommen.",
    heading: "Diese E-Mails abbestellen?",
    text: (what) => `Künftig kommen keine ${what} mehr.`,
    button: "Diese E-Mails abbestellen",
    done: "E-Mails abbestellt",
    doneText: (what) =>
      `Es kommen keine ${what} mehr. Im Profil innerhalb des Plans lassen sie sich wieder einschalten.`,
  },
}
