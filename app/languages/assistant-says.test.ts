import { afterEach, expect, test } from "vitest"
import { setLanguage } from "~/contract/shared/language/in-force"
import { problemText } from "~/contract/shared/language/problem-text"
import { countsText } from "~/rules/agent/propose"
import { german } from "./de/german"

afterEach(() => setLanguage({ tag: "en" }))

test.each([
  [
    `Done: ${countsText({ created: 2, updated: 1, deleted: 1 })}.`,
    "Erledigt: 2 neue Karten, 1 Änderung und 1 Löschung.",
  ],
  ["Undone: 1 addition.", "Rückgängig gemacht: 1 neue Karte."],
  ["This was done already: 3 changes.", "Das ist schon erledigt: 3 Änderungen."],
  ["Published 1 goal, 2 actions, 1 task.", "Veröffentlicht: 1 Ziel, 2 Aktionen und 1 Aufgabe."],
  ["Discarded 2 tasks.", "Verworfen: 2 Aufgaben."],
  [
    "Added 2 drafts. Publish or discard them when you have looked at them.",
    "2 Entwürfe hinzugefügt. Nach dem Ansehen lassen sie sich veröffentlichen oder verwerfen.",
  ],
])("“%s” in German", (said, expected) => {
  expect(problemText(said)).toBe(said)
  setLanguage({ tag: "de", texts: german })
  expect(problemText(said)).toBe(expected)
})
