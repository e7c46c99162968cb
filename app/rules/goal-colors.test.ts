import { expect, test } from "vitest"
import { colorDistance, goalColors } from "./goal-colors"
import { goalPalette } from "./goal-palette"

/** Numbers that look random and repeat with the seed. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
const noColor = (count: number): null[] => Array(count).fill(null)
const neighbours = (colors: readonly string[]) =>
  colors.slice(1).map((color, index) => colorDistance(colors[index] as string, color))

test("goals without a colour get unused colours at random, and neighbours are far apart", () => {
  const firsts = new Set<string>()
  for (let seed = 1; seed <= 50; seed++) {
    const colors = goalColors(noColor(12), seeded(seed))
    expect(new Set(colors).size).toBe(12)
    expect(Math.min(...neighbours(colors))).toBeGreaterThanOrEqual(3)
    firsts.add(colors[0] as string)
  }
  expect(firsts.size).toBeGreaterThan(6)
})

test("given colours stay, and no other goal gets them", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const [first, second, third, ...rest] = goalColors([null, "#D3395D", null, "#123456", null, null], seeded(seed))
    expect([second, rest[0]]).toEqual(["#D3395D", "#123456"])
    expect([first, third, ...rest]).not.toContain("#d3395d")
    expect(colorDistance(second as string, third as string)).toBeGreaterThanOrEqual(3)
  }
})

test("more goals than colours use every colour again", () => {
  const hexes = goalPalette.map(({ hex }) => hex as string)
  const colors = goalColors(noColor(30), seeded(7))
  expect(colors.slice(0, 12).sort()).toEqual([...hexes].sort())
  expect(colors.slice(12, 24).sort()).toEqual([...hexes].sort())
  expect(Math.min(...neighbours(colors))).toBeGreaterThanOrEqual(3)
  expect(goalColors([...hexes.slice(2), null], seeded(7)).at(-1)).toMatch(/^#(d3395d|cc4b2e)$/)
})
