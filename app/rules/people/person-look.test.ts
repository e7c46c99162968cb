import { expect, test } from "vitest"
import { looksOf, tints, twoLetters } from "./person-look"

test.each([
  ["Ada Lind", "AL"],
  ["Anna-Lena von der Heide", "AH"],
  ["Ólafur Þórsson", "ÓÞ"],
  ["李小龙", "李"],
  ["Madonna", "MA"],
  ["olga.petrova", "OP"],
  ["jean-luc", "JL"],
  ["X", "X"],
  ["ß", "S"],
  [".", "."],
  ["عمر خیام", "ع"],
])("%s has the letters %s", (name, letters) => {
  expect(twoLetters(name)).toBe(letters)
})

const shown = (...names: string[]) =>
  [...looksOf(names.map((userName, tint) => ({ id: tint + 1, userName, tint }))).values()].map(
    ({ userName, letters, tint, solid }) => [userName, letters, solid ? `solid ${tint}` : tint],
  )

test("members who share a first letter show two; the others keep one", () => {
  expect(shown("Ada Lind", "Marco Ruiz", "mei Tanaka", "Ólafur", "Omar")).toEqual([
    ["Ada Lind", "A", "teal"],
    ["Marco Ruiz", "MR", "coral"],
    ["mei Tanaka", "MT", "iris"],
    ["Ólafur", "Ó", "moss"],
    ["Omar", "O", "amber"],
  ])
})

test("two people of one name differ in name and colour, not in letters", () => {
  expect(shown("Ada Example", "Ada Example")).toEqual([
    ["Ada Example", "AE", "teal"],
    ["Ada Example (2)", "AE", "coral"],
  ])
})

test("24 members have 24 looks, the second twelve solid", () => {
  const looks = shown(...Array.from({ length: 25 }, () => "Ada"))
  expect(new Set(looks.slice(0, 24).map(([, , look]) => look)).size).toBe(24)
  expect(looks[12]?.[2]).toBe(`solid ${tints[0]}`)
  expect(looks[24]?.[2]).toBe(tints[0])
})
