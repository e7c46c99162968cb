import fc from "fast-check"
import { expect, test } from "vitest"
import { stepsOf } from "../../tests/support/counts/function-steps"
import { snippetOf } from "./snippet"

test.each([
  ["Plan the launch", "launch", "Plan the <mark>launch</mark>"],
  ["Plan the launch", "lau", "Plan the <mark>launch</mark>"],
  ["Café am Dock", "cafe", "<mark>Café</mark> am Dock"],
  ["<b>bold & brave</b>", "bold", "&#60;b&#62;<mark>bold</mark> &#38; brave&#60;/b&#62;"],
  ["Plan the launch", "lanch", "Plan the <mark>launch</mark>"],
  ["Plan the launch", "luanch", "Plan the <mark>launch</mark>"],
  ["two plans", "planning", "two <mark>plans</mark>"],
  ["計画を立てる会議の議事録をここに書きます", "会議", "計画を立てる<mark>会議</mark>の議事録をここに書きます"],
  ["nothing of it", "xyz", "nothing of it"],
  ["a\n b", "%&'\"", "a b"],
])("%j searched for %j", (text, query, html) => {
  expect(snippetOf(text, query)).toBe(html)
})

test("marks signs and emoji that are words", () => {
  expect(snippetOf("Port C++ code", "c++")).toBe("Port <mark>C++</mark> code")
  expect(snippetOf("Launch 🚀 day", "🚀")).toBe("Launch <mark>🚀</mark> day")
})

test("shows the matching part of a long text", () => {
  const html = snippetOf(`${"filler ".repeat(100)}needle ${"filler ".repeat(100)}`, "needle")
  expect(html).toMatch(/^….*<mark>needle<\/mark>.*…$/)
  expect(html.length).toBeLessThan(230)
})

/** The distance with all cells, as the definition has it. */
const distance = (one: string, other: string): number => {
  const d = Array.from({ length: one.length + 1 }, (_, i) => Array.from({ length: other.length + 1 }, (_, j) => i + j))
  const at = (i: number, j: number) => d[i]?.[j] ?? 0
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      ;(d[i] as number[])[j] = swapped ? Math.min(cost, at(i - 2, j - 2) + 1) : cost
    }
  return at(one.length, other.length)
}

test("marks a word exactly when it is one edit from a short query, or two from a long one", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 4, maxLength: 12 })
  fc.assert(
    fc.property(letters, letters, (query, word) => {
      const expected = word.includes(query) || distance(query, word) <= (query.length > 7 ? 2 : 1)
      const prefix = query.length >= 5 && word.startsWith(query.slice(0, Math.max(4, query.length - 4)))
      expect(snippetOf(word, query).includes("<mark>")).toBe(expected || prefix)
    }),
  )
})

test.each<[string, string, string]>([
  [
    "words that are nearly those of the query",
    `b${"a".repeat(54)}bcd `.repeat(1_000),
    Array.from({ length: 16 }, (_, at) => `${"a".repeat(57)}${String.fromCharCode(101 + at)}`).join(" "),
  ],
  ["one-letter words", "a ".repeat(10_000), "bbbbbb cccccc"],
  ["one long word", "a".repeat(60_000), "ab ".repeat(16)],
  ["spaces", `a${" ".repeat(59_998)}b`, "c"],
])("takes few steps for each letter of a text of %s", (_, text, query) => {
  expect(stepsOf(() => snippetOf(text, query)) / text.length).toBeLessThan(40)
})

test("any text and query give only escaped text and marks", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 500 }),
      fc.string({ unit: "binary", maxLength: 50 }),
      (text, query) => {
        const html = snippetOf(text, query)
        expect(html.replace(/<\/?mark>/g, "")).not.toMatch(/[<>"']/)
        expect(html.split("<mark>").length).toBe(html.split("</mark>").length)
      },
    ),
  )
})
