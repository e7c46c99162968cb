import { afterAll, afterEach, expect, test, vi } from "vitest"
import * as z from "zod/mini"
import { email, text } from "./field"

const counted = vi.spyOn(String.prototype, Symbol.iterator)
const searched = vi.spyOn(RegExp.prototype, "test")
afterEach(() => vi.clearAllMocks())
afterAll(() => vi.restoreAllMocks())

const isText = (value: string, max: number) => z.safeParse(text(max), value).success

test("lengths are in code points", () => {
  expect([isText("😀😀😀", 3), isText("😀😀😀", 2), isText("aaa", 3), isText("aaaa", 3)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test("a text of more than twice the length is refused without being read", () => {
  const long = "x".repeat(4_000_000)
  expect(isText(long, 200_000)).toBe(false)
  expect(z.safeParse(email, `${long}@example.org`).success).toBe(false)
  expect(counted).not.toHaveBeenCalled()
  expect(searched).not.toHaveBeenCalled()
})
