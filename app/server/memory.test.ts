import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { watchMemory } from "./memory"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watched = () => {
  const giveUp = vi.fn()
  const process = { bytes: 50 }
  const memory = watchMemory({ giveUp, limit: 100 * 1_048_576, resident: () => process.bytes * 1_048_576 })
  const after = (ms: number) => vi.advanceTimersByTime(ms)
  return { process, memory, giveUp, after }
}

test("a process with twice its limit is full, and no more when the memory is free again", () => {
  const { process, memory, giveUp, after } = watched()
  after(10_000)
  expect(memory.isFull()).toBe(false)
  process.bytes = 210
  after(60_000)
  expect(memory.isFull()).toBe(true)
  process.bytes = 150
  after(1_000)
  expect([memory.isFull(), giveUp.mock.calls]).toEqual([false, []])
})

test("a process that stays full for two minutes, or has three times its limit, is given up once", () => {
  const full = watched()
  full.process.bytes = 210
  full.after(119_000)
  expect(full.giveUp).not.toHaveBeenCalled()
  full.after(10_000)
  expect(full.giveUp.mock.calls).toEqual([[210]])
  const bursting = watched()
  bursting.process.bytes = 301
  bursting.after(5_000)
  expect(bursting.giveUp.mock.calls).toEqual([[301]])
})
