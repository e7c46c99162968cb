import { expect, test } from "vitest"
import { isProse, readDescription } from "./described"
import { actionsOf } from "./outline"

/** The plan's name, then each goal with its description, its actions with theirs, and their tasks. */
const read = (text: string, planName = "") => {
  const { name, goals, actions } = readDescription(text, planName)
  const list = (all: typeof actions) =>
    all.map(({ topic, description, tasks }) => [topic, description, tasks.map((each) => [each.description, each.type])])
  return { name, goals: goals.map((goal) => [goal.name, goal.description, list(goal.actions)]), loose: list(actions) }
}

test("parses an outline like an import", () => {
  const text =
    "# Bike share\n\n## Docks\nTwelve more.\n- Permits\n  Five streets.\n  - [x] Survey\n  - [ ] Drawings\n## Repairs"
  expect(read(text)).toEqual({
    name: "Bike share",
    goals: [
      [
        "Docks",
        "Twelve more.",
        [
          [
            "Permits",
            "Five streets.",
            [
              ["Survey", 2],
              ["Drawings", 0],
            ],
          ],
        ],
      ],
      ["Repairs", "", []],
    ],
    loose: [],
  })
  const own = read(text, "Our own name")
  expect(own.name).toBe("Our own name")
  expect(own.goals.map(([name]) => name)).toEqual(["Bike share", "Docks", "Repairs"])
})

test("a list three deep has goals, actions and tasks, and one two deep has actions and tasks", () => {
  const three = "- [ ] Docks\n\t- [x] Permits\n\t\t- [x] Survey\n\t\t\t- Deeper\n\t- Wood\n- Repairs"
  const tasks = [
    ["Survey", 2],
    ["Deeper", 0],
  ]
  expect(read(three, "Harbour").goals).toEqual([
    [
      "Docks",
      "",
      [
        ["Permits", "", tasks],
        ["Wood", "", []],
      ],
    ],
    ["Repairs", "", []],
  ])
  expect(read("• Permits\n\t◦ Survey\n• Wood", "Harbour").goals).toEqual([
    [
      "Harbour",
      "",
      [
        ["Permits", "", [["Survey", 0]]],
        ["Wood", "", []],
      ],
    ],
  ])
})

test("headings of one kind are goals", () => {
  expect(read("# Docks\n- Permits\n# Repairs\n1. Second van\n2) Spare parts").goals).toEqual([
    ["Docks", "", [["Permits", "", []]]],
    [
      "Repairs",
      "",
      [
        ["Second van", "", []],
        ["Spare parts", "", []],
      ],
    ],
  ])
  expect(read("# Docks\n- Permits").goals).toEqual([["Docks", "", [["Permits", "", []]]]])
})

test("a list belongs to a goal named like the plan; words above it become the goal", () => {
  expect(read("- Permits\n\t- Survey", "Bike share").goals).toEqual([
    ["Bike share", "", [["Permits", "", [["Survey", 0]]]]],
  ])
  expect(read("* Permits\n• Van").goals).toEqual([
    [
      "First goal",
      "",
      [
        ["Permits", "", []],
        ["Van", "", []],
      ],
    ],
  ])
  expect(read("We want this before June:\n- Permits\nfor five streets", "Bike share").goals).toEqual([
    ["We want this before June", "", [["Permits", "for five streets", []]]],
  ])
})

test("words above a list that are a sentence describe its goal", () => {
  expect(read("The city votes on 18 March. We are five.\n- Permits", "Bike share").goals).toEqual([
    ["Bike share", "The city votes on 18 March. We are five.", [["Permits", "", []]]],
  ])
})

test("actions above the first goal belong to one named like the plan", () => {
  const text = "# Bike share\n- Permits\n## Repairs\n- Van"
  expect(read(text).goals.map(([name]) => name)).toEqual(["Bike share", "Repairs"])
  expect(read(text, "Our own name").goals.map(([name]) => name)).toEqual(["Bike share", "Repairs"])
})

test("lines that aren't sentences are a list", () => {
  expect(read("Permits\n  Survey\nSecond van", "Bike share").goals).toEqual([
    [
      "Bike share",
      "",
      [
        ["Permits", "", [["Survey", 0]]],
        ["Second van", "", []],
      ],
    ],
  ])
})

test("each sentence of other text becomes an action, below a goal named like the plan", () => {
  const text = "We want twelve more docks. The city votes on 18 March.\n\nHire five people, and buy one van."
  const actions = [
    ["The city votes on 18 March", "", []],
    ["Hire five people", "", []],
    ["Buy one van", "", []],
  ]
  expect(read(text, "Bike share")).toEqual({
    name: "Bike share",
    goals: [["Bike share", "We want twelve more docks.", actions]],
    loose: [],
  })
  expect(read(text).goals).toEqual([["Twelve more docks", "", actions]])
  expect(read("Open a second depot").goals).toEqual([["First goal", "", [["Open a second depot", "", []]]]])
  expect(read("# ").goals).toEqual([["First goal", "", [["#", "", []]]]])
})

test("a short line above sentences names their goal", () => {
  expect(read("Docks\nOpen twelve more.\n\nRepairs\nHire a mechanic. Buy a van.", "Bike share").goals).toEqual([
    ["Docks", "", [["Open twelve more", "", []]]],
    [
      "Repairs",
      "",
      [
        ["Hire a mechanic", "", []],
        ["Buy a van", "", []],
      ],
    ],
  ])
})

test("a text too long for a name becomes the whole description", () => {
  const long = `${"word ".repeat(60)}end`
  const { goals } = readDescription(`## ${long}\n- ${long}`, "")
  expect(goals[0]?.description).toBe(long)
  expect(goals[0]?.actions[0]?.description).toBe(long)
})

test("the plan contains every word", () => {
  const text = "# alpha\nbeta\n## gamma\ndelta\n- epsilon\nzeta\n\neta\n  - theta\niota\n### kappa\n- [ ] lambda"
  const outline = readDescription(text, "")
  const said = JSON.stringify([outline, actionsOf(outline)])
  for (const word of text.match(/\w+/g) ?? []) expect(said).toContain(word)
})

test("lines in a code fence are text; an outline that is all in one is read", () => {
  const code = "```sh\n# comment\n- not a task\n```"
  expect(read(`## Docks\n${code}\n- Permits\n${code}\n  after\n- Repairs`)).toMatchObject({
    goals: [
      [
        "Docks",
        code,
        [
          ["Permits", `${code}\nafter`, []],
          ["Repairs", "", []],
        ],
      ],
    ],
  })
  expect(read(`- Permits\n- Repairs\n${code}`, "P").goals).toEqual([
    [
      "P",
      "",
      [
        ["Permits", "", []],
        ["Repairs", code, []],
      ],
    ],
  ])
  expect(read("```markdown\n## Docks\n- Permits\n```", "P").goals).toEqual([["Docks", "", [["Permits", "", []]]]])
  expect(isProse(`Do this.\n${code}`)).toBe(true)
})
