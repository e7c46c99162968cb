import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openTyping } from "./typing"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const tell = vi.fn()
  return { tell, typing: openTyping({ personId: 8, tell }) }
}

test("told at the first key, and over 2000 ms after the last", () => {
  const { tell, typing } = open()
  typing.write()
  vi.advanceTimersByTime(1_500)
  typing.write()
  vi.advanceTimersByTime(1_999)
  expect(tell.mock.calls).toEqual([["UserTyping"]])
  vi.advanceTimersByTime(1)
  expect(tell.mock.calls).toEqual([["UserTyping"], ["UserStoppedTyping"]])
  typing.leave()
  expect(tell).toHaveBeenCalledTimes(2)
})

test("who types on is told again now and then, and sending ends it at once", () => {
  const { tell, typing } = open()
  for (let key = 0; key < 7; key++) {
    typing.write()
    vi.advanceTimersByTime(1_000)
  }
  expect(tell.mock.calls.flat()).toEqual(["UserTyping", "UserTyping", "UserTyping"])
  typing.leave()
  expect(tell.mock.calls.flat().at(-1)).toBe("UserStoppedTyping")
  vi.advanceTimersByTime(5_000)
  expect(tell).toHaveBeenCalledTimes(4)
})

test("the other is heard, oneself in another tab is not, and a closed tab is forgotten", () => {
  const { typing } = open()
  typing.hear("UserTyping", { userId: 7 })
  typing.hear("UserTyping", null)
  expect(typing.other.get()).toBe(false)
  typing.hear("UserTyping", { userId: 8 })
  expect(typing.other.get()).toBe(true)
  typing.hear("UserStoppedTyping", { userId: 8 })
  expect(typing.other.get()).toBe(false)
  typing.hear("UserTyping", { userId: 8 })
  vi.advanceTimersByTime(5_000)
  expect(typing.other.get()).toBe(false)
})
