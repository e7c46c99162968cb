import fc from "fast-check"
import { expect, test } from "vitest"
import { stepped, typedNumber } from "./typed-number"

test.each([
  ["12", 12, 12],
  [" 7 ", 7, 7],
  ["20.5", 20.5, 20.5],
  ["20,5", 20.5, 20.5],
  ["1,234", 1234, 1.234],
  ["1.234", 1.234, 1234],
  ["2,130.5", 2130.5, 2130.5],
  ["2.130,5", 2130.5, 2130.5],
  ["1,234,567", 1234567, 1234567],
  ["1.234.567", 1234567, 1234567],
  ["1 234", 1234, 1234],
  ["1’234.5", 1234.5, 1234.5],
  ["−8", -8, -8],
  ["-0.25", -0.25, -0.25],
  [",5", 0.5, 0.5],
  ["3.", 3, 3],
  ["", undefined, undefined],
  ["-", undefined, undefined],
  ["1,2,3", undefined, undefined],
  ["1.2.3", undefined, undefined],
  ["1.23,4,5", undefined, undefined],
  ["1,23.4", undefined, undefined],
  ["1e308", undefined, undefined],
  ["NaN", undefined, undefined],
  ["Infinity", undefined, undefined],
  ["12 docks", undefined, undefined],
])("%j is %j in English and %j in German", (text, english, german) => {
  expect(typedNumber(text, "en-GB")).toBe(english)
  expect(typedNumber(text, "de-DE")).toBe(german)
})

test.each([
  ["12", 1, "13"],
  ["12", -1, "11"],
  ["20.5", 1, "20.6"],
  ["20.9", 1, "21.0"],
  ["0.0001", -1, "0.0000"],
  ["-1", 1, "0"],
  ["2,130", 1, "2131"],
  ["much", 1, undefined],
] as const)("an arrow key makes %j by %j %j", (text, by, next) => {
  expect(stepped(text, by, "en-GB")).toBe(next)
})

test.each(["en-GB", "en-US", "de-DE", "de-CH", "fr-FR"])("every number reads as it is written in %s", (locale) => {
  const written = [true, false].map(
    (useGrouping) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4, useGrouping }),
  )
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (scaled) => {
      const value = scaled / 10_000
      for (const format of written) expect(typedNumber(format.format(value), locale)).toBeCloseTo(value, 4)
    }),
  )
})

test("counting up and down again comes back", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 4 }), (scaled, places) => {
      const text = (scaled / 10 ** places).toFixed(places)
      const up = stepped(text, 1, "en-GB") ?? ""
      expect(Number(stepped(up, -1, "en-GB"))).toBe(Number(text))
    }),
  )
})
