import { expect, test } from "vitest"
import { userName } from "~/contract/user"
import { cleanName, withDistinctNames } from "./person-name"

const hostile = {
  "a line break": "Ada\nLind",
  "a carriage return": "Ada\rLind",
  "a tab": "Ada\tLind",
  "a line separator": "Ada\u2028Lind",
  "a bidi override": "Ada \u202edniL",
  "a bidi isolate": "\u2066Ada\u2069 Lind",
  "a right-to-left mark": "Ada\u200f Lind",
  "a character without width": "Ada\u200b Lind",
  "an escape": "Ada \u001b[31mLind",
}

test.each(Object.entries(hostile))(
  "a name with %s is refused, and cleaned where it comes from elsewhere",
  (_what, name) => {
    expect(userName.safeParse(name).error?.issues[0]?.message).toMatch(
      /may not contain line breaks, control characters/,
    )
    const cleaned = cleanName(name)
    expect(userName.safeParse(cleaned).success, JSON.stringify(cleaned)).toBe(true)
    expect(cleanName(`\u202e${"x".repeat(200)}`)).toHaveLength(100)
  },
)

test.each(["Ada Lind", "Zoë O’Brien-Ng", "علی‌رضا", "李小龍", "👩‍🚀 Ada", "Ada (2)"])("%s is a name", (name) => {
  expect(userName.safeParse(name).success).toBe(true)
  expect(cleanName(name)).toBe(name)
})

test("people whose names look alike get a number, the newer accounts", () => {
  const people = [
    { id: 7, userName: "ada  Lind" },
    { id: 3, userName: "Ada Lind" },
    { id: 9, userName: "Ａda Lind" },
    { id: 4, userName: "ada Lind (2)" },
    { id: 5, userName: "Ben" },
  ]
  expect(withDistinctNames(people).map(({ userName }) => userName)).toEqual([
    "ada  Lind (3)",
    "Ada Lind",
    "Ａda Lind (4)",
    "ada Lind (2)",
    "Ben",
  ])
  const plain = [{ id: 1, userName: "Ada" }]
  expect(withDistinctNames(plain)).toBe(plain)
})

test.each([
  ["letters in two parts", "Jos\u00e9", "Jose\u0301"],
  ["a joiner", "Ada", "Ada\u200d"],
  ["a soft hyphen", "Ada Lind", "Ada Li\u00adnd"],
  ["a variation selector", "Ada", "Ada\ufe0f"],
  ["a letter that fills", "Ada", "Ada\u3164"],
  ["an empty sign", "Ada Lind", "Ada\u2800Lind"],
  ["another apostrophe", "O'Brien", "O\u2019Brien"],
  ["another hyphen", "Jean-Luc", "Jean\u2010Luc"],
])("names look alike with %s", (_what, older, newer) => {
  const people = [older, newer].map((userName, id) => ({ id, userName }))
  expect(withDistinctNames(people).map(({ userName }) => userName)).toEqual([older, `${newer} (2)`])
})
