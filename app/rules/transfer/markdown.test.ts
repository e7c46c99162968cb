import * as fc from "fast-check"
import { expect, test } from "vitest"
import { writeMarkdown } from "./markdown"
import { headingIn } from "./markdown-text"
import { emptyAction, emptyGoal, emptyTask, type Imported, type Outline } from "./outline"
import { readMarkdown } from "./read-markdown"

test.each([
  ["# Docks", { marks: "#", words: "Docks" }],
  ["##   Docks and C# ##  ", { marks: "##", words: "Docks and C#" }],
  ["## Docks and C#", { marks: "##", words: "Docks and C#" }],
  ["### Docks ###", { marks: "###", words: "Docks" }],
  ["## ##", { marks: "##", words: "" }],
  ["#", { marks: "#", words: "" }],
  ["#Docks", null],
  ["####### Docks", null],
])("%j is a heading of its words alone", (line, heading) => {
  expect(headingIn(line)).toEqual(heading)
})

test.each(["#", " ", "# ", "`", "~"])(
  "a line takes no longer than its length to read, whatever is repeated in it: %j",
  (mark) => {
    expect(readMarkdown(`# a${mark.repeat(1_000_000)}b`, "Plan")).toMatchObject({ problem: expect.any(String) })
  },
)

const outlineWith = (more: Partial<Outline>): Outline => ({
  name: "P",
  effortAndComplexityVisible: true,
  aiInstructions: "",
  goals: [],
  actions: [],
  ...more,
})

test("writing a text takes linear time", () => {
  const topic = `a${" ".repeat(1_000_000)}b`
  expect(writeMarkdown(outlineWith({ actions: [{ ...emptyAction, topic, tasks: [] }] }))).toBe(`# P\n\n- ${topic}\n`)
  // Each of these fences would be looked for to the end, if nothing remembered that it is not closed.
  const description = "```a\n".repeat(200_000)
  const written = writeMarkdown(outlineWith({ goals: [{ ...emptyGoal, name: "G", description, actions: [] }] }))
  expect(written.split("\\```a").length).toBe(200_001)
})

/** Lines that Markdown, or this format, reads as something else. */
const hostile = fc.constantFrom(
  ...[
    "",
    " ",
    "  ",
    "\t",
    "- ",
    "-",
    "- point",
    "* [ ] x",
    "+",
    "  - nested",
    "[x] done?",
    "[ ]",
    "- [x] task",
    "1. one",
  ],
  ...[
    "# heading",
    "##",
    "###### six",
    "a #",
    "## a ##",
    "#",
    "```",
    "```sh",
    "~~~~",
    "~~~",
    "`````",
    "  ```",
    "```a`b",
  ],
  ...[
    "\\",
    "\\\\",
    "\\- x",
    "a\\",
    "&#32;",
    "&#10;",
    "&amp;",
    "\\&#32;",
    "---",
    "- -",
    "- - -",
    "* * *",
    "===",
    "> quote",
    "| a | b |",
    "<br>",
  ],
  ...[
    "\u00a0- x",
    "\ufeff# y",
    "\u3000",
    "a\rb",
    "a\r",
    "\u2028",
    "\u000b- x",
    "\u0085",
    "🚲",
    "مهمة",
    "a  ",
    "  b",
    "\tc",
  ],
)
const piece = fc.oneof({ weight: 3, arbitrary: hostile }, fc.string({ unit: "grapheme", maxLength: 12 }))
const text = fc
  .array(fc.tuple(piece, fc.constantFrom("\n", "\n", "\n\n", "\r\n", " ", "")), { maxLength: 8 })
  .map((parts) => parts.flat().join(""))
  .filter((each) => !each.includes("\u0000") && !/\p{Surrogate}/u.test(each))
const filled = text.filter((each) => each.trim() !== "")
const name = filled.map((each) => [...each].slice(0, 200).join("")).filter((each) => each.trim() !== "")

