// loadLanguage(tag): a language with its texts, loaded when it is needed.
import type { Tongue } from "~/contract/shared/language/in-force"
import { mirrored } from "~/contract/shared/language/language"

/** Of an element's `lang`; undefined: the texts are English. */
export const loadLanguage = async (tag: string): Promise<Tongue | undefined> => {
  if (tag === "de") return { tag, texts: (await import("./de/german")).german }
  if (tag === mirrored) {
    const { mirrorTexts } = await import("./mirrored")
    return { tag, texts: (_, english) => mirrorTexts(english) }
  }
  return undefined
}
