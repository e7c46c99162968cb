import { expect, test } from "vitest"
import { find } from "./find"

const entries = (...names: string[]) => names.map((name) => ({ name, small: name.toLowerCase() }))
const names = (found: { name: string }[]) => found.map(({ name }) => name)

test("matches all words in any order, and sorts matches at beginnings first", () => {
  const list = entries("Undocked", "Order docks", "Docks of the harbour", "Bring the harbour docks back")
  expect(names(find(list, "dock", 9))).toEqual([
    "Docks of the harbour",
    "Order docks",
    "Bring the harbour docks back",
    "Undocked",
  ])
  expect(names(find(list, "harbour DOCK", 9))).toEqual(["Docks of the harbour", "Bring the harbour docks back"])
  expect(names(find(list, "dock", 2))).toEqual(["Docks of the harbour", "Order docks"])
  expect(find(list, "ferry", 9)).toEqual([])
  expect(find(list, "  ", 3)).toHaveLength(3)
})

test("searches 10,000 cards in less than 60 ms", () => {
  const list = entries(
    ...Array.from({ length: 10_000 }, (_, n) => `Task number ${n} of a plan that has very many of them`),
  )
  const start = performance.now()
  expect(find(list, "number 9999", 50)).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(60)
})
