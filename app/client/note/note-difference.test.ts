import fc from "fast-check"
import { expect, test } from "vitest"
import { millisecondAtEachLook } from "../../../tests/support/counts/stepping-clock"
import { differences, textChanges } from "./note-difference"

test("marks a changed word within its line and leaves out distant lines", () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at}`)
  const before = lines.join("\n")
  expect(differences(before, before)).toEqual([])
  expect(differences(before, before.replace("Line 5", "Row 5"))).toEqual([
    { kind: "skipped", lines: 3 },
    { kind: "same", text: "Line 3\nLine 4\n" },
    { kind: "gone", text: "Line" },
    { kind: "new", text: "Row" },
    { kind: "same", text: " 5\n" },
    { kind: "same", text: "Line 6\nLine 7\n" },
    { kind: "skipped", lines: 4 },
  ])
})

test("applying the changes to the first text gives the second", () => {
  const text = fc
    .array(fc.constantFrom("one ", "two\n", "three", ", ", "\n", "🌿"), { maxLength: 12 })
    .map((all) => all.join(""))
  fc.assert(
    fc.property(text, text, (before, after) => {
      let made = ""
      let at = 0
      for (const { from, to, insert } of textChanges(before, after)) {
        expect(from).toBeGreaterThanOrEqual(at)
        made += before.slice(at, from) + insert
        at = to
      }
      expect(made + before.slice(at)).toBe(after)
    }),
  )
})

test("compares texts with little in common in bounded time", () => {
  const side = (seed: number) => Array.from({ length: 30_000 }, (_, at) => `w${(at * seed) % 7_919}`).join(" ")
  const looks = millisecondAtEachLook()
  expect(differences(side(3), side(5)).length).toBeGreaterThan(0)
  // Once by lines, once by words, 400 ms each.
  expect(looks()).toBeLessThan(810)
})
