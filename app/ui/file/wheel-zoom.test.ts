import { expect, test } from "vitest"
import { zoomSteps } from "./wheel-zoom"

const turn = (deltaY: number, deltaMode = 0, ctrlKey = false) => zoomSteps({ deltaY, deltaMode, ctrlKey })

test.each([
  ["Chromium on Windows", -100, 0],
  ["Chromium on Linux", -120, 0],
  ["a scaled screen", -66.67, 0],
  ["Firefox, three lines", -3, 1],
  ["Firefox, one line", -1, 1],
  ["a page", -1, 2],
])("one notch is one step in %s", (_, deltaY, mode) => {
  expect(turn(deltaY, mode)).toBe(1)
  expect(turn(-deltaY, mode)).toBe(-1)
  expect(turn(deltaY, mode, true)).toBe(1)
})

test("several notches in one event zoom several steps", () => {
  expect([turn(-240), turn(200), turn(-360), turn(6, 1)]).toEqual([2, -2, 3, -2])
})

test("a touchpad zooms in small steps, a pinch faster", () => {
  expect(turn(-11)).toBeCloseTo(0.1)
  expect(turn(-5, 0, true)).toBeCloseTo(0.5)
  expect(turn(0)).toBeCloseTo(0)
})
