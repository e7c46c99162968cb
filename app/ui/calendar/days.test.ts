import { afterEach, expect, test } from "vitest"
import { setLanguage } from "~/contract/shared/language/in-force"
import { loadLanguage } from "~/languages/load"
import { dayNumber } from "./days"

afterEach(() => setLanguage({ tag: "en" }))

test("a day is its number, and the first of a month is written with the month as the language writes it", async () => {
  expect(["2026-11-26", "2026-12-01"].map(dayNumber)).toEqual(["26", "1 Dec"])
  setLanguage((await loadLanguage("de")) ?? { tag: "en" })
  expect(["2026-11-26", "2026-12-01"].map(dayNumber)).toEqual(["26", "1. Dez."])
})
