// Texts on screen are plain: none has a phrase that readers had to ask about, or a word that only the code uses.
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { quotas, rates } from "~/contract/limits"
import { problems } from "~/languages/de/problems"

const here = path.resolve(import.meta.dirname, "../../app")
/** Every file with texts in the reader's language: screens, mails, notifications, the log, small pages. */
const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !/\.test\.|^contract\/shared\/language\/localized/.test(file) &&
    readFileSync(`${here}/${file}`, "utf8").includes(" = localized("),
)

/** All texts in a value; a function counts with its source, but one that is async says nothing: it sends a mail. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value]
  if (typeof value === "function") return /^async\b/.test(String(value)) ? [] : [String(value)]
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
  "any more",
  "too many people too much",
  "in UTF-8",
  "addition",
  "to come",
  "Load it again",
  "Not carried out",
]

/** How the code speaks (docs/glossary.md), and words that English speakers write but do not say. */
const internal =
  /\b(kept|whoever|whatever|refusal|actor|capability|admission|visitor|rebase|respace|temporary id|pending call|idempoten\w*|drop target|hit test|debounce|dead letter|payload|endpoint|upsert|mutation)\b/i

/** A hyphen of another font, which is wider than the one around it. */
const otherHyphen = "\u2011"

const isUnclear = (text: string) =>
  text.includes(otherHyphen) || unclear.some((phrase) => text.includes(phrase)) || internal.test(text)

/** A word in one form for 1 and in another for the rest: `count === 1 ? "task" : "tasks"`. */
const byHand = /[=!]==?\s*1\s*\?\s*\(?["'`]/g

test("components have no words of their own, which no language would translate", () => {
  const components = readdirSync(`${here}/ui`, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  )
  expect(components.length).toBeGreaterThan(150)
  const words =
    /(?<![=!]=) = "[A-Z][^"]*[ .…][^"]*"|\b(?:label|text|title|alt|placeholder|aria-label)="[A-Z][^"]*"|>\s*[A-Z][a-z]+(?: [a-z]+)+[.…]?\s*</g
  const found = components.flatMap((file) =>
    (readFileSync(`${here}/ui/${file}`, "utf8").match(words) ?? []).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

describe("counted words", () => {
  const root = path.resolve(here, "..")
  const sources = ["app", "mcp-server"].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .map((file) => `${folder}/${file}`),
  )

  test("take their form from Intl (`counted`), in every language", () => {
    expect(sources.length).toBeGreaterThan(700)
    const found = sources.filter((file) => readFileSync(`${root}/${file}`, "utf8").match(byHand))
    expect(found).toEqual([])
  })

  test("with a condition on 1 are found", () => {
    expect('n === 1 ? "" : "s", n !== 1 ? `a` : `b`, n === 1 ? run() : rest'.match(byHand)).toHaveLength(2)
  })
})

describe("texts on screen", () => {
  test("every room's texts are read, and those of the server", () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files).toEqual(
      expect.arrayContaining([
        "rules/log/audit-texts.ts",
        "domain/mail/texts.ts",
        "domain/mail/mention.server.ts",
        "api/button-texts.ts",
      ]),
    )
  })

  test.each(files)("%s is plain", async (file) => {
    const texts = textsIn(await import(`${here}/${file}`))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter(isUnclear)).toEqual([])
  })

  /** The spec writes these with a straight apostrophe, all others with a curly one. */
  const straight = [
    "You can't undo this later, and all associated actions, tasks, notes and files will be deleted.",
    "Let's make your first plan!",
    "What I'll do:",
    "We'll send a secure sign-in link—no password required.",
    "We couldn't send the sign-in link. Please try again.",
    "We couldn't complete the passwordless sign-in. Please try sending a new link.",
  ]

  test("apostrophes are curly, but where the spec's are straight", async () => {
    const modules = await Promise.all(files.map((file) => import(`${here}/${file}`)))
    const texts = [
      ...modules.flatMap(textsIn),
      ...Object.keys(problems.sentences),
      ...textsIn(quotas),
      ...textsIn(rates),
    ]
    const found = new Set(texts.filter((text) => /[a-z]'(?![`"'{])/i.test(text)))
    expect([...found].sort()).toEqual([...straight].sort())
  })

  test("refusals that people meet are plain, and so is what a full quota says", () => {
    const said = [...Object.keys(problems.sentences), ...textsIn(quotas), ...textsIn(rates)]
    expect(said.length).toBeGreaterThan(100)
    expect(said.filter(isUnclear)).toEqual([])
  })
})
