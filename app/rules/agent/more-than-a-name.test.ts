import { expect, test } from "vitest"
import { isMoreThanAName } from "./more-than-a-name"
import { wordsIn } from "./words"

const read = (text: string, knows: (name: string) => boolean = () => false) => {
  const asked: string[] = []
  const isMore = isMoreThanAName({ do: "rename", text }, wordsIn(`rename harbour to ${text}`), {
    isPerson: () => false,
    isDate: () => false,
    knows: (name) => (asked.push(name) > 0 && knows(name) ? 2 : 0),
  })
  return { isMore, asked }
}

test.each([
  `${"and to ".repeat(50)}schreib new labele`,
  `${"x and ".repeat(29)}${"x to ".repeat(29)}x`,
  `${"x, to ".repeat(57)}x`,
  `${"then ".repeat(57)}${"to ".repeat(57)}x`,
])("in a text of many joints at most 60 cards are looked for, and it is no name, case %#", (text) => {
  const { isMore, asked } = read(text)
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.length).toBeLessThan(61)
  expect(isMore).toBe(true)
})

test("a long text is a name, unless a card between a joint and a “to” begins a further part", () => {
  const text = "Talk to Bo, then to Mei and Ada as agreed, and hand in the plan to all of them, and go on to the next"
  expect(read(text).isMore).toBe(false)
  expect(read(text).asked.length).toBeGreaterThan(10)
  expect(read(text, (name) => name === "hand").isMore).toBe(true)
  expect(read(text, (name) => name === "Talk").isMore).toBe(false)
})
