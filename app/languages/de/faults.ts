// What is wrong with the input of a call (contract/parse), and refusals that programs cause: read on the server.
import { englishFieldNames } from "~/contract/fields/card-field-texts"
import { capitalized } from "~/contract/fields/field-name"
import type { ProblemTexts } from "~/contract/shared/language/problem-text"
import { cardFieldNames } from "./card-fields"
import { number } from "./counted"

/** By what English screens call the fields. */
const fields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(cardFieldNames).map(([name, said]) => [
      capitalized(englishFieldNames[name as keyof typeof englishFieldNames]),
      capitalized(said),
    ]),
  ),
  "A value": "Ein Wert",
  Actions: "Aktionen",
  Active: "Aktiv",
  Address: "Adresse",
  AI: "KI",
  "AI instructions": "KI-Anweisungen",
  All: "Alle",
  Angle: "Winkel",
  Archived: "Archiviert",
  "Assigned tasks": "Zugewiesene Aufgaben",
  "Cards that get the label": "Karten, die das Label bekommen",
  "Cards that lose the label": "Karten, die das Label verlieren",
  Change: "Änderung",
  "Changed fields": "Geänderte Felder",
  Changes: "Änderungen",
  Checkout: "Bezahlvorgang",
  Code: "Code",
  Columns: "Spalten",
  Comment: "Kommentar",
  Comments: "Kommentare",
  Confidence: "Zuversicht",
  Countdown: "Countdown",
  "Daily summary": "Tägliche Zusammenfassung",
  Day: "Tag",
  Delivery: "Zustellung",
  "Device address": "Geräteadresse",
  "Device key": "Geräteschlüssel",
  "Device keys": "Geräteschlüssel",
  "Device secret": "Gerätegeheimnis",
  Done: "Erledigt",
  "Done since": "Erledigt seit",
  Due: "Fälligkeit",
  Email: "E-Mail-Adresse",
  Enabled: "Aktiviert",
  Events: "Ereignisse",
  Expiry: "Ablauf",
  File: "Datei",
  "File name": "Dateiname",
  Files: "Dateien",
  Filter: "Filter",
  Focus: "Focus",
  Force: "Erzwingen",
  Format: "Format",
  "Goal check-ins": "Check-ins von Zielen",
  Goals: "Ziele",
  Id: "Id",
  Installed: "Installiert",
  Invitation: "Einladung",
  "Kind of card": "Art der Karte",
  Kinds: "Arten",
  "Label to merge into": "Label, in dem es aufgeht",
  Label: "Label",
  Labels: "Labels",
  Language: "Sprache",
  Layout: "Darstellung",
  Limit: "Grenze",
  "Log entry": "Protokolleintrag",
  "Mentioned person": "Erwähnte Person",
  Mentions: "Erwähnungen",
  Message: "Nachricht",
  Messages: "Nachrichten",
  Minutes: "Minuten",
  "My cards": "Meine Karten",
  Note: "Notiz",
  Notes: "Notizen",
  Order: "Reihenfolge",
  "Order in Focus": "Reihenfolge in Focus",
  Owner: "Zuständig",
  Owners: "Zuständige",
  Password: "Passwort",
  People: "Personen",
  "People on the wheel": "Personen auf dem Glücksrad",
  Person: "Person",
  Plan: "Plan",
  Preview: "Vorschau",
  Provider: "Anbieter",
  Reference: "Verweis",
  Column: "Spalte",
  "First day": "Erster Tag",
  "First day of the copy": "Erster Tag der Kopie",
  "Last day": "Letzter Tag",
  "Without a date": "Ohne Datum",
  Selection: "Auswahl",
  Refused: "Abgelehnt",
  Request: "Anfrage",
  "Return address": "Rücksprungadresse",
  Result: "Ergebnis",
  Role: "Rolle",
  Search: "Suche",
  Shared: "Geteilt",
  Sorting: "Sortierung",
  "Start of the changes": "Anfang der Änderungen",
  Starred: "Markiert",
  Start: "Startwert",
  "Start of the page": "Anfang der Seite",
  State: "Zustand",
  Access: "Zugriff",
  Agent: "Agent",
  "Step of the countdown": "Schritt des Countdowns",
  Target: "Zielwert",
  Task: "Aufgabe",
  Tasks: "Aufgaben",
  "Tasks due soon": "Bald fällige Aufgaben",
  Template: "Vorlage",
  Text: "Text",
  "The request": "Die Anfrage",
  "Time stamp": "Zeitstempel",
  "First day of the week": "Erster Tag der Woche",
  "Time zone": "Zeitzone",
  Title: "Titel",
  Token: "Token",
  Unit: "Einheit",
  Values: "Werte",
  "Value and effort": "Wert und Aufwand",
  Version: "Version",
  "Version of the drafts": "Stand der Entwürfe",
  "Version description": "Beschreibung der Version",
  Visibility: "Sichtbarkeit",
  "Weekly summary": "Wöchentliche Zusammenfassung",
  Waiting: "Warten",
  Wheel: "Glücksrad",
  Winner: "Gewinner",
}

