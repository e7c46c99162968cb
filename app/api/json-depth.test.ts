import fc from "fast-check"
import { expect, test } from "vitest"
import { isDeeper } from "./json-depth"

const bytes = (text: string) => new TextEncoder().encode(text)
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test("any JSON is as deep as its value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = bytes(JSON.stringify(value))
      const depth = depthOf(value)
      expect(isDeeper(text, depth)).toBe(false)
      if (depth > 0) expect(isDeeper(text, depth - 1)).toBe(true)
    }),
  )
})

test("brackets in texts don't count, and broken JSON is read without a fault", () => {
  expect(isDeeper(bytes(JSON.stringify({ text: '[[[{{{\\"[[[' })), 1)).toBe(false)
  expect(isDeeper(bytes("[".repeat(500_000)), 64)).toBe(true)
  expect(isDeeper(bytes(']]]}}}"'), 0)).toBe(false)
  expect(isDeeper(bytes('"\\'), 0)).toBe(false)
})
