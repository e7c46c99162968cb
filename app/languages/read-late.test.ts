// Texts are read when they are shown: a module that reads one while it is loaded would keep its first language.
import { beforeAll, expect, test, vi } from "vitest"

const modules = import.meta.glob(["../{client,rules,ui,routes}/**/*.{ts,tsx}", "../root.tsx", "!**/*.test.*"])
const roomOf = (file: string) => /^\.\.\/(?:ui\/[^/]+|[^/]+)/.exec(file)?.[0].slice(3)
// Routes come last, as they import most of the others.
const rooms = [...new Set(Object.keys(modules).map(roomOf))].sort(
  (a, b) => Number(a === "routes") - Number(b === "routes"),
)

test("more than 300 modules are found to search", () => expect(Object.keys(modules).length).toBeGreaterThan(300))

const read: string[] = []
beforeAll(async () => {
  vi.resetModules()
  const { setLanguage } = await import("~/contract/shared/language/in-force")
  setLanguage({
    tag: "de",
    texts: (key, english) => {
      read.push(`${key}, read by ${/\/(app\/(?!languages)[^:)]*:\d+)/.exec(new Error().stack ?? "")?.[1]}`)
      return english
    },
  })
  // Test files that run later in this worker share these modules.
  return () => setLanguage({ tag: "en" })
})

test.each(rooms)("no module of %s reads a text while it is loaded", async (room) => {
  const load = Object.entries(modules).flatMap(([file, load]) => (roomOf(file) === room ? load : []))
  await Promise.all(load.map((load) => load()))
  expect(read.splice(0)).toEqual([])
})
