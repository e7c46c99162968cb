// Exporting and importing plans as JSON.
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTransfer, type Transfer } from "../support/transfer.ts"

let t: Transfer
beforeAll(async () => {
  t = await openTransfer()
})
afterAll(() => t.close())

test("a plan exported as JSON, imported and exported again is the same", async () => {
  const plan = await t.rich()
  const first = await t.out(plan.id, "json")
  expect(first.headers.get("content-disposition")).toMatch(/^attachment; filename="/)
  const copy = await t.imported(first.text, "plan.json")
  expect(copy).toMatchObject({ name: plan.name, ownerId: t.owner.id, leftOut: [] })
  expect((await t.out(copy.id, "json")).text).toBe(first.text)
  expect(first.text).not.toContain("Draft")
  expect((await t.boardOf(copy.id)).tasks.map(({ description }) => description)).toEqual([
    "+1 مهمة 🚲",
    "Done, long ago",
  ])
})

test.each<[string, string, RegExp]>([
  ["broken JSON", '{\n"name": "x",\n', /^Line \d+: the file is not valid JSON/],
  ["other JSON", '{"a":1}', /Line 1: this JSON is neither/],
  [
    "a plan with a wrong value",
    '{"format":"laneway-plan","version":1,"name":"x","goals":[{"name":"g","color":"red"}]}',
    /goals\.0\.color: /,
  ],
  ["too many goals", `# P\n${"## G\n".repeat(501)}`, /501 goals; a plan takes 500/],
])("refuses %s with line and reason, and creates no plan", (_, content, reason) => t.refused(content, reason))
