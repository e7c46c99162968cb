import { expect, test } from "vitest"
import { expiryOf } from "./key-expiry"

const now = Date.parse("2026-11-23T12:00:00.000Z")

test.each([
  [null, undefined, "No expiry", "No expiry"],
  ["2026-12-31T12:00:00.000Z", undefined, "Expires 31/12/2026", "31/12/26"],
  ["2026-11-30T12:00:00.001Z", undefined, "Expires 30/11/2026", "30/11/26"],
  ["2026-11-30T12:00:00.000Z", "soon", "Expires in 7 days", "7 days"],
  ["2026-11-24T12:00:00.000Z", "soon", "Expires in 1 day", "1 day"],
  ["2026-11-23T12:00:00.001Z", "soon", "Expires in 1 day", "1 day"],
  ["2026-11-23T12:00:00.000Z", "late", "Expired", "Expired"],
])("a key that expires at %s is shown as %s, %s", (expires, urgency, long, short) => {
  expect(expiryOf(expires, now, false)).toEqual({ ...(urgency && { urgency }), text: long })
  expect(expiryOf(expires, now, true)).toEqual({ ...(urgency && { urgency }), text: short })
})
