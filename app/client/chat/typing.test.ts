import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openTyping } from "./typing"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const tell = vi.fn()
  return { tell, typing: openTyping({ personId: 8, send: tell }) }
}

test("announces typing at the first key, and its end 2000 ms after the last", () => {
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

test("repeats the announcement while typing continues; leaving ends it at once", () => {
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

test("shows the other person's typing, not the same person's in another tab, and times out for a closed tab", () => {
  const { typing } = open()
  typing.receive("UserTyping", { userId: 7 })
  typing.receive("UserTyping", null)
  expect(typing.other.get()).toBe(false)
  typing.receive("UserTyping", { userId: 8 })
  expect(typing.other.get()).toBe(true)
  typing.receive("UserStoppedTyping", { userId: 8 })
  expect(typing.other.get()).toBe(false)
  typing.receive("UserTyping", { userId: 8 })
  vi.advanceTimersByTime(5_000)
  expect(typing.other.get()).toBe(false)
})
