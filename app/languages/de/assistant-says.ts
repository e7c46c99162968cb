// What the assistant says of what it has done: its English sentences, as people read them.
import { listText } from "~/contract/shared/language/format"
import type { ProblemTexts } from "~/contract/shared/language/problem-text"
import { counted } from "./counted"

const nouns: Readonly<Record<string, (count: number) => string>> = {
  addition: (count) => counted(count, { one: "# neue Karte", other: "# neue Karten" }),
  change: (count) => counted(count, { one: "# Änderung", other: "# Änderungen" }),
  deletion: (count) => counted(count, { one: "# Löschung", other: "# Löschungen" }),
  goal: (count) => counted(count, { one: "# Ziel", other: "# Ziele" }),
  action: (count) => counted(count, { one: "# Aktion", other: "# Aktionen" }),
  task: (count) => counted(count, { one: "# Aufgabe", other: "# Aufgaben" }),
}

/** "2 additions, 1 change and 1 deletion" */
const counts = (text: string) =>
  listText(
    [...text.matchAll(/(\d{1,9}) ([a-z]{1,20}?)s?\b/g)].map(
      ([whole, count, noun = ""]) => nouns[noun]?.(Number(count)) ?? whole,
    ),
  )

/** Counted things in a row. */
const row = "(\\d[\\w, ]{1,200})"

export const saidByAssistant: ProblemTexts["patterns"] = [
  [/^“([^“”]{1,80})” is not a member of this plan$/, (name) => `„${name}“ ist kein Mitglied dieses Plans`],
  [new RegExp(`^Done: ${row}\\.$`), (what = "") => `Erledigt: ${counts(what)}.`],
  [new RegExp(`^Undone: ${row}\\.$`), (what = "") => `Rückgängig gemacht: ${counts(what)}.`],
  [new RegExp(`^This was done already: ${row}\\.$`), (what = "") => `Das ist schon erledigt: ${counts(what)}.`],
  [new RegExp(`^Published ${row}\\.$`), (what = "") => `Veröffentlicht: ${counts(what)}.`],
  [new RegExp(`^Discarded ${row}\\.$`), (what = "") => `Verworfen: ${counts(what)}.`],
  [
    /^Added (\d{1,9}) drafts?\. Publish or discard them when you have looked at them\.$/,
    (count) =>
      `${counted(Number(count), { one: "# Entwurf", other: "# Entwürfe" })} hinzugefügt. Nach dem Ansehen lassen sie sich veröffentlichen oder verwerfen.`,
  ],
]
