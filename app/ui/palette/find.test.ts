import { expect, test } from "vitest"
import { stepsOf } from "../../../tests/support/counts/function-steps"
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

test("searching 10,000 cards reads each name about twice", () => {
  const list = entries(
    ...Array.from({ length: 10_000 }, (_, n) => `Task number ${n} of a plan that has very many of them`),
  )
  const letters = list.reduce((sum, { name }) => sum + name.length, 0)
  expect(find(list, "number 9999", 50)).toHaveLength(1)
  expect(stepsOf(() => find(list, "number 9999", 50), /\/app\/ui\/palette\//) / letters).toBeLessThan(2.5)
})
