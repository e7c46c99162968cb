import { expect, test } from "vitest"
import { fitting } from "./fitting"

test.each([
  ["all, in one line", [40, 40], 200, 2],
  ["all, in two lines", [90, 90, 90, 90], 200, 4],
  ["those of two lines, with room for the number", [90, 60, 90, 60, 90], 200, 4],
  ["one less where the number has no room", [90, 90, 90, 90, 90], 200, 3],
  ["a long name, which makes room for the number", [90, 200, 90], 200, 2],
  ["a name as long as the card", [200, 200], 200, 2],
  ["none of none", [], 200, 0],
  ["the first, whatever its width", [300, 90, 90, 90], 200, 2],
])("chips of a card: %s", (_, widths, width, fits) => {
  expect(fitting(widths, width)).toBe(fits)
})
