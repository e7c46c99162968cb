// The languages of the product, and which of them a person reads.
import { isLoopback } from "~/contract/shared/loopback"

export type Language = "en" | "de"

export const languages: readonly Language[] = ["en", "de"]

/** Each in its own language. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch" }

/** English texts from right to left, for tests of layouts: a browser at a loopback address gets them by asking for this tag. */
export const mirrored = "ar-XB"
export type Tag = Language | typeof mirrored

export const directionOf = (tag: Tag): "ltr" | "rtl" => (tag === mirrored ? "rtl" : "ltr")

/** How a language writes dates and numbers. */
export const localeOf = (tag: Tag) => (tag === "de" ? "de-DE" : "en-GB")

/** The first of the wanted tags, such as `de-AT`, in which there are texts; otherwise English. `host`: where the product is served. */
export const bestOf = (wanted: readonly string[], host: string): Tag => {
  for (const tag of wanted) {
    if (tag === mirrored && isLoopback(host)) return mirrored
    const [name] = tag.toLowerCase().split("-")
    const found = languages.find((each) => each === name)
    if (found) return found
  }
  return "en"
}

/** The tags of an `Accept-Language` header, the most wanted first. */
export const acceptedIn = (header: string | null): string[] =>
  (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim())
      const quality = parameters.find((each) => each.startsWith("q="))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
