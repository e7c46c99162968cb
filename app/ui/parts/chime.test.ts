import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { chime } from "./chime"

let begun = 0
const tab = { hidden: false }

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
  tab.hidden = false
  vi.stubGlobal("document", tab)
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("AudioContext", Audio)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("one chime plays at a time, and none in a hidden tab", () => {
  vi.advanceTimersByTime(1_000)
  chime()
  chime()
  expect(begun).toBe(2)
  vi.advanceTimersByTime(1_000)
  chime()
  expect(begun).toBe(4)
  vi.advanceTimersByTime(1_000)
  tab.hidden = true
  chime()
  expect(begun).toBe(4)
})
