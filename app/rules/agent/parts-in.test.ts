import { expect, test } from "vitest"
import { partsIn } from "./parts-in"

const read = (line: string) => {
  const asked: string[] = []
  const parts = partsIn(line, () => ({
    isPerson: (text) => asked.push(text) < 0,
    isDate: (text) => asked.push(text) < 0,
    knows: (name) => (asked.push(name) > 0 && name === "harbour" ? 2 : 0),
  }))
  return { parts, asked }
}

test("a sentence of many places is read with few names looked up", () => {
  expect(read(`move x${" to the x".repeat(38)}`).asked.length).toBeGreaterThan(10)
  for (const verb of ["move", "assign", "add", "give", "verschiebe"]) {
    const { asked } = read(`${verb} x${" to the x".repeat(38)}`)
    expect(asked.length).toBeLessThan(1_000)
  }
  const longest = `move x${" to x".repeat(50)} to harbour`
  expect(read(longest).parts).toMatchObject([{ said: { do: "move", place: { name: "harbour" } }, isSure: false }])
})

test.each([
  `rename A to B${" x,".repeat(116)}`,
  `rename A to B${" then".repeat(116)}`,
  `rename A to B${" and x".repeat(58)}`,
  `rename${" and to".repeat(59)}`,
  `move A to B${" to to and".repeat(38)}`,
  `give${" x and".repeat(59)}`,
])("of a line of 120 words few names are looked up, case %#", (line) => {
  expect(line.split(" ").length).toBeGreaterThan(115)
  expect(read(line).asked.length).toBeLessThan(801)
})

test("a repetition is looked for in the last words of a line only", () => {
  const days = "Monday ".repeat(20)
  expect(read(`add a task x to harbour every week on ${days}`).parts).not.toMatchObject([
    { said: { added: { rule: expect.anything() } } },
  ])
  expect(read("add a task x to harbour every week on Monday and Friday").parts).toMatchObject([
    { said: { added: { rule: "FREQ=WEEKLY;BYDAY=MO,FR" } } },
  ])
})
