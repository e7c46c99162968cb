// problemText(message): what a person reads instead of a problem's English message, which is the API's.
import { inForce } from "./in-force"

export type ProblemTexts = {
  /** By the English message. */
  sentences: Readonly<Record<string, string>>
  /** Messages with values, by their pattern. */
  patterns: readonly (readonly [RegExp, (...values: string[]) => string])[]
}

const none = {}

/** Messages without a translation stay English, such as the ones that only programs cause. */
export const problemText = (message: string): string => {
  const texts = inForce().texts?.("problems", none) as Partial<ProblemTexts> | undefined
  const known = texts?.sentences?.[message]
  if (known !== undefined) return known
  for (const [pattern, said] of texts?.patterns ?? []) {
    const found = pattern.exec(message)
    if (found) return said(...found.slice(1))
  }
  return message
}
