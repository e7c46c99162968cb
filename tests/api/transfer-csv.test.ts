// Exporting and importing plans as CSV.
import Papa from "papaparse"
import { afterAll, expect, test } from "vitest"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

test("a plan exported as CSV, imported and exported again is the same", async () => {
  const plan = await t.rich()
  const first = await t.out(plan.id, "csv")
  const copy = await t.imported(first.text, `${plan.name}.csv`)
  expect((await t.out(copy.id, "csv")).text).toBe(first.text)
})

test("CSV has one row per task and no cell that a spreadsheet would run", async () => {
  const plan = await t.rich()
  const { text, headers } = await t.out(plan.id, "csv")
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8")
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(errors).toEqual([])
  expect(Object.keys(data[0] ?? {}).join()).toBe(
    "goal,action,actionDescription,value,effort,focus,task,status,owner,due,labels,recurrence",
  )
  expect(data).toHaveLength(5)
  expect(data.find(({ task }) => task?.includes("مهمة"))).toEqual({
    goal: "'=SUM(A1:A9)",
    action: "'@home, with; commas",
    actionDescription: 'He said "no"',
    value: "7",
    effort: "3",
    focus: "true",
    task: "'+1 مهمة 🚲",
    status: "todo",
    owner: t.owner.userName,
    due: "2026-02-28",
    labels: "",
    recurrence: "",
  })
  for (const row of data) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test.each<[string, string, RegExp]>([
  [
    "CSV with a wrong status",
    "goal,action,task,status\nG,A,T,todo\nG,A,T,soon\n",
    /Line 3: status is todo, doing or done/,
  ],
  ["CSV with a wrong value", "goal,action,task,value\nG,A,T,11\n", /Line 2: value is a whole number/],
  ["CSV with a wrong day", "goal,action,task,due\nG,A,T,2026-02-30\n", /Line 2: due is a date/],
])("refuses %s with line and reason, and creates no plan", (_, content, reason) => t.refused(content, reason))
