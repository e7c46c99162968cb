// Validation errors are sentences for people, in every language.

import { afterEach, expect, test } from "vitest"
import type * as z from "zod/mini"
import { fieldName } from "~/contract/fields/field-name"
import { everyCall } from "~/contract/index"
import { type Fault, faultAt, faultSentence, invalidInput, parse } from "~/contract/parse"
import { setLanguage } from "~/contract/shared/language/in-force"
import { problemText } from "~/contract/shared/language/problem-text"
import { germanOnServer } from "./de/german-server"

afterEach(() => setLanguage({ tag: "en" }))

type Def = {
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  in?: z.ZodMiniType
  options?: z.ZodMiniType[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

const schemas = everyCall().flatMap(({ call }) =>
  [call.body, call.query, call.params].filter((each) => each !== undefined),
) as z.ZodMiniType[]

const namesIn = (schema: z.ZodMiniType): string[] => {
  const { shape = {}, innerType, element, options = [], in: from } = defOf(schema)
  const below = [innerType, element, from, ...options].filter((each) => each !== undefined)
  return [...Object.keys(shape), ...[...Object.values(shape), ...below].flatMap(namesIn)]
}

test("every field that a call takes has a name for people", () => {
  const names = [...new Set(schemas.flatMap(namesIn))]
  expect(names.length).toBeGreaterThan(80)
  expect(names.filter((name) => fieldName(name) === undefined)).toEqual([])
})

const wrong = [
  undefined,
  null,
  "",
  "x",
  " ",
  "\u0000",
  "\ud800",
  1.5,
  -1,
  1e12,
  true,
  [],
  [1],
  [{}],
  {},
  "y".repeat(300_000),
]

const faultsOf = (schema: z.ZodMiniType): Fault[] => {
  const { shape } = defOf(schema)
  const whole = wrong.flatMap((value) => parse(schema, value).faults ?? [])
  const fields = Object.keys(shape ?? {}).flatMap((name) =>
    wrong.flatMap((value) =>
      (parse(schema, { [name]: value }).faults ?? []).filter(({ path }) => path.startsWith(name)),
    ),
  )
  return [...whole, ...fields]
}
const faults = [...new Map(schemas.flatMap(faultsOf).map((fault) => [faultAt(fault), fault])).values()]

test("a wrong input is told in a sentence, without words of a validator and paths of fields", () => {
  expect(faults.length).toBeGreaterThan(200)
  for (const fault of faults) {
    const { message, errors } = invalidInput([fault]).problem
    expect(message, faultAt(fault)).toMatch(/^\p{Lu}.*[.)]$/su)
    const said = message.replace(/ is (one|a list) of .*| has unknown fields: .*/, "")
    expect(said).not.toMatch(/invalid|expected|received|undefined|NaN|union|\b[a-z]+[A-Z]|\w\.\w+ (is|has)\b/)
    expect(errors).toEqual([{ path: fault.path, message }])
  }
})

test("in German too", () => {
  setLanguage({ tag: "de", texts: germanOnServer })
  const english = faults.map(faultSentence).filter((said) => problemText(said) === said)
  expect([...new Set(english)]).toEqual([])
  const half = faults.map((fault) => [fault.message, problemText(faultSentence(fault))] as const)
  expect(half.filter(([rest, said]) => said.endsWith(rest))).toEqual([])
  expect(problemText("Effort is a number from 0 to 5.")).toBe("Aufwand muss eine Zahl von 0 bis 5 sein.")
  expect(problemText("Entry 3 is an object.")).toBe("Eintrag 3 muss ein Objekt sein.")
  expect(problemText("There is no goal 9 in this plan.")).toBe("In diesem Plan gibt es kein Ziel mit der Id 9.")
})
