import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { claimForOneTab } from "./one-tab"

const tab = { hidden: false }
let held: Set<string>

/** The locks that tabs of one browser share. */
const request = async (name: string, _options: object, work: (lock: object | null) => Promise<void> | null) => {
  if (held.has(name)) return work(null)
  held.add(name)
  await work({ name })
  held.delete(name)
}

/** Asks as a tab does that is hidden or not. */
const asked = (hidden: boolean) => {
  tab.hidden = hidden
  return claimForOneTab("notification.7")
}

beforeEach(() => {
  held = new Set()
  vi.stubGlobal("document", tab)
  vi.stubGlobal("navigator", { locks: { request } })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("a visible tab wins over hidden ones that asked earlier", async () => {
  const asks = [asked(true), asked(true), asked(false)]
  await vi.advanceTimersByTimeAsync(600)
  expect(await Promise.all(asks)).toEqual([false, false, true])
})

test("exactly one of several hidden tabs wins", async () => {
  const asks = [asked(true), asked(true), asked(true)]
  await vi.advanceTimersByTimeAsync(600)
  expect((await Promise.all(asks)).filter(Boolean)).toHaveLength(1)
})

test("without Web Locks every tab wins", async () => {
  vi.stubGlobal("navigator", {})
  expect(await Promise.all([asked(false), asked(true)])).toEqual([true, true])
})
