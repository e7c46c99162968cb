import { expect, test } from "vitest"
import { completionsOf } from "./search-suggestions"

test("the last word is completed from the names, each word once, without repeating a name", () => {
  const names = ["Book the heritage office slot", "Ask the Heritage society", "Herit"]
  expect(completionsOf("herit", names)).toEqual(["heritage"])
  expect(completionsOf("the o", names)).toEqual(["the office"])
})

test("a complete word and a text that ends in a space have no completions", () => {
  expect(completionsOf("heritage", ["Heritage office"])).toEqual([])
  expect(completionsOf("heri ", ["Heritage office"])).toEqual([])
  expect(completionsOf("…", ["Heritage office"])).toEqual([])
})

test("at most five completions", () => {
  expect(completionsOf("a", ["ab ac ad ae af ag ah"])).toHaveLength(5)
})
