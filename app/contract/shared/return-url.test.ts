import { expect, test } from "vitest"
import { safeReturnUrl, signInPath } from "./return-url"

test.each([
  ["/board", "/board"],
  ["/board?planId=5#x", "/board?planId=5#x"],
  ["/loginsomething", "/loginsomething"],
])("keeps a path of this site: %s", (value, kept) => {
  expect(safeReturnUrl(value)).toBe(kept)
})

test.each([
  null,
  undefined,
  "",
  "board",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "/login",
  "/login?returnUrl=/login",
])("anything else is the dashboard: %j", (value) => {
  expect(safeReturnUrl(value)).toBe("/")
})

test("the sign-in path has the page as returnUrl, except for the dashboard", () => {
  expect(signInPath("http://x/board?planId=5")).toBe("/login?returnUrl=%2Fboard%3FplanId%3D5")
  expect(signInPath("http://x/")).toBe("/login")
})
