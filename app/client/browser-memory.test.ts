import { afterEach, beforeEach, expect, test, vi } from "vitest"

const fakeStore = (): Storage => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal("window", { localStorage: fakeStore(), sessionStorage: fakeStore() })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test("a page that leaves after signing out remembers no address to come back to", async () => {
  const { forgetPerson, rememberedOrigin } = await import("./browser-memory")
  rememberedOrigin.write("/board?planId=1")
  expect(rememberedOrigin.read()).toBe("/board?planId=1")
  forgetPerson()
  rememberedOrigin.write("/board?planId=1")
  expect(rememberedOrigin.read()).toBeNull()
})
