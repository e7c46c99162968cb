// The German texts: complete, translated, with the same values in them and the plurals that German has.
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { quotaNames, quotas } from "~/contract/limits"
import { setLanguage } from "~/contract/shared/language/in-force"
import { problemText } from "~/contract/shared/language/problem-text"
import { full } from "~/domain/limits/quota.server"
import { readImport } from "~/rules/transfer/import"
import { account } from "~/ui/account/texts"
import { germanOnServer as german } from "./de/german-server"
import { problems } from "./de/problems"

/** Texts that are the same in German, by why they are. */
const same: Record<string, string[]> = {
  "names of products and formats": ["Laneway", "Microsoft", "Google", "JSON", "CSV", "Markdown", "API-Schlüssel"],
  "words that German uses too": [
    ...["Name", "NAME", "Status", "Plan", "Board", "Threads", "Chat", "Countdown", "Start", "Pause", "System", "Admin"],
    ...[
      "Administrator",
      "Administration",
      "Export",
      "Text",
      "Filter",
      "Label",
      "Version",
      "Job",
      "Jobs",
      "Focus",
      "Offline.",
      "Name (optional)",
      "Labels",
      "Check-ins",
      "STATUS",
    ],
    ...["offline", "online", "Uploads", "Integration"],
  ],
  "keys of the keyboard": [
    "/",
    "C",
    "N",
    "V",
    "V C",
    "M, W",
    "\\",
    "H",
    "?",
    "1, 2, 3",
    "T",
    "F",
    "O, D, L, W",
    "I",
    "↑ ↓",
    "R",
    "D",
    "B",
    "1",
    "2",
    "3",
  ],
  "more keys": ["Enter", "Esc", "↑", "↓", "↑, ↓", "→, ←", "⌘Z", "⇧⌘Z", "ESC"],
  "the assistant without a model understands English": [
    ...["What is overdue?", "What is due this week?", "Summarise the plan"],
  ],
  "formats of webhooks": ["Webhooks", "Format", "Standard", "Slack", "Teams", "Mattermost", "ntfy", "Test"],
  "units that have no language": ["km, %, €…"],
  "signs around other texts": [": ", ", "],
}
const mayBeSame = new Set(Object.values(same).flat())

type Entry = { key: string; english: object }
const entries: Entry[] = []

beforeAll(async () => {
  const modules = import.meta.glob<Record<string, unknown>>([
    "../**/*texts.ts",
    "../rules/transfer/sample-plan.ts",
    "!**/typed-texts.ts",
  ])
  setLanguage({
    tag: "de",
    texts: (key, english) => {
      if (!entries.some((entry) => entry.key === key)) entries.push({ key, english })
      return undefined
    },
  })
  // Reading any text of an object names its key.
  for (const load of Object.values(modules))
    for (const value of Object.values(await load()))
      if (typeof value === "object" && value !== null && !Array.isArray(value)) Reflect.get(value, "")
  setLanguage({ tag: "en" })
})

type Said = (...given: unknown[]) => unknown
/** A text at its place, as `board.resize.goals`. */
type Leaf = { place: string; english: unknown; german: unknown }

const leaves = (place: string, english: unknown, translated: unknown): Leaf[] => {
  if (typeof english !== "object" || english === null) return [{ place, english, german: translated }]
  return Object.entries(english).flatMap(([name, each]) =>
    leaves(`${place}.${name}`, each, (translated as Record<string, unknown> | undefined)?.[name]),
  )
}
const allLeaves = () => entries.flatMap(({ key, english }) => leaves(key, english, german(key)))

