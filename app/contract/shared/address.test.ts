import { expect, test } from "vitest"
import { email } from "~/contract/fields/field"
import { comparableAddress, sameAddress } from "./address"

test.each([
  ["ada@münchen.test", "ada@xn--mnchen-3ya.test"],
  ["ada@mu\u0308nchen.test", "ada@xn--mnchen-3ya.test"],
  ["Ada@MÜNCHEN.test", "Ada@xn--mnchen-3ya.test"],
  ["ada@xn--mnchen-3ya.test", "ada@xn--mnchen-3ya.test"],
  ["jose\u0301@example.org", "jos\u00e9@example.org"],
  ["ada@例え。テスト.jp", "ada@xn--r8jz45g.xn--zckzah.jp"],
  ["ada@straße.de", "ada@xn--strae-oqa.de"],
  ["Ada@Example.org", "Ada@Example.org"],
  ["ada@b/c.ü", "ada@b/c.ü"],
  ["ada＠münchen.test", "ada@xn--mnchen-3ya.test"],
  ["\u202aada@m\u00adünchen.test\u202c", "ada@xn--mnchen-3ya.test"],
  ["ada@example.org\u200b", "ada@example.org"],
  ["ada@ｅｘａｍｐｌｅ．org", "ada@example.org"],
  ["ada@１２７.1", "ada@１２７.1"],
  ["ada@xn--a.ü", "ada@xn--a.ü"],
  ["@ü.de", "@ü.de"],
  ["no address", "no address"],
])("%j is stored as %j, and again as itself", (typed, stored) => {
  expect(comparableAddress(typed)).toBe(stored)
  expect(comparableAddress(stored)).toBe(stored)
})

test("one address in every form is one", () => {
  const forms = ["ada@münchen.test", "ADA@mu\u0308nchen.TEST", "ada@XN--MNCHEN-3YA.test"]
  for (const a of forms) for (const b of forms) expect(sameAddress(a, b)).toBe(true)
  expect(sameAddress("ada@münchen.test", "ada@munchen.test")).toBe(false)
  expect(sameAddress("ada@example.org", undefined)).toBe(false)
})

test("calls take an address in any form", () => {
  expect(email.parse("ada@münchen.test")).toBe("ada@xn--mnchen-3ya.test")
  expect(email.parse("ada@例え。テスト")).toBe("ada@xn--r8jz45g.xn--zckzah")
  expect(email.parse("ada＠münchen．test")).toBe("ada@xn--mnchen-3ya.test")
  expect(email.safeParse("ada@mün chen.test").success).toBe(false)
})

test.each(["\0", "\u0007", "\u001f", "\u007f", "\u0085"])(
  "a control character such as %j is refused wherever it is",
  (sign) => {
    for (const typed of [
      `ada@example.org${sign}`,
      `ada@münchen.test${sign}`,
      `ada${sign}@example.org`,
      `${sign}ada@example.org`,
    ])
      expect(email.safeParse(typed).success).toBe(false)
  },
)
