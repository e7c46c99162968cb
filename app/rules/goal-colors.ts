import { goalPalette, unusedColors } from "./goal-palette"

/** Places on the palette's circle that keep two colours from being mistaken for each other. */
const leastDistance = 3

const places: ReadonlyMap<string, number> = new Map(goalPalette.map(({ hex }, place) => [hex, place]))

/** Steps between two colours on the palette's circle; the most for a colour outside the palette. */
export const colorDistance = (one: string, other: string) => {
  const [a, b] = [places.get(one.toLowerCase()), places.get(other.toLowerCase())]
  if (a === undefined || b === undefined) return goalPalette.length / 2
  const steps = Math.abs(a - b)
  return Math.min(steps, goalPalette.length - steps)
}

const shuffled = (colors: readonly string[], random: () => number) =>
  colors
    .map((color) => ({ color, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ color }) => color)

/** All colours in random order with neighbours at least `least` apart, or undefined when there is no such order. */
const arranged = (
  colors: readonly string[],
  before: string | undefined,
  least: number,
  random: () => number,
): string[] | undefined => {
  if (colors.length === 0) return []
  for (const next of shuffled(colors, random)) {
    if (before !== undefined && colorDistance(before, next) < least) continue
    const rest = arranged(
      colors.filter((color) => color !== next),
      next,
      least,
      random,
    )
    if (rest) return [next, ...rest]
  }
  return undefined
}

/**
 * A colour for each goal of a list: the given one, or for null a random one that no goal has, far from the goal before. When
 * the palette is used up, its colours start again.
 */
export const goalColors = (given: readonly (string | null)[], random: () => number = Math.random): string[] => {
  const queue: string[] = []
  const refill = (colors: string[], before: string | undefined) => {
    for (let least = leastDistance; queue.length === 0; least--)
      queue.push(...(arranged(colors, before, least, random) ?? []))
  }
  const out: string[] = []
  for (const color of given) {
    const before = out.at(-1)
    if (color !== null) out.push(color)
    else {
      if (queue.length === 0) refill(unusedColors([...given.flatMap((each) => each ?? []), ...out]), before)
      const far = queue.findIndex((each) => before === undefined || colorDistance(before, each) >= leastDistance)
      out.push(...queue.splice(Math.max(0, far), 1))
    }
  }
  return out
}

/** As in a plan whose goals have these colours: the same in the starter's preview and in what the assistant makes of it. */
export const colorsOfNewGoals = (planId: number, used: readonly string[]) => {
  const colors = goalColors([...used, ...Array<null>(aheadAtMost).fill(null)], drawnFor(planId)).slice(used.length)
  return (nth: number) => colors[nth % colors.length] as string
}

/** Goals with a colour chosen in advance; later ones repeat these. */
const aheadAtMost = 240

/** Numbers from 0 to 1 that are the same for each plan: the generator "mulberry32". */
const drawnFor = (planId: number) => {
  let state = planId | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
