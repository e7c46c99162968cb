// Tests read alike: `test` with a name that states a behaviour, its subject first.
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const repository = path.resolve(import.meta.dirname, "../..")
const files = ["app", "mcp-server", "tests"].flatMap((folder) =>
  readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)
const textOf = (file: string) => readFileSync(path.join(repository, file), "utf8")

test("tests are declared by `test` alone", () => {
  expect(files.length).toBeGreaterThan(250)
  expect(files.filter((file) => /import \{[^}]{0,200}\bit\b[^}]{0,200}\} from "vitest"/.test(textOf(file)))).toEqual([])
})

/** `test("name"`, and the name of a `test.each` on a line of its own. */
const names = /(?:\btest(?:\.\w{1,20})?\(\s{0,20}|^\s{0,4}\]\)\(\s{0,20}|^ {2,4})(["'`])([^"'`\n]{1,300})\1,/gm

test("no name begins with a clause", () => {
  const clauses = files.flatMap((file) =>
    [...textOf(file).matchAll(names)]
      .map(([, , name = ""]) => name)
      .filter((name) =>
        /^(?:what|whatever|who|whoever|whose|those who|that which) .{1,300} (?:is|are|has|was|gets|may)\b/i.test(name),
      )
      .map((name) => `${file}: ${name}`),
  )
  expect(clauses).toEqual([])
})

test("tests wait by `expect.poll`; only those that fake timers wait by `vi.waitFor`, which advances them", () => {
  const waiting = files.filter((file) => /vi\.wait(?:For|Until)\(/.test(textOf(file)))
  expect(waiting).not.toEqual([])
  expect(waiting.filter((file) => !/useFakeTimers\(/.test(textOf(file)))).toEqual([])
})
