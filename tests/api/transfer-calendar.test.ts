// Exporting plans as calendars.
import ICAL from "ical.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTransfer, type Transfer } from "../support/transfer.ts"

let t: Transfer
beforeAll(async () => {
  t = await openTransfer()
})
afterAll(() => t.close())

test("an exported calendar has an all-day event for each due date", async () => {
  const plan = await t.rich()
  const { text } = await t.out(plan.id, "ics")
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, startDate, endDate }) => [summary, String(startDate), String(endDate)]).sort()).toEqual(
    [
      ["+1 مهمة 🚲", "2026-02-28", "2026-03-01"],
      ["Due itself", "2026-03-04", "2026-03-05"],
    ],
  )
  expect(events[1]?.description).toBe("@home, with; commas · =SUM(A1:A9)")
})
