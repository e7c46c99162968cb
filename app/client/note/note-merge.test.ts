import fc from "fast-check"
import { expect, test } from "vitest"
import { millisecondAtEachLook } from "../../../tests/support/counts/stepping-clock"
import { mergeTexts } from "./note-merge"

const base = "# Plan\n\nFirst the docks.\nThen the van.\n\nAt last the students."

test.each([
  ["only I wrote", base.replace("docks", "piers"), base, false],
  ["only they wrote", base, base.replace("van", "lorry"), false],
  ["in different lines", base.replace("docks", "piers"), base.replace("students", "riders"), false],
  ["in lines side by side", base.replace("docks", "piers"), base.replace("van", "lorry"), false],
  ["at both ends of a line", base.replace("First", "Today"), base.replace("docks.", "docks!"), false],
  ["the same", base.replace("van", "lorry"), base.replace("van", "lorry"), false],
  ["the same word", base.replace("docks", "piers"), base.replace("docks", "quays"), true],
  ["they took away what I changed", base.replace("docks", "piers"), base.replace("First the docks.\n", ""), true],
])("%s", (_, mine, theirs, overlaps) => {
  const merged = mergeTexts(base, mine, theirs)
  expect(merged.overlaps).toBe(overlaps)
  const added = (side: string) => side.split(/\s+/).filter((word) => !base.split(/\s+/).includes(word))
  for (const word of [...added(mine), ...added(theirs)]) expect(merged.text).toContain(word)
})

test("keeps both texts, theirs first, on a conflict", () => {
  expect(mergeTexts("a\nb\nc", "a\nmine\nc", "a\ntheirs\nc")).toEqual({ text: "a\ntheirs\nmine\nc", overlaps: true })
})

test("loses no line that either side wrote", () => {
  const lines = fc.array(fc.constantFrom("one", "two", "three", "four", ""), { maxLength: 6 })
  fc.assert(
    fc.property(lines, lines, lines, (o, a, b) => {
      const mine = a.map((line, at) => (line === "" ? "" : `${line} m${at}`))
      const theirs = b.map((line, at) => (line === "" ? "" : `${line} t${at}`))
      const { text } = mergeTexts(o.join("\n"), mine.join("\n"), theirs.join("\n"))
      for (const line of [...mine, ...theirs]) for (const word of line.split(" ")) expect(text).toContain(word)
    }),
  )
})

test("keeps what both sides added, at any place", () => {
  const texts = fc
    .array(fc.constantFrom("a ", "b ", "c\n", "d\n", "\n"), { maxLength: 8 })
    .map((parts) => parts.join(""))
  fc.assert(
    fc.property(texts, texts, texts, (before, within, after) => {
      const merged = mergeTexts(
        before + within + after,
        `mine\n${before}${within}${after}`,
        `${before}${within}${after}\ntheirs`,
      )
      expect(merged.text).toContain("mine")
      expect(merged.text).toContain("theirs")
      if (within.includes("\n") && before + after !== "")
        expect(merged).toEqual({ text: `mine\n${before}${within}${after}\ntheirs`, overlaps: false })
    }),
  )
})

const lines = Array.from({ length: 4_000 }, (_, at) => `Line ${at} of a long note that says ${at * 7} things.`)
const each = (every: number, word: string) =>
  lines.map((line, at) => (at % every === 0 ? `${line} ${word}` : line)).join("\n")
test.each([
  ["a long note", lines.join("\n"), each(7, "mine"), each(11, "theirs")],
  [
    "a paragraph of many words",
    "the harbour ".repeat(8_000),
    `${"the harbour ".repeat(8_000)}mine`,
    `theirs ${"the harbour ".repeat(8_000)}`,
  ],
  ["many equal lines", "a\n".repeat(100_000), `mine\n${"a\n".repeat(100_000)}`, `${"a\n".repeat(100_000)}theirs`],
  ["texts that have nothing in common", "a\n".repeat(60_000), "mine b\n".repeat(25_000), "theirs c\n".repeat(20_000)],
])("%s is merged or given up in bounded time", (_, before, mine, theirs) => {
  const looks = millisecondAtEachLook()
  const { text } = mergeTexts(before, mine, theirs)
  // All comparisons share 400 ms.
  expect(looks()).toBeLessThan(450)
  expect(text).toContain("mine")
  expect(text).toContain("theirs")
})
