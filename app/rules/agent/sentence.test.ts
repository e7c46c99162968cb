import { expect, test } from "vitest"
import { sentenceIn } from "./sentence"

const read = (line: string) => {
  const asked: string[] = []
  const said = sentenceIn(line, {
    isPerson: (text) => asked.push(text) < 0,
    isDate: (text) => asked.push(text) < 0,
    knows: (name) => (asked.push(name) > 0 && name === "harbour" ? 2 : 0),
  })
  return { said, asked }
}

test("a sentence of many places is read by those near its ends, with few names looked up", () => {
  for (const verb of ["move", "assign"]) {
    const { asked } = read(`${verb} x${" to the x".repeat(60)}`)
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.length).toBeLessThan(100)
  }
  const longest = `move x${" to x".repeat(100)} to harbour`
  expect(read(longest).said).toMatchObject({ do: "move", to: "harbour" })
})
