import { expect, test } from "vitest"
import { endOf } from "./ends"

test("a chosen day lasts until its end in the admin's time zone", () => {
  const end = new Date(endOf({ ends: "date", day: "2026-12-31" }) ?? "")
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2026, 11, 31, 23])
})

test("never is no time", () => {
  expect(endOf({ ends: "never", day: "" })).toBeNull()
})
