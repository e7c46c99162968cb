import { expect, test } from "vitest"
import { excerptText } from "./notification-excerpt"

test.each([
  ["@[Ada Lind](7) can the lease\ntake another week?", "@Ada Lind can the lease take another week?"],
  ["# Heading\n- **one**\n- `two`", "Heading one two"],
  ["See ![kerb](laneway-file:7:kerb.jpg:Kerb%20photo.jpg)", "See Kerb photo.jpg"],
  ["5 * 3 = 15, a - b", "5 * 3 = 15, a - b"],
  ["Cut off at @[Ada Li", "Cut off at"],
  ["Cut off at @[Ada Lind](1", "Cut off at"],
  ["  ", ""],
  [null, ""],
])("%j reads %j", (content, text) => {
  expect(excerptText(content)).toBe(text)
})