/** The rest of a sentence that begins with a field. A colon keeps it right for any gender and number. */
const rests: readonly (readonly [RegExp, (...values: string[]) => string])[] = [
  [/^is missing\.$/, () => "fehlt."],
  [/^is empty\.$/, () => "darf nicht leer sein."],
  [/^is a list\.$/, () => "muss eine Liste sein."],
  [/^is true or false\.$/, () => "muss true oder false sein."],
  [/^is a whole number\.$/, () => "muss eine ganze Zahl sein."],
  [/^is a number\.$/, () => "muss eine Zahl sein."],
  [/^is an object\.$/, () => "muss ein Objekt sein."],
  [/^is a text\.$/, () => "muss ein Text sein."],
  [/^has a wrong value\.$/, () => "hat einen falschen Wert."],
  [/^is "\*" or one of (.{1,2000})\.$/, (values) => `muss "*" oder eines davon sein: ${values}.`],
  [/^is one of (.{1,500})\.$/, (values) => `muss eines davon sein: ${values}.`],
  [/^is a list of (.{1,500})\.$/, (values) => `ist eine Liste aus ${values}.`],
  [/^is 0 or 1\.$/, () => "muss 0 oder 1 sein."],
  [/^is that of an earlier answer\.$/, () => "muss der einer früheren Antwort sein."],
  [/^is 0, 1 or 2\.$/, () => "muss 0, 1 oder 2 sein."],
  [
    /^is 0 \(to do\), 1 \(doing\) or 2 \(done\)\.$/,
    () => "muss 0 (zu erledigen), 1 (in Arbeit) oder 2 (erledigt) sein.",
  ],
  [/^is 0, 1, 2 or 3\.$/, () => "muss 0, 1, 2 oder 3 sein."],
  [
    /^is a number from (-?\d{1,12}) to (-?\d{1,12})\.$/,
    (least, most) => `muss eine Zahl von ${numberOf(least)} bis ${numberOf(most)} sein.`,
  ],
  [/^is at most (-?\d{1,12})\.$/, (most) => `darf höchstens ${numberOf(most)} sein.`],
  [/^is at least (-?\d{1,12})\.$/, (least) => `muss mindestens ${numberOf(least)} sein.`],
  [/^is a whole number above 0\.$/, () => "muss eine ganze Zahl über 0 sein."],
  [/^is an id: a whole number above 0\.$/, () => "muss eine Id sein, also eine ganze Zahl über 0."],
  [/^is a number of the plan's changes \(`seq`\)\.$/, () => "muss eine Nummer der Änderungen des Plans sein (`seq`)."],
  [/^is a sequence number, 0 or more\.$/, () => "muss eine Folgenummer ab 0 sein."],
  [/^has at most (\d{1,12}) characters\.$/, (most) => `darf höchstens ${numberOf(most)} Zeichen haben.`],
  [/^has at least (\d{1,12}) characters\.$/, (least) => `muss mindestens ${numberOf(least)} Zeichen haben.`],
  [/^has at most (\d{1,12}) entries\.$/, (most) => `darf höchstens ${numberOf(most)} Einträge haben.`],
  [/^has at most (\d{1,12}) decimals\.$/, (most) => `darf höchstens ${numberOf(most)} Nachkommastellen haben.`],
  [/^has at least (\d{1,12}) entries\.$/, (least) => `muss mindestens ${numberOf(least)} Einträge haben.`],
  [/^has at most (\d{1,12}) changes\.$/, (most) => `darf höchstens ${numberOf(most)} Änderungen haben.`],
  [/^has at least one change\.$/, () => "muss mindestens eine Änderung haben."],
  [/^has unknown fields: (.{1,200})\.$/, (names) => `hat unbekannte Felder: ${names}.`],
  [/^is a colour such as #2f6feb\.$/, () => "muss eine Farbe wie #2f6feb sein."],
  [/^is a day such as 2026-01-31\.$/, () => "muss ein Tag wie 2026-01-31 sein."],
  [
    /^is a date such as 2026-01-31, or null for none\.$/,
    () => "muss ein Datum wie 2026-01-31 sein, oder null für keines.",
  ],
  [/^is a time such as 2026-01-31T09:00:00\.000Z\.$/, () => "muss eine Zeit wie 2026-01-31T09:00:00.000Z sein."],
  [
    /^is a name such as Europe\/Berlin, or null for UTC\.$/,
    () => "muss ein Name wie Europe/Berlin sein, oder null für UTC.",
  ],
  [
    /^is en or de, or null for the browser’s language\.$/,
    () => "muss en oder de sein, oder null für die Sprache des Browsers.",
  ],
  [
    /^is 0 \(Sunday\), 1 \(Monday\) or 6 \(Saturday\), or null for the language’s\.$/,
    () => "muss 0 (Sonntag), 1 (Montag) oder 6 (Samstag) sein, oder null für den der Sprache.",
  ],
  [
    /^is an address that begins with https:\/\/ or http:\/\/\.$/,
    () => "muss eine Adresse sein, die mit https:// oder http:// beginnt.",
  ],
  [
    /^contains an invisible character \(NUL\)\. Remove it\.$/,
    () => "enthält ein unsichtbares Zeichen (NUL). Bitte entfernen.",
  ],
  [
    /^contains a broken character \(half of one\)\. Remove it\.$/,
    () => "enthält ein beschädigtes Zeichen. Bitte entfernen.",
  ],
  [
    /^may not contain line breaks, control characters or marks that change the direction of text\.$/,
    () => "darf keine Zeilenumbrüche, Steuerzeichen oder Zeichen für die Schreibrichtung enthalten.",
  ],
  [/^differs between the body and the address\.$/, () => "ist im Inhalt der Anfrage anders als in ihrer Adresse."],
]

const numberOf = (digits: string) => number(Number(digits))

const restText = (rest: string): string => {
  for (const [pattern, said] of rests) {
    const found = pattern.exec(rest)
    if (found) return said(...found.slice(1))
  }
  return rest
}

const beginnings = Object.keys(fields)
  .sort((one, other) => other.length - one.length)
  .join("|")

const sentences: ProblemTexts["sentences"] = {
  "A comment can only be added.": "Notizen können nur hinzugefügt werden.",
  "A file belongs to one goal, action, task or note at most.":
    "Eine Datei gehört zu höchstens einem Ziel, einer Aktion, Aufgabe oder Notiz.",
  "A note belongs to one card: a goal, an action or a task.":
    "Eine Notiz gehört zu einer Karte: einem Ziel, einer Aktion oder einer Aufgabe.",
  "A task is complete exactly when its type is 2 (done).":
    "Eine Aufgabe ist genau dann abgeschlossen, wenn sie in „Erledigt“ (2) steht.",
  "A value is out of range. Use smaller numbers and plain text.":
    "Ein Wert ist zu groß. Bitte kleinere Zahlen und einfachen Text verwenden.",
  "Choose somebody to write to.": "Bitte jemanden auswählen, an den die Nachricht geht.",
  "Idempotency-Key is at most 64 characters long.": "Idempotency-Key hat höchstens 64 Zeichen.",
  "Name the id of what is to be changed.": "Bitte die Id dessen nennen, was geändert werden soll.",
  "Name what changes.": "Bitte angeben, was sich ändert.",
  "Only what is created has a ref.": "Nur was neu entsteht, hat einen Verweis.",
  "People can only change their own name.": "Nur der eigene Name lässt sich ändern.",
  "People can only change their own time zone, language and week.":
    "Nur die eigene Zeitzone, Sprache und Woche lassen sich ändern.",
  "Say what to do.": "Bitte angeben, was zu tun ist.",
  "Search for less than 2,000 characters.": "Eine Suche hat weniger als 2.000 Zeichen.",
  "Send a taskId or a changeSet.": "Bitte eine taskId oder ein changeSet senden.",
  "Choose at least one change.": "Bitte mindestens eine Änderung auswählen.",
  "Send at least one message.": "Bitte mindestens eine Nachricht senden.",
  "Send entity and id, or neither.": "Bitte die Art der Karte und ihre Id senden, oder beides nicht.",
  "Send one of the flags.": "Bitte eine der Einstellungen senden.",
  "Send the file in a field named file.": "Bitte die Datei in einem Feld namens file senden.",
  "Send the https address that the browser’s push service gave.":
    "Bitte die https-Adresse senden, die der Push-Dienst des Browsers gegeben hat.",
  "That entry no longer exists. Load the list from the start.":
    "Diesen Eintrag gibt es nicht mehr. Bitte die Liste von vorn laden.",
  "The PDF is broken.": "Die PDF-Datei ist beschädigt.",
  "The PDF is protected by a password.": "Die PDF-Datei ist mit einem Passwort geschützt.",
  "The address has a broken percent-encoding.": "Die Adresse enthält eine fehlerhafte Prozent-Kodierung.",
  "The angle shows somebody else.": "Der Winkel zeigt auf jemand anderen.",
  "The body is not valid JSON in UTF-8.": "Der Inhalt der Anfrage ist kein gültiges JSON in UTF-8.",
  "The card or note that the file was meant for is not in this plan.":
    "Die Karte oder Notiz, zu der die Datei gehören soll, ist nicht in diesem Plan.",
  "The form is broken.": "Das Formular ist fehlerhaft.",
  "The form is broken. Send the file as multipart/form-data in a field named file.":
    "Das Formular ist fehlerhaft. Bitte die Datei als multipart/form-data in einem Feld namens file senden.",
  "The last message must be the user’s.": "Die letzte Nachricht muss von der fragenden Person sein.",
  "The winner is one of the people.": "Der Gewinner muss eine der Personen sein.",
  "This change is not in the preview. Ask for it, or send it without an id.":
    "Diese Änderung ist nicht in der Vorschau. Bitte danach fragen oder sie ohne Id senden.",
  "This is not a picture we can read. Choose a PNG, JPEG, WebP, AVIF, GIF or BMP of up to 24 megapixels.":
    "Dieses Bild lässt sich nicht lesen. Bitte PNG, JPEG, WebP, AVIF, GIF oder BMP mit höchstens 24 Megapixeln wählen.",
  "Write something first.": "Bitte zuerst etwas schreiben.",
}

const kinds: Readonly<Record<string, string>> = {
  action: "keine Aktion",
  card: "keine Karte",
  file: "keine Datei",
  goal: "kein Ziel",
  item: "keine Aktion",
  label: "kein Label",
  member: "kein Mitglied",
  note: "keine Notiz",
  task: "keine Aufgabe",
}

const patterns: ProblemTexts["patterns"] = [
  [new RegExp(`^(${beginnings}) (.{1,600})$`, "s"), (field, rest) => `${fields[field] ?? field} ${restText(rest)}`],
  [/^Entry (\d{1,9}) (.{1,600})$/s, (at, rest) => `Eintrag ${numberOf(at)} ${restText(rest)}`],
  [
    /^There is no (action|card|file|goal|item|label|member|note|task) (\d{1,15}) in this plan\.$/,
    (kind, id) => `In diesem Plan gibt es ${kinds[kind] ?? kind} mit der Id ${id}.`,
  ],
  [/^The (?:\w{1,20}) (\d{1,15}) is named twice\.$/, (id) => `Die Id ${id} ist zweimal genannt.`],
  [/^The ref "(.{1,40})" is used twice\.$/, (ref) => `Der Verweis „${ref}“ wird zweimal verwendet.`],
  [
    /^There is no earlier change with the ref "(.{1,200})"\.$/s,
    (ref) => `Keine frühere Änderung hat den Verweis „${ref}“.`,
  ],
  [
    /^There is no change at (\d{1,9}): positions are 0 to (\d{1,9})\.$/,
    (at, last) => `An Stelle ${at} gibt es keine Änderung, möglich ist 0 bis ${last}.`,
  ],
  [
    /^This would be (\d{1,9}) changes; (\d{1,9}) at once are the limit\. Ask for a part of it\.$/,
    (count, most) =>
      `Das wären ${numberOf(count)} Änderungen, auf einmal gehen ${numberOf(most)}. Bitte um einen Teil davon bitten.`,
  ],
]

export const faults: ProblemTexts = { sentences, patterns }
