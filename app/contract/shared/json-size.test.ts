import fc from "fast-check"
import { expect, test } from "vitest"
import { exceeded, type JsonSize } from "./json-size"

const bytes = (text: string) => new TextEncoder().encode(text)
const any: JsonSize = { depth: 1e9, values: 1e9, names: 1e9 }

const isParent = (value: unknown): value is object => typeof value === "object" && value !== null
const childrenOf = (value: unknown) => (isParent(value) ? Object.values(value) : [])
const depthOf = (value: unknown): number => (isParent(value) ? 1 + Math.max(0, ...childrenOf(value).map(depthOf)) : 0)
const valuesOf = (value: unknown): number =>
  (isParent(value) ? 1 + Math.max(0, childrenOf(value).length - 1) : 0) +
  childrenOf(value).reduce<number>((sum, child) => sum + valuesOf(child), 0)
const namesOf = (value: unknown): string[] => [
  ...(isParent(value) && !Array.isArray(value) ? Object.keys(value) : []),
  ...childrenOf(value).flatMap(namesOf),
]

test("any JSON has the depth, values and names that its value has", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = bytes(JSON.stringify(value))
      const size = { depth: depthOf(value), values: valuesOf(value), names: new Set(namesOf(value)).size }
      expect(exceeded(text, size)).toBeUndefined()
      for (const what of ["depth", "values", "names"] as const)
        if (size[what] > 0) expect(exceeded(text, { ...any, [what]: size[what] - 1 })).toBe(what)
    }),
  )
})

test("brackets, commas and colons in texts don't count, and broken JSON is read without a fault", () => {
  const most = { depth: 1, values: 1, names: 1 }
  expect(exceeded(bytes(JSON.stringify({ text: '[[[{{{\\"[[[,,,:::' })), most)).toBeUndefined()
  expect(exceeded(bytes("[".repeat(500_000)), { ...any, depth: 64 })).toBe("depth")
  expect(exceeded(bytes(']]]}}}"'), most)).toBeUndefined()
  expect(exceeded(bytes('"\\'), most)).toBeUndefined()
})

test("names that differ in escaped letters alone are different", () => {
  const escapes = ["\\b", "\\f", "\\n", "\\r", "\\t"]
  const members = escapes.flatMap((one) => escapes.map((two) => `"${one}${two}":1`))
  expect(exceeded(bytes(`{${members}}`), { ...any, names: 24 })).toBe("names")
  expect(exceeded(bytes(`{${members}}`), { ...any, names: 25 })).toBeUndefined()
})
