// localized(key, texts): English texts that are read in the language in force.
import { inForce } from "./in-force"

/** The shape of texts in any language: a string for each string, a function with the same arguments for each function. */
export type Localized<Texts> = Texts extends string
  ? string
  : Texts extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Localized<Answer>
    : { readonly [Key in keyof Texts]: Localized<Texts[Key]> }

/**
 * Read the texts where they are shown: a text that a module reads while it is loaded stays in the language that is in
 * force then. `key` is the name under which other languages export theirs.
 */
export const localized = <const Texts extends object>(key: string, english: Texts) =>
  new Proxy(english, {
    get: (_, name) => Reflect.get(inForce().texts?.(key, english) ?? english, name),
  }) as unknown as Localized<Texts>
