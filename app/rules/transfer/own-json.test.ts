import * as fc from "fast-check"
import { expect, test } from "vitest"
import { readImport } from "./import"
import type { Outline } from "./outline"
import { writeHead, writeNotes } from "./own-json"

const text = (maxLength: number) =>
  fc.string({ unit: "grapheme", maxLength }).filter((each) => !each.includes("\u0000") && !/\p{Surrogate}/u.test(each))
const date = fc.option(
  fc
    .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((day) => day.toISOString()),
)
const due = fc.option(date.map((time) => `${(time ?? "2026-01-31").slice(0, 10)}T00:00:00.000Z`))
const person = fc.record({ name: text(20), email: fc.emailAddress() }, { requiredKeys: ["name"] })
const files = fc.array(fc.record({ name: text(20), path: text(20) }), { maxLength: 2 })
const comment = fc.record(
  { author: person, content: text(100), createdDate: date, editedDate: date, files },
  { requiredKeys: ["author", "content", "createdDate", "editedDate"] },
)
const comments = fc.array(comment, { maxLength: 3 })
const color = fc.option(fc.constantFrom("#123456", "#abcdef"))
const owner = fc.option(person)
const order = fc.option(fc.integer({ min: -10, max: 1_000 }))
const taskFields = {
  description: text(50),
  type: fc.constantFrom(0, 1, 2),
  completedDate: date,
  dueDate: due,
  owner,
  color,
}
const task = fc.record(
  { ...taskFields, files, comments },
  { requiredKeys: Object.keys(taskFields) as (keyof typeof taskFields)[] },
)
const actionFields = {
  topic: text(50),
  description: text(50),
  value: fc.nat(10),
  effort: fc.nat(5),
  order,
  completedDate: date,
  owner,
  focus: fc.option(fc.record({ date, order })),
  dueDate: due,
  dotVoting: fc.nat(9),
  tasks: fc.array(task, { maxLength: 3 }),
}
const action = fc.record(
  { ...actionFields, type: fc.integer({ min: 1, max: 9 }), files, comments },
  { requiredKeys: Object.keys(actionFields) as (keyof typeof actionFields)[] },
)
const actions = fc.array(action, { maxLength: 3 })
const goalFields = {
  name: text(50),
  description: text(50),
  explanation: text(50),
  color,
  completed: fc.boolean(),
  actions,
}
const measure = fc.integer({ min: -100_000, max: 100_000 }).map((each) => each / 10_000)
const status = fc.constantFrom(0, 1, 2)
const checkIn = fc.record({
  author: person,
  createdDate: date,
  status,
  confidence: fc.option(fc.integer({ min: 0, max: 10 })),
  note: text(50),
  values: fc.uniqueArray(fc.record({ result: fc.nat(1), before: measure, current: measure }), {
    selector: ({ result }) => result,
    maxLength: 2,
  }),
  progress: fc.option(measure),
  statusBefore: fc.option(status),
})
const result = fc
  .record({ name: text(20), unit: text(10), start: measure, target: measure, current: measure })
  .filter(({ name, start, target }) => name.trim() !== "" && start !== target)
const goal = fc.record(
  {
    ...goalFields,
    results: fc.array(result, { minLength: 2, maxLength: 3 }),
    checkIns: fc.array(checkIn, { minLength: 1, maxLength: 2 }),
    type: fc.integer({ min: 1, max: 9 }),
    iconName: text(9),
    videoLink: fc.webUrl({ size: "small" }),
    files,
    comments,
  },
  { requiredKeys: Object.keys(goalFields) as (keyof typeof goalFields)[] },
)
const note = fc.record(
  { title: text(50), content: text(200), type: fc.constantFrom(0, 1), visibility: fc.constantFrom(0, 1), files },
  { requiredKeys: ["title", "content", "type", "visibility"] },
)
const measured = goal.map(({ checkIns, ...each }) => (each.results && checkIns ? { ...each, checkIns } : each))
const outlineFields = {
  name: text(50),
  effortAndComplexityVisible: fc.boolean(),
  aiInstructions: text(50),
  goals: fc.array(measured, { maxLength: 3 }),
  actions,
}
const outline = fc.record(
  { ...outlineFields, type: fc.constant(1), files, notes: fc.array(note, { minLength: 1, maxLength: 2 }) },
  { requiredKeys: Object.keys(outlineFields) as (keyof typeof outlineFields)[] },
)

const textOf = async ({ notes = [], ...outline }: Outline) => {
  let text = writeHead(outline)
  for await (const piece of writeNotes(oneByOne(notes))) text += piece
  return text
}

const oneByOne = async function* <Row>(rows: Row[]) {
  yield* rows
}

test("any outline survives writing and reading as JSON", async () => {
  await fc.assert(
    fc.asyncProperty(outline, async (given) => {
      const written = await textOf(given as Outline)
      expect(written).toBe(`${JSON.stringify(JSON.parse(written), null, 2)}\n`)
      const read = readImport(written, "plan.json")
      expect(read).toEqual({ outline: given, leftOut: [] })
      expect("outline" in read && JSON.parse(await textOf(read.outline))).toEqual(JSON.parse(written))
    }),
    { numRuns: 200 },
  )
})

test.each([
  [[{ result: 1, before: 0, current: 1 }], "A check-in has a value of a result that the goal doesn't have."],
  [[0, 0].map((result) => ({ result, before: 0, current: 1 })), "A result has one value."],
  [[{ result: 0, before: 0, current: 1e12 }], "is a number from"],
])("a check-in with the values %j is refused", (values, problem) => {
  const results = [{ name: "Sign-ups", start: 0, target: 1, current: 1 }]
  const goal = { name: "G", results, checkIns: [{ author: "Ada", status: 0, values }] }
  const plan = { format: "laneway-plan", version: 1, name: "P", goals: [goal] }
  expect(readImport(JSON.stringify(plan), "plan.json")).toEqual({ problem: expect.stringContaining(problem) })
})

test("an owner given as plain text is a member's name", () => {
  const plan = { format: "laneway-plan", version: 1, name: "P", actions: [{ topic: "A", owner: "Ada" }] }
  expect(readImport(JSON.stringify(plan), "plan.json")).toMatchObject({
    outline: { actions: [{ owner: { name: "Ada", byName: true } }] },
  })
})

test("a due date in a file written by hand is the day that stands there", () => {
  const dues = ["2026-03-10", "2026-03-10T21:00:00-07:00", "2026-03-10T23:00:00.000Z", "2026-03-10T00:30:00+13:00"]
  const plan = {
    format: "laneway-plan",
    version: 1,
    name: "P",
    actions: dues.map((dueDate) => ({ topic: "A", dueDate })),
  }
  const read = readImport(JSON.stringify(plan), "plan.json", { timeZone: "America/Los_Angeles" })
  const days = "outline" in read ? read.outline.actions.map(({ dueDate }) => dueDate) : []
  expect(days).toEqual(dues.map(() => "2026-03-10T00:00:00.000Z"))
})
