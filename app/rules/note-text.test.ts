import fc from "fast-check"
import { expect, test } from "vitest"
import { deriveTitle, nameInALine, plainText, titleOf } from "./note-text"

test.each([
  ["", "Untitled note"],
  [" \n\t\n", "Untitled note"],
  ["Plain", "Plain"],
  ["\n\n  Second line\nThird", "Second line"],
  ["# Heading", "Heading"],
  ["###### Deep", "Deep"],
  ["#hashtag stays", "#hashtag stays"],
  ["- item", "item"],
  ["* [x] done", "done"],
  ["1. First", "First"],
  ["12) Twelfth", "Twelfth"],
  ["> quoted > twice", "quoted > twice"],
  ["> - # All of them", "All of them"],
  ["**Bold** start", "Bold start"],
  ["**_Both_**", "Both"],
  ["`code` here", "code here"],
  ["---\nAfter the rule", "After the rule"],
  ["```ts\ncode", "code"],
  ["#\nEmpty heading above", "Empty heading above"],
  ["-5 degrees", "-5 degrees"],
  ["2026 plans", "2026 plans"],
  ["a\r\nb", "a"],
  [
    "one two three four five six seven eight nine ten eleven twelve thirteen",
    "one two three four five six seven eight nine ten eleven twelve",
  ],
  ["x".repeat(100), "x".repeat(80)],
  ["🌿".repeat(100), "🌿".repeat(80)],
])("the title of %j is %j", (content, title) => {
  expect(deriveTitle(content)).toBe(title)
})

test("a derived title is never blank, and keeps to 12 words and 80 characters", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("#", "-", "*", "`", ">", " ", "\n", "1", ".", "a", "_", "[", "]", "x", "🌿") }),
      (content) => {
        const title = deriveTitle(content)
        expect(title.trim()).toBe(title)
        expect(title).not.toBe("")
        expect([...title].length).toBeLessThanOrEqual(80)
        expect(title.split(" ").length).toBeLessThanOrEqual(12)
      },
    ),
  )
})

test("a title that was given is kept as it is, a blank one derived", () => {
  expect(titleOf(" Mine ", "x")).toBe(" Mine ")
  expect(titleOf("  ", "x")).toBe("x")
  expect(titleOf(null, "")).toBe("Untitled note")
})

test("a name is one line, cut with an ellipsis", () => {
  expect(nameInALine(" a\n b ")).toBe("a b")
  expect(nameInALine("abcdef", 4)).toBe("abc…")
})

test("a comment's text names the people and files in it", () => {
  expect(plainText("@[Ada Lind](12) see\n![file](laneway-file:3:9f-2.png:a%20plan.png)")).toBe(
    "@Ada Lind see\na plan.png",
  )
  expect(plainText("![file](laneway-file:3:9f-2.png:%ff) @[x](")).toBe("%ff @[x](")
})
