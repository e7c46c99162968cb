import { expect, test } from "vitest"
import { turn } from "./turn"

test("of works that wait for a turn at once, each has one of its own, in their order", async () => {
  const seen: string[] = []
  let goesOn = true
  const others = () => {
    if (seen.at(-1) !== "others") seen.push("others")
    if (goesOn) setImmediate(others)
  }
  setImmediate(others)
  const work = async (name: string) => {
    for (let piece = 1; piece <= 2; piece++) {
      await turn()
      seen.push(`${name}${piece}`)
      // Longer than a timer.
      const until = performance.now() + 3
      while (performance.now() < until);
    }
  }
  await Promise.all(["a", "b", "c"].map(work))
  goesOn = false
  expect(seen.filter((each) => each !== "others")).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"])
  for (const [at, each] of seen.entries()) if (at > 0 && each !== "others") expect(seen[at - 1], each).toBe("others")
})
