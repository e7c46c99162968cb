import { expect, test } from "vitest"
import { readDescription } from "./described"
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
  expect(read("* Permits\n• Van").loose).toEqual([
    ["Permits", "", []],
    ["Van", "", []],
  ])
  expect(read("We want this before June:\n- Permits\nfor five streets", "Bike share").goals).toEqual([
    ["We want this before June", "", [["Permits", "for five streets", []]]],
  ])
})

test("lines that aren't sentences are a list", () => {
  expect(read("Permits\n  Survey\nSecond van").loose).toEqual([
    ["Permits", "", [["Survey", 0]]],
    ["Second van", "", []],
  ])
})

test("other words become one goal, named by their first sentence", () => {
  const text = "We run 80 bike stations and want twelve more. The city votes on 18 March.\n\nFive people, one van."
  expect(read(text, "Bike share")).toEqual({
    name: "Bike share",
    goals: [["We run 80 bike stations and want twelve more.", text, []]],
    loose: [],
  })
  expect(read("Open a second depot").goals).toEqual([["Open a second depot", "", []]])
  expect(read("# ").goals).toEqual([["#", "", []]])
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
