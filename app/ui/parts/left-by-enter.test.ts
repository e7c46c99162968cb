import { expect, test } from "vitest"
import { goesOnTyping, leaveByEnter, leaveByEscape } from "./left-by-enter"

const key = (key: string, timeStamp: number) => goesOnTyping({ key, timeStamp })

test("for a second after Enter leaves a field, letters continue its text, and each prolongs that", () => {
  expect(key("n", 500)).toBe(false)
  leaveByEnter({ timeStamp: 1_000 })
  expect(key("n", 1_400)).toBe(true)
  expect(key(" ", 2_300)).toBe(true)
  expect(key("c", 3_200)).toBe(true)
  expect(key("c", 4_200)).toBe(false)
})

test("keys that type nothing are not text", () => {
  leaveByEnter({ timeStamp: 10_000 })
  expect(key("Escape", 10_100)).toBe(false)
  expect(key("ArrowDown", 10_200)).toBe(false)
})

test("Escape after Enter ends the text: the next letter is a shortcut", () => {
  leaveByEnter({ timeStamp: 20_000 })
  leaveByEscape()
  expect(key("A", 20_100)).toBe(false)
})
