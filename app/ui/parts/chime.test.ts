import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { chime } from "./chime"

let begun = 0

/** Node has no sound: counts the tones that would play. */
class Audio {
  state = "running"
  currentTime = 0
  createOscillator = () => ({ ...node(), frequency: { value: 0 }, start: () => begun++, stop: () => {} })
  createGain = () => ({
    ...node(),
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
  })
}
const node = () => ({ connect: (to: unknown) => to })

beforeEach(() => {
  begun = 0
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("AudioContext", Audio)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("one chime plays at a time, and none before the first interaction with the page", () => {
  vi.advanceTimersByTime(1_000)
  chime()
  chime()
  expect(begun).toBe(2)
  vi.advanceTimersByTime(1_000)
  chime()
  expect(begun).toBe(4)
  vi.advanceTimersByTime(1_000)
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } })
  chime()
  expect(begun).toBe(4)
})
