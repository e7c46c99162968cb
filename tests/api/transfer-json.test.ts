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

const ownPlan = (fields: string) => `{"format":"laneway-plan","version":1,"name":"x",${fields}}`
const many = (each: string, count = 1_000_000) => `[${`${each},`.repeat(count)}${each}]`

test.each<[string, string, RegExp]>([
  ["a million numbers", many("1"), /Line 1: this JSON is neither/],
  ["a plan of a million numbers", ownPlan(`"goals":${many("1")}`), /^goals: /],
  [
    "a plan of actions that are none",
    ownPlan(`"actions":${many("{}", 150_000)}`),
    /150001 actions; a plan takes 10000/,
  ],
  [
    "a goal of files that are none",
    ownPlan(`"goals":[{"name":"g","files":${many("1", 150_000)}}]`),
    /^goals\.0\.files\.0: /,
  ],
  ["a Trello board of numbers", `{"name":"x","lists":${many("1")},"cards":[]}`, /^lists: this is not a board/],
  [
    "a Trello board of a few numbers",
    `{"name":"x","lists":[],"cards":${many("1", 150_000)}}`,
    /^cards\.0: this is not a board/,
  ],
  ["three million values", many("1", 3_000_000), /more than 2500000 values/],
  ["deep nesting", "[".repeat(100_000), /more than 200 levels/],
  ["broken JSON", '{\n"name": "x",\n', /^Line \d+: the file is not valid JSON/],
  ["other JSON", '{"a":1}', /Line 1: this JSON is neither/],
  [
    "a plan with a wrong value",
    '{"format":"laneway-plan","version":1,"name":"x","goals":[{"name":"g","color":"red"}]}',
    /goals\.0\.color: /,
  ],
  ["too many goals", `# P\n${"## G\n".repeat(501)}`, /501 goals; a plan takes 500/],
])("refuses %s with line and reason, and creates no plan", (_, content, reason) => t.refused(content, reason))

test("of what a file has and a plan can't hold, the first 20 entries are told", async () => {
  const { leftOut } = await t.imported(`# P\n## G\n- A\n${"stray\n".repeat(10_000)}`, "p.md")
  expect(leftOut).toHaveLength(21)
  expect(leftOut.at(-1)).toBe("and 9980 more")
})
