// Texts are read when they are shown: a module that reads one while it is loaded would keep its first language.
import { expect, test, vi } from "vitest"

test("no module reads a text while it is loaded", async () => {
  vi.resetModules()
  const { setLanguage } = await import("~/contract/language/in-force")
  const read: string[] = []
  setLanguage({
    tag: "de",
    texts: (key, english) => {
      read.push(`${key}, read by ${/\/(app\/(?!languages)[^:)]*:\d+)/.exec(new Error().stack ?? "")?.[1]}`)
      return english
    },
  })
  const modules = import.meta.glob(["../{client,rules,ui,routes}/**/*.{ts,tsx}", "../root.tsx", "!**/*.test.*"])
  expect(Object.keys(modules).length).toBeGreaterThan(300)
  try {
    await Promise.all(Object.values(modules).map((load) => load()))
  } finally {
    // Test files that run later in this worker share these modules.
    setLanguage({ tag: "en" })
  }
  expect(read).toEqual([])
})
