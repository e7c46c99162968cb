import { afterAll, afterEach, expect, test, vi } from "vitest"
import * as z from "zod/mini"
import { dueDayOf, email, text } from "./field"

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

test.each([
  ["2026-03-11T04:00:00.000Z", "America/Los_Angeles", "2026-03-10"],
  ["2026-03-10T23:30:00Z", "Europe/Berlin", "2026-03-11"],
  ["2026-03-10T23:30:00Z", undefined, "2026-03-10"],
  ["2026-03-10T12:00:00Z", "Pacific/Kiritimati", "2026-03-11"],
  ["2026-03-10T21:00:00-07:00", "Europe/Berlin", "2026-03-10"],
  ["2026-03-10T21:00:00", "Pacific/Kiritimati", "2026-03-10"],
  ["2026-03-10", "America/Los_Angeles", "2026-03-10"],
])("%s read in %s is due on %s", (written, zone, day) => {
  expect(dueDayOf(written, zone)).toBe(`${day}T00:00:00.000Z`)
})

test.each([
  "soon",
  "2026-02-30",
  "2026-01-31T25:00:00Z",
  "0001-01-01T00:00:00",
  "0001-01-01",
  "0001-01-01T00:00",
  "0001-01-01T09:30:00Z",
  "",
])("%j is no due day", (written) => {
  expect(dueDayOf(written)).toBeNull()
})
