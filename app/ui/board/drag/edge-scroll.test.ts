import * as fc from "fast-check"
import { expect, test } from "vitest"
import { downSpeed } from "~/ui/board/drag/edge-scroll"

test("at most two lanes pass the edge within a second, whatever their height", () => {
  const heights = fc.array(fc.integer({ min: 48, max: 2_000 }), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(heights, fc.integer({ min: 4, max: 50 }), (lanes, frame) => {
      const tops = lanes.map((_, index) => lanes.slice(0, index).reduce((sum, height) => sum + height + 10, 0))
      const passed: number[] = []
      let edge = 1
      for (let now = 0; edge < (tops.at(-1) ?? 0) && now < 60_000; now += frame) {
        const next = edge + downSpeed(tops, edge) * frame
        if (tops.some((top) => top > edge && top <= next)) passed.push(now)
        edge = next
      }
      const closest = passed.slice(2).map((time, index) => time - (passed[index] ?? 0))
      // A lane's end falls within a frame.
      expect(Math.min(1_000, ...closest)).toBeGreaterThanOrEqual(1_000 - 2 * frame)
    }),
  )
})
