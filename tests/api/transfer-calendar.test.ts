// Exporting plans as calendars.
import ICAL from "ical.js"
import { afterAll, expect, test } from "vitest"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

test("an exported calendar has an all-day event for each due date", async () => {
  const plan = await t.rich()
  await t.api.goal(t.owner, plan.id, { name: "Open the quay", dueDate: "2026-06-30" })
  const { text } = await t.out(plan.id, "ics")
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, startDate, endDate }) => [summary, String(startDate), String(endDate)]).sort()).toEqual(
    [
      ["+1 مهمة 🚲", "2026-02-28", "2026-03-01"],
      ["Due itself", "2026-03-04", "2026-03-05"],
      ["Open the quay", "2026-06-30", "2026-07-01"],
    ],
  )
  expect(events.find(({ uid }) => uid.startsWith("task-"))?.description).toBe("@home, with; commas · =SUM(A1:A9)")
})

test("a calendar has no control character but a tab, and a lone carriage return is a line break", async () => {
  const plan = await t.api.plan(t.owner, "P\u0007lan")
  const item = await t.api.item(t.owner, plan.id, { topic: "A\u0085\u007f" })
  const dueDate = "2026-03-10T21:00:00-07:00"
  for (const description of ["a\rb", "a\u0007b\u001b[31m", "a\tb\r\nc\nd\r"])
    await t.api.task(t.owner, plan.id, item.id, { description, dueDate })
  const { text } = await t.out(plan.id, "ics")
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[^\P{Cc}\t]/u)
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, startDate }) => [summary, String(startDate)])).toEqual([
    ["a\nb", "2026-03-10"],
    ["a b [31m", "2026-03-10"],
    ["a\tb\nc\nd\n", "2026-03-10"],
  ])
})
