// Words that docs/glossary.md gives another word for name nothing in the code, and a word stays in the rooms of what it means.
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"

const repository = path.resolve(import.meta.dirname, "../..")
const banned =
  /^(?:hears|hearers|mayHear|apart(?:Of)?|standsApart|told[A-Z]?\w*|tell(?:s|ing)?(?:[A-Z]\w*)?|carryOut\w*|revision|Revision|\w+Revisions?|kept(?:[A-Z]\w*)?|\w+Kept(?:[A-Z]\w*)?|noteParts?)$/

/** The number of notified people in the answer of `app.apply`, a call of the contract, and a property of Workbox. */
const exceptions = [
  "app/contract/plan.ts: removeRevisions",
  "app/database/apply.server.ts: told",
  "app/domain/core/commit.server.ts: told",
  "app/domain/versions.server.ts: removeRevisions",
  "app/service-worker.ts: revision",
]

/** Words of one meaning, and rooms that have another word for what they might mean there. */
const elsewhere: [word: RegExp, rooms: RegExp][] = [
  [/[oO]utbox/, /^(?!app\/(client|ui|service-worker))/],
  [/^lanes?(?!way)|Lanes?(?!way)/, /^(app\/(outside|server|api)|supabase)/],
  [/^threads?(?!_)|Threads?/, /^(app\/(outside|server)|mcp-server|supabase)/],
  [/[pP]ictured?/, /^app\/client/],
  [/^columns?$|^(?!task|done|gridTemplate)[a-z]+Columns?$/, /^app\/(client|ui\/(board\/pane|plan-page))/],
  [/^callPage|^pageOf/, /^app/],
]

const files = ["app", "mcp-server", "supabase/embedded"].flatMap((folder) =>
  readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)

const identifiersOf = (text: string, word: RegExp) => {
  const found = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && word.test(node.text)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("example.tsx", text, ts.ScriptTarget.Latest, false))
  return [...found]
}

test("no identifier is a word that the glossary replaces", () => {
  expect(files.length).toBeGreaterThan(700)
  // Parsing takes time: most files have none of the words, in texts and comments either.
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(repository, file), "utf8")
    if (!/hear|apart|told|tell|carryOut|revision|kept|noteParts?/i.test(text)) return []
    return identifiersOf(text, banned).map((name) => `${file}: ${name}`)
  })
  expect(found.sort()).toEqual(exceptions)
})

test("a word with a meaning in some rooms names nothing else in others", () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(repository, file), "utf8")
    return elsewhere
      .filter(([word, rooms]) => rooms.test(file) && new RegExp(word.source.replace(/[$^]/g, "\\b")).test(text))
      .flatMap(([word]) => identifiersOf(text, word).map((name) => `${file}: ${name}`))
  })
  expect(found.sort()).toEqual([])
})

test("a banned identifier is found, and a text or comment with the word is none", () => {
  expect(identifiersOf('// told\nconst tellAll = () => "hears apart"\n', banned)).toEqual(["tellAll"])
})
