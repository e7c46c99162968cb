// speaking(tag, work): does work during which texts are read in a language.
import { AsyncLocalStorage } from "node:async_hooks"
import { readLanguageFrom, type Tongue } from "~/contract/shared/language/in-force"
import type { Tag } from "~/contract/shared/language/language"

let tongues: Partial<Record<Tag, Tongue>> = {}

const spoken = new AsyncLocalStorage<Tongue>()

/** The languages that this process has texts of, besides English. */
export const openSpeaking = (given: Partial<Record<Tag, Tongue>>) => {
  tongues = given
  readLanguageFrom(() => spoken.getStore())
}

export const speaking = <Result>(tag: Tag, work: () => Result): Result =>
  spoken.run(tongues[tag] ?? { tag: "en" }, work)
