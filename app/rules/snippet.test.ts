import fc from "fast-check"
import { expect, test } from "vitest"
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

test("shows the matching part of a long text", () => {
  const html = snippetOf(`${"filler ".repeat(100)}needle ${"filler ".repeat(100)}`, "needle")
  expect(html).toMatch(/^….*<mark>needle<\/mark>.*…$/)
  expect(html.length).toBeLessThan(230)
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
