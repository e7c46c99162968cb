import type { starter as english } from "~/ui/starter/texts"
import { counted, number } from "./counted"

export const starter: typeof english = {
  words: {
    goals: (count) => counted(count, { one: "Ziel", other: "Ziele" }),
    actions: (count) => counted(count, { one: "Aktion", other: "Aktionen" }),
    tasks: (count) => counted(count, { one: "Aufgabe", other: "Aufgaben" }),
  },
  heading: "Der erste Plan entsteht!",
  planName: "Name des Plans",
  description: "Beschreibung",
  placeholder: "Was soll erreicht werden, und was braucht es dafür?",
  hint: "Eine Zeile mit # beginnt ein Ziel, mit - eine Aktion und mit zwei Leerzeichen und - eine Aufgabe. In einfachem Text wird jeder Satz eine Aktion.",
  hintModel:
    "Eine Zeile mit # beginnt ein Ziel, mit - eine Aktion und mit zwei Leerzeichen und - eine Aufgabe. Einfachen Text teilt der Assistent in Aktionen und Aufgaben auf.",
  prose: "Das ist einfacher Text. Nach „Ausführen“ macht der Assistent daraus Entwürfe von Aktionen und Aufgaben.",
  doIt: "Ausführen",
  or: "oder",
  empty: "Leeres Board verwenden",
  sample: "Beispielplan verwenden",
  preview: "Vorschau",
  drafts: "Als Entwürfe hinzugefügt. Auf dem Board lassen sie sich veröffentlichen oder verwerfen.",
  remove: "Anhang entfernen",
  reading: "Wird gelesen",
  read: "Zur Beschreibung hinzugefügt",
  notRead: "Die Datei konnte nicht gelesen werden.",
  move: "Dialog mit den Pfeiltasten verschieben",
  length: (count, most) => `${number(count)} von ${number(most)}`,
  tooLong: "Eine Beschreibung hat höchstens 20.000 Zeichen.",
  tooMany: (count, most) =>
    `Daraus würden ${number(count)} Karten, auf einmal können aber höchstens ${number(most)} hinzugefügt werden. Den Text kürzen oder als Markdown-Datei speichern und unter „Meine Pläne“ importieren.`,
  failed: "Der Plan konnte nicht gespeichert werden. Bitte noch einmal versuchen.",
  done: "Fertig",
  made: (counts) => `Hinzugefügt: ${counts}.`,
}
