import { expect, test } from "vitest"
import { ageText, relativeTime } from "./relative-time"

const now = Date.parse("2026-11-21T12:00:00.000Z")
const at = (iso: string) => relativeTime(Date.parse(iso), now, "UTC")

test("counts minutes and hours, each up to its limit", () => {
  expect(at("2026-11-21T11:59:00.001Z")).toBe("just now")
  expect(at("2026-11-21T11:59:00.000Z")).toBe("1 minute ago")
  expect(at("2026-11-21T11:00:00.001Z")).toBe("59 minutes ago")
  expect(at("2026-11-21T11:00:00.000Z")).toBe("1 hour ago")
  expect(at("2026-11-20T12:00:00.001Z")).toBe("23 hours ago")
})

test("names yesterday after a day, and the date after two", () => {
  expect(at("2026-11-20T12:00:00.000Z")).toBe("yesterday at 12:00")
  expect(at("2026-11-19T12:00:00.001Z")).toBe("yesterday at 12:00")
  expect(at("2026-11-19T12:00:00.000Z")).toBe("19 Nov 2026 at 12:00")
  expect(at("2026-09-03T00:05:00.000Z")).toBe("3 Sep 2026 at 00:05")
})

test("a time in the future, by a slow clock here, reads as just now", () => {
  expect(at("2026-11-21T12:00:30.000Z")).toBe("just now")
})

test("uses the reader's time zone", () => {
  expect(relativeTime(Date.parse("2026-11-12T23:30:00.000Z"), now, "Europe/Berlin")).toBe("13 Nov 2026 at 00:30")
})

test("beside a date, older times count days", () => {
  const age = (iso: string) => ageText(Date.parse(iso), now, "UTC")
  expect(age("2026-11-21T11:00:00.000Z")).toBe("1 hour ago")
  expect(age("2026-11-19T12:00:00.001Z")).toBe("yesterday at 12:00")
  expect(age("2026-11-19T12:00:00.000Z")).toBe("2 days ago")
  expect(age("2026-10-02T11:00:00.000Z")).toBe("50 days ago")
})
