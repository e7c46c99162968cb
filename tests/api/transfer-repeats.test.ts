// What repeats, in files: JSON and CSV have the rule, calendars an RRULE, and rules that cannot be read are left out and said.

import { afterAll, expect, test } from "vitest"
import { taskCalls } from "~/contract/task"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

const dueDate = "2026-11-30T00:00:00.000Z"

const planWith = async (...tasks: object[]) => {
  const { plan, item } = await t.api.filled(t.owner)
  for (const [at, fields] of tasks.entries()) {
    const made = await t.api.send(
      taskCalls.create,
      { planId: plan.id, itemId: item.id, description: `Task ${at}`, ...fields },
      { as: t.owner },
    )
    expect(made.status, made.text).toBe(201)
  }
  return plan.id
}
const repeatsOf = async (planId: number) =>
  (await t.boardOf(planId)).tasks
    .filter(({ recurrence }) => recurrence)
    .map(({ recurrence, recurrenceFrom, dueDate }) => ({ recurrence, recurrenceFrom, dueDate }))

test("JSON brings rules back, and a calendar has those that count from the due date", async () => {
  const planId = await planWith(
    { recurrence: "FREQ=WEEKLY;BYDAY=MO;COUNT=4", dueDate },
    { recurrence: "FREQ=DAILY;UNTIL=20261231T120000Z", dueDate },
    { recurrence: "FREQ=MONTHLY", recurrenceFrom: "done" },
  )
  const json = (await t.out(planId, "json")).text
  const copy = await t.imported(json, "plan.json")
  expect(await repeatsOf(copy.id)).toEqual(await repeatsOf(planId))
  expect(await repeatsOf(planId)).toHaveLength(3)
  const { text } = await t.out(planId, "ics")
  expect(text.match(/RRULE.*/g)?.map((line) => line.trim())).toEqual([
    "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4",
    "RRULE:FREQ=DAILY;UNTIL=20261231",
  ])
  expect(text).toMatch(/DTEND;VALUE=DATE:20261201\r\nRRULE:/)
})

test("CSV has a last column for the rule; without a due date it counts from the day it is done", async () => {
  const planId = await planWith(
    { recurrence: "FREQ=WEEKLY;BYDAY=MO", dueDate },
    { recurrence: "FREQ=MONTHLY", recurrenceFrom: "done" },
  )
  const { text } = await t.out(planId, "csv")
  expect(text.split("\r\n")[0]?.split(",").at(-1)).toBe("recurrence")
  const copy = await t.imported(text, "plan.csv")
  expect(await repeatsOf(copy.id)).toEqual([
    { recurrence: "FREQ=WEEKLY;BYDAY=MO", recurrenceFrom: "due", dueDate },
    { recurrence: "FREQ=MONTHLY", recurrenceFrom: "done", dueDate: null },
  ])
})

test("rules that cannot be read, and those of tasks that are done, are left out and said", async () => {
  const csv = [
    "action,task,status,due,recurrence",
    "Garden,Water,todo,2026-11-30,rrule:freq=daily",
    "Garden,Mow,todo,2026-11-30,every monday",
    "Garden,Rake,done,2026-11-30,FREQ=DAILY",
  ].join("\n")
  const { id, leftOut } = await t.imported(csv, "plan.csv")
  expect(await repeatsOf(id)).toEqual([{ recurrence: "FREQ=DAILY", recurrenceFrom: "due", dueDate }])
  expect(leftOut).toEqual(["2 repetitions were not imported: their rules are not understood, or their tasks are done."])
})
