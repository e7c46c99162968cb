// Texts on screen are plain: none has a phrase that readers had to ask about, or a word that only the code uses.
import { readdirSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"

const here = path.resolve(import.meta.dirname, "../../app/ui")
/** Not texts of ours, but what a person has typed. */
const typed = "plan/typed-texts.ts"
const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith("texts.ts") && file !== typed,
)

/** All texts in a value; a function counts with its source. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value]
  if (typeof value === "function") return [String(value)]
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : []
}

const unclear = [
  "Cards without these words fade",
  "by itself",
  "if you speak to your computer",
  "name people with their addresses",
  "what is indented below",
  "as it is now",
  "for good",
]

/** How the code speaks (docs/glossary.md), and words that English speakers write but do not say. */
const internal =
  /\b(kept|whoever|whatever|outcome|refusal|actor|capability|admission|visitor|rebase|respace|temporary id|pending call|idempoten\w*|drop target|hit test|debounce|dead letter|payload|endpoint|upsert|mutation)\b/i

describe("texts on screen", () => {
  test("every room's texts are read", () => expect(files.length).toBeGreaterThan(25))

  test.each(files)("%s is plain", async (file) => {
    const texts = textsIn(await import(`${here}/${file}`))
    expect(texts.filter((text) => unclear.some((phrase) => text.includes(phrase)) || internal.test(text))).toEqual([])
  })
})
