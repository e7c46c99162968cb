// Where the long words of a card's name may break: between syllables, by patterns that load once a word does not fit on its line.
import { idle } from "~/client/idle"
import { observable } from "~/client/observable"
import { languageInForce } from "~/contract/shared/language/in-force"
import type { Language } from "~/contract/shared/language/language"
import { linksOf } from "~/rules/text-parts"

/** Shorter words fit on a line of the narrowest card. */
const long = /^[\p{P}]*\p{L}[\p{L}\p{M}'’-]{11,}\p{L}[\p{P}]*$/u
export const isLong = (word: string) => long.test(word)

/** Links are shown as they are written. */
export const hasLongWord = (text: string) => text.split(/\s+/).some(isLong) && linksOf(text).length === 0

/** Puts soft hyphens between the syllables of a word. */
type Hyphenate = (word: string) => string

const patterns: Record<Language, () => Promise<{ hyphenateSync: Hyphenate }>> = {
  en: () => import("hyphen/en-us"),
  de: () => import("hyphen/de-1996"),
}
const asked = new Map<Language, Promise<void>>()

/** The languages whose patterns are there. */
export const hyphenators = observable<Partial<Record<Language, Hyphenate>>>({})

/** A plan may be written in another language than the reader's, which a word shows by its letters. */
export const languageOf = (word: string): Language => (/[äöüß]/i.test(word) ? "de" : languageInForce())

/** Without a network, words break anywhere until the next page. */
export const loadSyllables = (language: Language) => {
  const load = async () => {
    await idle()
    const { hyphenateSync } = await patterns[language]()
    hyphenators.set({ ...hyphenators.get(), [language]: hyphenateSync })
  }
  if (!asked.has(language))
    asked.set(
      language,
      load().catch(() => {}),
    )
}