const task = fc.record({ description: filled, type: fc.constantFrom(0, 2) }).map((each) => ({ ...emptyTask, ...each }))
const action = fc
  .oneof(fc.record({ topic: name, description: text }), fc.record({ topic: fc.constant(""), description: filled }))
  .chain((texts) => fc.array(task, { maxLength: 3 }).map((tasks) => ({ ...emptyAction, ...texts, tasks })))
const actions = fc.array(action, { maxLength: 3 })
const unit = fc
  .oneof(
    fc.constant(""),
    text.map((each) => [...each.trim()].slice(0, 30).join("").trim()),
  )
  .map((each) => each.trim())
const measure = fc.constantFrom(0, 1, -2.5, 0.0001, 100_000_000_000)
const result = fc
  .record({ name, unit, start: measure, target: measure, current: measure })
  .filter(({ start, target }) => start !== target)
const day = fc.constantFrom("2026-10-01T00:00:00.000Z", "2026-12-31T00:00:00.000Z")
const checkIn = fc
  .record({
    author: name.map((each) => ({ name: [...each].slice(0, 100).join("").trim() || "A:", byName: true as const })),
    createdDate: fc.option(day),
    status: fc.constantFrom(0 as const, 1 as const, 2 as const),
    confidence: fc.option(fc.integer({ min: 0, max: 10 })),
    note: text,
  })
  .map((each) => ({ ...each, values: [], progress: null, statusBefore: null }))
