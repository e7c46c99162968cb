import { afterEach, expect, test } from "vitest"
import { setLanguage } from "~/contract/shared/language/in-force"
import { languageOf } from "./syllables"

afterEach(() => setLanguage({ tag: "en" }))

test.each([
  ["Qualitätssicherung", "Qualitätssicherung", "", "de"],
  ["Vertragsverhandlungen", "Vertragsverhandlungen mit dem Hafen", "", "de"],
  ["Vertragsverhandlungen", "Vertragsverhandlungen", "Strom und Wasser, Öffnung, Bau der Mole, Pier", "de"],
  ["Vertragsverhandlungen", "Vertragsverhandlungen", "Strom und Wasser, Öffnung", "reader"],
  [
    "Vertragsverhandlungen",
    "Vertragsverhandlungen",
    "Strom und Wasser, Öffnung, Bau der Mole, Roof of the quay",
    "reader",
  ],
  ["Vertragsverhandlungen", "Vertragsverhandlungen", "Pier", "reader"],
  ["Internationalisation", "Internationalisation of the website", "Strom und Wasser", "en"],
  ["Internationalisation", "Internationalisation", "Roof of the quay, Paint for it, Up to you", "en"],
  ["Infrastructure", "Infrastructure for Zürich", "Roof of the quay", "reader"],
])("%s in “%s”, among “%s”, is hyphenated as %s", (word, name, others, language) => {
  for (const tag of ["en", "de"] as const) {
    setLanguage({ tag })
    expect(languageOf(word, name, () => others.split(", "))).toBe(language === "reader" ? tag : language)
  }
})