/** What texts with values may be given: names, counts, lists of names, and counts by kind. */
const samples = (count: number): unknown[][] => [
  ["⟦a⟧", "⟦b⟧", "⟦c⟧", "⟦d⟧"],
  [count, count + 5, "⟦c⟧", "⟦d⟧"],
  ["⟦a⟧", count, count + 5, "⟦d⟧"],
  [count, "⟦b⟧", "⟦c⟧"],
  ["⟦a⟧", 1],
  [count, count, count],
  ["⟦a⟧", { goals: count, items: count, actions: count, tasks: count, comments: count, files: count }],
  [["⟦a⟧", "⟦b⟧", "⟦c⟧"]],
  [{ goals: count, items: count, actions: count, tasks: count, comments: count, files: count }],
  [{ from: count, to: count + 5, total: count + 9 }],
]
const isSensible = (said: unknown) =>
  said !== undefined && !/undefined|NaN|\[object|=>|function/.test(JSON.stringify(said) ?? "undefined")

/** The English text and the German one for the first kind of values that the English one takes. */
const spoken = (english: Said, translated: Said, count: number) => {
  for (const given of samples(count)) {
    try {
      const said = english(...given)
      const german = translated(...given)
      if (isSensible(said) && isSensible(german))
        return { english: JSON.stringify(said), german: JSON.stringify(german) }
    } catch {}
  }
  throw new Error(`no values fit ${english}`)
}
const isWords = (text: string) => /[a-z]{2}/i.test(text)
const isSaid = (leaf: Leaf): leaf is Leaf & { english: Said; german: Said } => typeof leaf.english === "function"

describe("German", () => {
  test("has every text, and no other", () => {
    expect(entries.length).toBeGreaterThan(35)
    for (const { key, english } of entries) {
      const names = (value: object) => leaves(key, value, undefined).map(({ place }) => place)
      const found = german(key)
      expect(found, key).toBeDefined()
      expect(names(found as object), key).toEqual(names(english))
    }
    for (const { place, english, german } of allLeaves()) expect(typeof german, place).toBe(typeof english)
  })

  test("differs from English, but for words that both have", () => {
    const untranslated = allLeaves().filter(
      ({ english, german }) =>
        typeof english === "string" && english === german && !mayBeSame.has(english) && !/^#[0-9a-f]{6}$/.test(english),
    )
    expect(untranslated.map(({ place, english }) => `${place}: ${english}`)).toEqual([])
  })

  test("says what values a text is given wherever English does, and in German words", () => {
    for (const leaf of allLeaves().filter(isSaid)) {
      const said = spoken(leaf.english, leaf.german, 7)
      const values = (text: string) => [...new Set(text.match(/⟦[a-d]⟧|\d+/g))].sort()
      expect(values(said.german), leaf.place).toEqual(values(said.english))
      const words = said.english.replace(/⟦[a-d]⟧/g, "")
      if (!isWords(words) || /^"(.+ (MB|UTC|ms)|Version .+\.)"$/.test(said.english)) continue
      expect(said.german, leaf.place).not.toBe(said.english)
    }
  })

  test("has a form for one where English has", () => {
    const forms = (said: Said, other: Said, side: "english" | "german") =>
      [1, 2].map((count) => spoken(said, other, count)[side].replace(/\d+/g, "#"))
    for (const leaf of allLeaves().filter(isSaid)) {
      const [one, two] = forms(leaf.english, leaf.german, "english")
      if (one === two) continue
      const [eins, zwei] = forms(leaf.english, leaf.german, "german")
      expect(eins, leaf.place).not.toBe(zwei)
    }
  })

  test("translates problems that there are", () => {
    const app = path.resolve(import.meta.dirname, "..")
    const sources = ["api", "client", "contract", "domain", "outside", "rules", "server"]
      .flatMap((folder) =>
        readdirSync(path.join(app, folder), { recursive: true, encoding: "utf8" })
          .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
          .map((file) => readFileSync(path.join(app, folder, file), "utf8")),
      )
      .join("\n")
    expect(Object.keys(problems.sentences).filter((message) => !sources.includes(message))).toEqual([])
    setLanguage({ tag: "de", texts: german })
    expect(problemText("That is not the password.")).toBe("Das ist nicht das Passwort.")
    expect(problemText("Use at most 20000 characters.")).toBe("Höchstens 20.000 Zeichen sind möglich.")
    expect(problemText("Reading the plan")).toBe("Der Plan wird gelesen")
    expect(["1 change so far", "12 changes so far"].map(problemText)).toEqual([
      "Bisher 1 Änderung",
      "Bisher 12 Änderungen",
    ])
    expect(problemText("Something else.")).toBe("Something else.")
    setLanguage({ tag: "en" })
    expect(problemText("That is not the password.")).toBe("That is not the password.")
  })

  test("says in German why a file is not imported", () => {
    setLanguage({ tag: "de", texts: german })
    const said = [
      ...["{", "[]", "text", "[".repeat(2_000)],
      ...["value,11", "effort,9", "status,later", "due,soon", `goal,${"x".repeat(600)}`].map((cell) => {
        const [column, value] = cell.split(",")
        return column === "goal" ? `goal,action\n${value},b` : `goal,action,${column}\na,b,${value}`
      }),
    ].flatMap((text) => {
      const read = readImport(text, "plan.txt")
      return "problem" in read ? [read.problem] : []
    })
    expect(said.length).toBeGreaterThan(7)
    expect(said.filter((message) => problemText(message) === message)).toEqual([])
    for (const message of said) expect(problemText(message), message).not.toMatch(/\b(the|is|has|was|of|more)\b/)
    setLanguage({ tag: "en" })
  })

  test("says in German which quota is full, and how to make room", () => {
    setLanguage({ tag: "de", texts: german })
    for (const name of quotaNames)
      expect(problemText(full({ name, isShare: false }).message), name).toMatch(
        /^Mehr kann .*\. [^.]*\. Grenze: [^.]*\.$/,
      )
    setLanguage({ tag: "en" })
  })

  test("knows what is stored", () => {
    setLanguage({ tag: "de", texts: german })
    for (const { what } of Object.values(quotas)) {
      if (what !== "prompts") expect(account.storageOf.person(what), what).not.toContain(what)
    }
    setLanguage({ tag: "en" })
  })
})
