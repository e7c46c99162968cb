import fc from "fast-check"
import { expect, test } from "vitest"
import { type ChartData, chartShape } from "./chart-shape"

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const period = { start: day("2026-08-01"), end: day("2026-12-31") }
const drawn = (data: Partial<ChartData>) =>
  chartShape({ points: [], now: day("2026-11-20"), current: 0.58, ...period, ...data }, 502, 132)

test("pace runs from the beginning of the period at 0 to its end at the target", () => {
  expect(drawn({})?.pace).toEqual([
    { x: 34, y: 110 },
    { x: 494, y: 10 },
  ])
})

test("today's value lies on today, between the beginning and the end", () => {
  expect(drawn({})?.today).toEqual({ x: 369.9, y: 52 })
})

test("past its target the scale ends at 115", () => {
  const shape = drawn({ current: 1.08 })
  expect(shape?.grid.map(({ y }) => y)).toEqual([110, 66.5, 23])
  expect(shape?.today?.y).toBe(16.1)
  expect(drawn({ current: 40 })?.today?.y).toBe(10)
})

test("without a period it runs from the first check-in to today, and has no pace", () => {
  const shape = drawn({ start: null, end: null, points: [{ at: day("2026-09-14"), progress: 0.12 }] })
  expect(shape).toMatchObject({ pace: undefined, from: day("2026-09-14"), to: day("2026-11-20"), todayX: 494 })
  expect(shape?.points).toEqual([{ x: 34, y: 98 }])
})

test("after the end of the period the scale goes on to today", () => {
  expect(drawn({ now: day("2027-02-01") })).toMatchObject({ to: day("2027-02-01"), todayX: 494 })
})

test("nothing is drawn without check-ins and without a beginning", () => {
  expect(drawn({ start: null })).toBeUndefined()
  expect(drawn({ current: null })).toBeUndefined()
})

test("everything lies within the chart, whatever the values", () => {
  const moment = fc.integer({ min: day("2000-01-01"), max: day("2100-01-01") })
  const value = fc.double({ min: -1e15, max: 1e15, noNaN: true })
  const data = fc.record({
    points: fc.array(fc.record({ at: moment, progress: value }), { maxLength: 20 }),
    now: moment,
    current: fc.option(value),
    start: fc.option(moment),
    end: fc.option(moment),
  })
  fc.assert(
    fc.property(data, (data) => {
      const shape = chartShape(data, 502, 132)
      if (!shape) return
      for (const { x, y } of [...shape.points, ...(shape.pace ?? []), ...(shape.today ? [shape.today] : [])]) {
        expect(x).toBeGreaterThanOrEqual(34)
        expect(x).toBeLessThanOrEqual(494)
        expect(y).toBeGreaterThanOrEqual(10)
        expect(y).toBeLessThanOrEqual(110)
      }
    }),
  )
})
