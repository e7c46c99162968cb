// Exporting and importing plans as JSON.
import { afterAll, expect, test } from "vitest"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

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

test("what a file has and a plan can't hold is told with its count, in the language of the reader", async () => {
  const { leftOut } = await t.imported(`# P\n${"stray\n".repeat(10_000)}## G\n- A\n${"more\n".repeat(5_000)}`, "p.md")
  expect(leftOut).toEqual([
    "10,000 lines that belong to no goal or action were not imported, the first is line 2, “stray”.",
    "1 text was cut to 20,000 characters.",
  ])
  const form = new FormData()
  form.set("file", new File([`# P\nstray\n## G\n`], "p.md"))
  const headers = { "accept-language": "de" }
  const { body } = await t.api.call<{ leftOut: string[] }>("POST", "/api/Plan/import", { as: t.owner, form, headers })
  expect(body.leftOut).toEqual(["1 Zeile ohne Ziel und Aktion wurde nicht importiert: Zeile 2, „stray“."])
})
