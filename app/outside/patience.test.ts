import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { patience } from "./patience"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How long a task may go on, in ms, if it waits for this share of the time. */
const patienceWith = (share: number) => {
  const began = Date.now()
  let ended: number | undefined
  const giveUp = () => {
    ended = Date.now() - began
  }
  patience({ within: 1_000, most: 6, waited: () => (Date.now() - began) * share, giveUp })
  vi.advanceTimersByTime(20_000)
  return ended
}

test("time in which other work had the processors does not count, up to a bound", () => {
  expect(patienceWith(0)).toBe(1_000)
  // Rounded down each time that it looks.
  expect(Math.round((patienceWith(0.5) ?? 0) / 100)).toBe(20)
  expect(Math.round((patienceWith(0.75) ?? 0) / 100)).toBe(40)
  expect(patienceWith(1)).toBe(6_000)
})

test("a task that has ended is not given up", () => {
  const giveUp = vi.fn()
  const cancel = patience({ within: 1_000, most: 6, waited: () => Date.now(), giveUp })
  vi.advanceTimersByTime(2_500)
  cancel()
  vi.advanceTimersByTime(20_000)
  expect(giveUp).not.toHaveBeenCalled()
})
