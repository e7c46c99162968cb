import { expect, test } from "vitest"
import { headingIn, readMarkdown, writeMarkdown } from "./markdown"
import { emptyAction } from "./outline"

test.each([
  ["# Docks", { marks: "#", words: "Docks" }],
  ["##   Docks and C# ##  ", { marks: "##", words: "Docks and C# ##" }],
  ["### Docks ###", { marks: "###", words: "Docks" }],
  ["#", null],
  ["#Docks", null],
  ["####### Docks", null],
])("%j is a heading of its words alone", (line, heading) => {
  expect(headingIn(line)).toEqual(heading)
})

test.each(["#", " ", "# "])(
  "a line takes no longer than its length to read, whatever is repeated in it: %j",
  (mark) => {
    expect(readMarkdown(`# a${mark.repeat(1_000_000)}b`, "Plan")).toMatchObject({ problem: expect.any(String) })
  },
)

test("writing a text takes linear time", () => {
  const topic = `a${" ".repeat(1_000_000)}b`
  const outline = { name: "P", effortAndComplexityVisible: true, aiInstructions: "", goals: [] }
  expect(writeMarkdown({ ...outline, actions: [{ ...emptyAction, topic, tasks: [] }] })).toBe(`# P\n\n- ${topic}\n`)
  const lines = writeMarkdown({ ...outline, name: " two \r\n \n lines\n", actions: [] })
  expect(lines).toBe("# two lines\n")
})
