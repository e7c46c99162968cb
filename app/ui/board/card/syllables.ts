// Break points of the long words of a card's name: between syllables, by patterns that load once a word does not fit on its line.
import { idle } from "~/client/idle"
import { observable } from "~/client/observable"
import { languageInForce } from "~/contract/shared/language/in-force"
import type { Language } from "~/contract/shared/language/language"
import { linksOf } from "~/rules/text-links"

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

const german =
  /[äöüß]|(?<!\p{L})(?:aus|bei|das|dem|den|der|eine?|für|im|mit|nach|nicht|oder|und|vom|von|vor|zu|zum|zur)(?!\p{L})/iu
const english = /(?<!\p{L})(?:an|and|at|by|for|from|not|of|on|or|our|the|to|with)(?!\p{L})/iu

/** The language that a text shows by its letters and small words; undefined where it shows none or both. */
const shownBy = (text: string): Language | undefined => {
  const isGerman = german.test(text)
  if (isGerman === english.test(text)) return undefined
  return isGerman ? "de" : "en"
}

/** The language that at least three of the texts and a quarter of them show, and next to none the other. */
const mostlyShownBy = (texts: readonly string[]): Language | undefined => {
  const shown = texts.map(shownBy)
  const [de, en] = (["de", "en"] as const).map((language) => shown.filter((each) => each === language).length) as [
    number,
    number,
  ]
  if (Math.max(de, en) < Math.max(3, texts.length / 4) || 4 * Math.min(de, en) >= Math.max(de, en)) return undefined
  return de > en ? "de" : "en"
}

/** A plan may be written in another language than the reader's. `name`: the card's; `others`: of other cards. */
export const languageOf = (word: string, name: string, others: () => readonly string[]): Language =>
  shownBy(word) ?? shownBy(name) ?? mostlyShownBy(others()) ?? languageInForce()

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
