import type { Localized } from "~/contract/shared/language/localized"
import type { leftOutTexts as english, importWords as englishWords } from "~/rules/transfer/left-out-texts"
import { counted, number } from "./counted"

const notImported = (count: number, one: string, other: string) =>
  counted(count, { one: `# ${one} wurde nicht importiert`, other: `# ${other} wurden nicht importiert` })

const asText = (count: number, one: string, other: string) =>
  counted(count, {
    one: `# ${one} wurde als Text der Beschreibung importiert.`,
    other: `# ${other} wurden als Text der Beschreibungen importiert.`,
  })

export const leftOutTexts: Localized<typeof english> = {
  more: (count) => `${notImported(count, "weitere Spalte oder weiteres Feld", "weitere Spalten oder Felder")}.`,
  notUtf8: () =>
    "Die Datei ist nicht in UTF-8. Sie wurde als Windows-1252 gelesen: Buchstaben wie ä und é bitte prüfen.",
  brokenCharacters: (count) =>
    counted(count, {
      one: "# beschädigtes Zeichen wurde durch „�“ ersetzt.",
      other: "# beschädigte Zeichen wurden durch „�“ ersetzt.",
    }),
  cut: (count, most) =>
    `${counted(count, { one: "# Text wurde", other: "# Texte wurden" })} auf ${number(Number(most))} Zeichen gekürzt.`,
  dates: (count) =>
    counted(count, {
      one: "# Datum wurde nicht verstanden und nicht importiert.",
      other: "# Daten wurden nicht verstanden und nicht importiert.",
    }),
  repeats: (count) =>
    counted(count, {
      one: "# Wiederholung wurde nicht importiert: Die Regel ist unverständlich oder die Aufgabe erledigt.",
      other: "# Wiederholungen wurden nicht importiert: Die Regeln sind unverständlich oder die Aufgaben erledigt.",
    }),
  column: (count, title) => `${notImported(count, `Zelle der Spalte „${title}“`, `Zellen der Spalte „${title}“`)}.`,
  repeatedColumn: (count, title) =>
    `${notImported(count, "Zelle", "Zellen")}, weil die Spalte „${title}“ mehrfach vorkommt.`,
  cellsBeyond: (count, first) =>
    notImported(count, "Zelle hinter der letzten Spalte", "Zellen hinter der letzten Spalte") + firstAt(count, first),
  idleCells: (count, first) =>
    notImported(count, "Zelle ohne Aktion oder Aufgabe", "Zellen ohne Aktion oder Aufgabe") + firstAt(count, first),
  contradictions: (count, first) =>
    notImported(
      count,
      "Zelle, die einer früheren Zeile derselben Aktion widerspricht,",
      "Zellen, die einer früheren Zeile derselben Aktion widersprechen,",
    ) + firstAt(count, first),
  focus: (count, first) =>
    counted(count, {
      one: "# Wort in der Spalte „focus“ wurde nicht verstanden",
      other: "# Wörter in der Spalte „focus“ wurden nicht verstanden",
    }) + firstAt(count, first),
  line: (line, words) => `Zeile ${number(line)}, „${words}“`,
  strayLines: (count, first) =>
    notImported(count, "Zeile ohne Ziel und Aktion", "Zeilen ohne Ziel und Aktion") + firstAt(count, first),
  field: (count, name) =>
    `${notImported(count, `Wert des unbekannten Feldes „${name}“`, `Werte des unbekannten Feldes „${name}“`)}.`,
  files: (count) =>
    counted(count, {
      one: "# Datei wurde nicht importiert. Sie ist nur in der ZIP-Datei des Plans enthalten.",
      other: "# Dateien wurden nicht importiert. Sie sind nur in der ZIP-Datei des Plans enthalten.",
    }),
  repeatedFiles: (count) =>
    `${notImported(count, "wiederholte Datei", "wiederholte Dateien")}. Jede Datei der ZIP-Datei wird an der ersten Stelle gespeichert, die sie nennt.`,
  archivedLists: (count) => `${notImported(count, "archivierte Liste", "archivierte Listen")}.`,
  archivedCards: (count) => `${notImported(count, "archivierte Karte", "archivierte Karten")}.`,
  listlessCards: (count) =>
    `${notImported(count, "Karte einer archivierten oder fehlenden Liste", "Karten archivierter oder fehlender Listen")}.`,
  emptyCards: (count) =>
    `${notImported(count, "Karte ohne Namen und Beschreibung", "Karten ohne Namen und Beschreibung")}.`,
  emptyEntries: (count) =>
    `${notImported(count, "Eintrag einer Checkliste ohne Text", "Einträge von Checklisten ohne Text")}.`,
  lostEntries: (count) =>
    `${notImported(count, "Checklisteneintrag einer fehlenden Karte", "Checklisteneinträge fehlender Karten")}.`,
  lostComments: (count) => `${notImported(count, "Kommentar einer fehlenden Karte", "Kommentare fehlender Karten")}.`,
  absentComments: (count) =>
    counted(count, {
      one: "# Kommentar fehlt in der Datei: Trello exportiert nur die neuesten Änderungen eines Boards.",
      other: "# Kommentare fehlen in der Datei: Trello exportiert nur die neuesten Änderungen eines Boards.",
    }),
  unknownMembers: (count) =>
    counted(count, {
      one: "# Mitglied einer Karte ist in der Datei nicht genannt und wurde nicht importiert.",
      other: "# Mitglieder von Karten sind in der Datei nicht genannt und wurden nicht importiert.",
    }),
  waits: (count) =>
    `${notImported(count, "Angabe, worauf eine Karte wartet,", "Angaben, worauf Karten warten,")}: Sie nennen keine Karte oder schließen einen Kreis.`,
  labelsBeyond: (count) => `${notImported(count, "Label", "Labels")}: Ein Plan hat höchstens 100 Labels.`,
  members: (count) => asText(count, "weiteres Mitglied einer Karte", "weitere Mitglieder von Karten"),
  starts: (count) => asText(count, "Startdatum einer Karte", "Startdaten von Karten"),
  customFields: (count) =>
    asText(count, "benutzerdefiniertes Feld einer Karte", "benutzerdefinierte Felder von Karten"),
  places: (count) => asText(count, "Ort einer Karte", "Orte von Karten"),
  checklists: (count) => asText(count, "Name einer Checkliste", "Namen von Checklisten"),
  attachments: (count) =>
    counted(count, {
      one: "# Anhang wurde als Link in der Beschreibung der Karte importiert, ohne die Datei.",
      other: "# Anhänge wurden als Links in den Beschreibungen der Karten importiert, ohne die Dateien.",
    }),
  boardDescription: () => "Die Beschreibung des Boards wurde als Plannotiz importiert.",
  unknownLabels: (count) =>
    counted(count, {
      one: "# Label einer Karte hat in der Datei keinen Namen und wurde nicht importiert.",
      other: "# Labels von Karten haben in der Datei keinen Namen und wurden nicht importiert.",
    }),
  unknownFields: (count) =>
    counted(count, {
      one: "# Wert eines benutzerdefinierten Feldes wurde nicht verstanden und nicht importiert.",
      other: "# Werte benutzerdefinierter Felder wurden nicht verstanden und nicht importiert.",
    }),
  covers: (count) =>
    counted(count, {
      one: "# Titelbild einer Karte wurde nicht importiert.",
      other: "# Titelbilder von Karten wurden nicht importiert.",
    }),
  dueReminders: (count) =>
    counted(count, {
      one: "# Erinnerung an eine Fälligkeit wurde nicht importiert.",
      other: "# Erinnerungen an Fälligkeiten wurden nicht importiert.",
    }),
  listLimits: (count) =>
    counted(count, {
      one: "# Begrenzung einer Liste wurde nicht importiert.",
      other: "# Begrenzungen von Listen wurden nicht importiert.",
    }),
  templates: (count) =>
    counted(count, {
      one: "# Vorlagenkarte wurde als Aktion wie die anderen importiert.",
      other: "# Vorlagenkarten wurden als Aktionen wie die anderen importiert.",
    }),
  stickers: (count) => `${notImported(count, "Sticker", "Sticker")}.`,
  powerUps: (count) => `${notImported(count, "Wert eines Power-Ups", "Werte von Power-Ups")}.`,
}

const firstAt = (count: number, first: string) => `${counted(count, { one: ": ", other: ", zuerst " })}${first}.`

export const importWords: Localized<typeof englishWords> = {
  members: "Mitglieder",
  start: "Start",
  place: "Ort",
  checklists: "Checklisten",
  attachments: "Anhänge",
  somebody: "Jemand",
}