const measures = fc.record(
  {
    owner: name.map((each) => ({ name: [...each].slice(0, 100).join("").trim() || "A", byName: true as const })),
    startDate: fc.constant("2026-10-01T00:00:00.000Z"),
    dueDate: day,
    status: fc.constantFrom(0 as const, 1 as const, 2 as const),
    outcome: fc.constantFrom("achieved" as const, "dropped" as const),
    results: fc.array(result, { minLength: 1, maxLength: 3 }),
    checkIns: fc.array(checkIn, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
)
const quoted = fc.constantFrom(
  "> Result: A = 1 (0 → 2)",
  "> Owner: Ada\nmore",
  "> Status: at risk",
  "> Check-in: at risk, Ada: All well",
  "\\> Period: 2026-10-01 –",
)
const goal = fc
  .tuple(fc.record({ name, description: fc.oneof(text, quoted), actions }), measures)
  .map(([each, more]) => ({ ...emptyGoal, ...each, ...more, ...(more.outcome ? { completed: true } : {}) }))
const outline = fc
  .record({ name, goals: fc.array(goal, { minLength: 1, maxLength: 3 }), actions })
  .map((each) => outlineWith(each as Partial<Outline>))

test("any plan survives writing and reading as Markdown, whatever its texts look like", () => {
  fc.assert(
    fc.property(outline, (given) => {
      const written = writeMarkdown(given)
      expect(readMarkdown(written, "file"), written).toEqual({ outline: given, leftOut: [] })
    }),
    { numRuns: 500 },
  )
})

test("code fences stay as they are where they can", () => {
  const description = "Run:\n```sh\n# comment\n- not a task\n\n  indented\n```\ndone"
  const given = outlineWith({ actions: [{ ...emptyAction, topic: "A", description, tasks: [] }] })
  expect(writeMarkdown(given)).toBe(
    "# P\n\n- A\n  Run:\n  ```sh\n  # comment\n  - not a task\n\n    indented\n  ```\n  done\n",
  )
})

const read = (text: string) => {
  const answer = readMarkdown(text, "file")
  if ("problem" in answer) throw new Error(answer.problem)
  const { outline, leftOut } = answer
  const short = (all: Outline["actions"]) =>
    all.map(({ topic, description, tasks }) => [topic, description, ...tasks.map((task) => task.description)])
  return {
    goals: outline.goals.map(({ name, description, actions }) => [name, description, short(actions)]),
    actions: short(outline.actions),
    leftOut: leftOut.map(({ what, count }) => [what, count]),
  }
}

test("a fence in an outline from elsewhere is text of what it is in", () => {
  expect(
    read(
      "# P\n\n## G\n\n- A\n  ```sh\n  # c\n  - x\n  ```\n  after\n- B\n  - [ ] T\n    ```\n    - y\n    ```\n\n```\n# no\n- no\n```\n",
    ),
  ).toEqual({
    goals: [
      [
        "G",
        "```\n# no\n- no\n```",
        [
          ["A", "```sh\n# c\n- x\n```\nafter"],
          ["B", "", "T\n```\n- y\n```"],
        ],
      ],
    ],
    actions: [],
    leftOut: [],
  })
  expect(read("- A\n  ```\n  - x\n- B\n")).toMatchObject({
    actions: [
      ["A", "```\n- x"],
      ["B", ""],
    ],
  })
  expect(read("# P\n```\n# no\n```\n- A\n")).toMatchObject({ actions: [["A", ""]], leftOut: [["strayLines", 3]] })
})

test("a line across the page is no action", () => {
  const { outline } = readMarkdown(
    "# P\n* Dig\n\n* * *\n\n- Plant\n  text\n  - - -\n  more\n-\t-\t-\t-\n",
    "file",
  ) as Imported
  expect(outline.actions.map(({ topic, description }) => [topic, description])).toEqual([
    ["Dig", ""],
    ["Plant", "text\n\nmore"],
  ])
})

test("a text goes on over several lines, with its blank ones and its indentation", () => {
  expect(
    read(
      "## G\nOne\n\n  two\n- A\ngoes on\n\n   first\n     second\n  - T\n    goes on\n\n    still\n  of the action\n\nof the goal\n",
    ),
  ).toEqual({
    goals: [
      ["G", "One\n\n  two\n\nof the goal", [["A", "goes on\n\nfirst\n  second\nof the action", "T\ngoes on\n\nstill"]]],
    ],
    actions: [],
    leftOut: [],
  })
  expect(read("- A\n    deep\n      deeper\n  flat\r\n")).toMatchObject({ actions: [["A", "deep\n  deeper\nflat"]] })
  for (const text of ["# P\r## G\r- A\r", "# P\r\n## G\r- A\n", "# P\r\r\n## G\r\r\n- A\r\r\n"])
    expect(read(text)).toMatchObject({ goals: [["G", "", [["A", ""]]]] })
  expect(read("- A\n-\n- [ ]\n*\n  alone\n-\n  - [x] done\n")).toMatchObject({
    actions: [
      ["A", ""],
      ["", "alone"],
      ["Tasks", "", "done"],
    ],
  })
})

const bulletText = fc
  .array(fc.constantFrom("a", " ", "#", "#b", "\\", "[", "]", "é-1", "#12", "C#", "&#35;"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""))
const labelled = fc.uniqueArray(
  fc
    .array(fc.constantFrom("a", " ", "]", "[", "\\", "#", "é", "1", "&#9;"), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""))
    .filter((name) => name.trim() !== ""),
  { maxLength: 3 },
)

test("labels at the end of an action or task come back, and no other text becomes one", () => {
  const read = (text: string) => {
    const answer = readMarkdown(text, "P")
    return "problem" in answer ? undefined : answer.outline.actions[0]
  }
  expect(read("- Fix #12 #urgent #[two words]\n  - [ ] C# #é-1\n  - [x] #solo\\#b\n")).toMatchObject({
    topic: "Fix #12",
    labels: ["urgent", "two words"],
    tasks: [{ description: "C#", labels: ["é-1"] }, { description: "#solo#b" }],
  })
  fc.assert(
    fc.property(bulletText, bulletText, labelled, labelled, (topic, description, ofAction, ofTask) => {
      fc.pre(topic.trim() !== "" && description.trim() !== "")
      const task = { ...emptyTask, description, ...(ofTask.length > 0 ? { labels: ofTask } : {}) }
      const action = { ...emptyAction, topic, ...(ofAction.length > 0 ? { labels: ofAction } : {}), tasks: [task] }
      const back = read(writeMarkdown(outlineWith({ actions: [action] })))
      expect([back?.topic, back?.labels ?? []]).toEqual([topic, ofAction])
      expect([back?.tasks[0]?.description, back?.tasks[0]?.labels ?? []]).toEqual([description, ofTask])
    }),
    { numRuns: 1_000 },
  )
})
