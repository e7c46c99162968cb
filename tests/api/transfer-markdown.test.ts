// Exporting and importing plans as Markdown outlines.
import { afterAll, expect, test } from "vitest"
import { openTransfer } from "../support/api/transfer.ts"

const t = await openTransfer()
afterAll(t.close)

test("a plan exported as Markdown, imported and exported again is the same", async () => {
  const plan = await t.rich()
  const first = await t.out(plan.id, "md")
  const copy = await t.imported(first.text, `${plan.name}.md`)
  expect((await t.out(copy.id, "md")).text).toBe(first.text)
})

test("texts that look like Markdown are the same after a round trip, and nothing else appears", async () => {
  const plan = await t.api.plan(t.owner, "# Plan #")
  const description = "- point in the goal's description\n\n## not a goal\n```\n- code\n```"
  const goal = await t.api.goal(t.owner, plan.id, { name: "Goal #", description })
  const steps = "Steps:\n- point one\n  - point two\n\n```sh\n# comment\n- not a task\n```\n\\- [ ] & &#32;"
  const first = await t.api.item(t.owner, plan.id, { goalId: goal.id, topic: "Action", description: steps })
  await t.api.item(t.owner, plan.id, { goalId: goal.id, topic: "[x] shipped?" })
  await t.api.item(t.owner, plan.id, { goalId: goal.id, topic: "", description: "Only described\n* twice" })
  await t.api.task(t.owner, plan.id, first.id, { description: "[ ] one\n- two\n\n# three  " })
  const textsOf = async (planId: number) => {
    const { plan, goals, items, tasks } = await t.boardOf(planId)
    const cards = [...goals.map(({ name, description }) => [name, description])]
    const actions = items.map(({ topic, description }) => [topic, description])
    return [plan.name, cards, actions, tasks.map(({ description }) => description)]
  }
  const copy = await t.imported((await t.out(plan.id, "md")).text, "copy.md")
  expect(copy.leftOut).toEqual([])
  expect(await textsOf(copy.id)).toEqual(await textsOf(plan.id))
})

test("an imported Markdown outline becomes goals, actions and tasks", async () => {
  const plan = await t.imported(
    "\uFEFF# Launch\n\nWelcome\n\n## Learn\nWhat people need.\n- Talk to ten people\n  - [x] Write the questions\n  - [ ] Find them\n* Read\n## Build\n",
  )
  expect(plan).toMatchObject({
    name: "Launch",
    leftOut: ["1 line that belongs to no goal or action was not imported: line 3, “Welcome”."],
  })
  const { goals, items, tasks } = await t.boardOf(plan.id)
  expect(goals.map(({ name, description }) => [name, description])).toEqual([
    ["Learn", "What people need."],
    ["Build", ""],
  ])
  expect(items.map(({ topic }) => topic)).toEqual(["Talk to ten people", "Read"])
  expect(tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Write the questions", 2],
    ["Find them", 0],
  ])
})

test.each<[string, string, RegExp]>([
  ["a text that is no outline", "Hello\nthere\n", /Line 1: there is no goal/],
  ["a heading that is too long", `# P\n## ${"x".repeat(201)}\n`, /Line 2: it has more than 200/],
  ["a NUL", "# P\n## G\u0000\n", /Line 2: remove the invisible character/],
])("refuses %s with line and reason, and creates no plan", (_, content, reason) => t.refused(content, reason))
