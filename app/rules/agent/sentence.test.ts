import { expect, test } from "vitest"
import { partsIn } from "./sentence"

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
