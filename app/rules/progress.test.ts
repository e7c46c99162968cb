import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { clamped, gapOf, meanProgress, paceOf, progressOf } from "./progress"

const measure = fc.integer({ min: -1_000_000_000_000_000, max: 1_000_000_000_000_000 }).map((parts) => parts / 10_000)
const result = fc
  .record({ start: measure, target: measure, current: measure })
  .filter(({ start, target }) => start !== target)
const day = fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(days * 86_400_000).toISOString())

describe("progress of results", () => {
  test("is 0 at the start and 1 at the target, up or down", () => {
    fc.assert(
      fc.property(result, (each) => {
        expect(progressOf({ ...each, current: each.start })).toBe(0)
        expect(progressOf({ ...each, current: each.target })).toBe(1)
      }),
    )
  })

  test("is exact to four decimals, half away from zero", () => {
    expect(progressOf({ start: 0, target: 3, current: 1 })).toBe(0.3333)
    expect(progressOf({ start: 0, target: 32, current: 5 })).toBe(0.1563)
    expect(progressOf({ start: 0, target: 32, current: -5 })).toBe(-0.1563)
    expect(progressOf({ start: 0.1, target: 0.3, current: 0.2 })).toBe(0.5)
    expect(progressOf({ start: 5, target: 3, current: 6 })).toBe(-0.5)
    expect(progressOf({ start: -1e11, target: 1e11, current: 1e11 - 0.0001 })).toBe(1)
  })

  test("grows with the current value towards the target", () => {
    fc.assert(
      fc.property(result, measure, (each, other) => {
        const toTarget = Math.sign(each.target - each.start)
        const [low, high] = [Math.min(each.current, other), Math.max(each.current, other)]
        const [before, after] = toTarget > 0 ? [low, high] : [high, low]
        expect(progressOf({ ...each, current: after })).toBeGreaterThanOrEqual(progressOf({ ...each, current: before }))
      }),
    )
  })

  test("is the mean of a goal's results, between the least and the greatest, whatever their order", () => {
    fc.assert(
      fc.property(fc.array(result, { minLength: 1, maxLength: 10 }), (results) => {
        const all = results.map(progressOf)
        const mean = meanProgress(results) as number
        expect(mean).toBeGreaterThanOrEqual(Math.min(...all))
        expect(mean).toBeLessThanOrEqual(Math.max(...all))
        expect(meanProgress(results.toReversed())).toBe(mean)
      }),
    )
    expect(meanProgress([])).toBeNull()
  })
})

describe("pace", () => {
  const period = { startDate: "2026-10-01T00:00:00.000Z", dueDate: "2026-10-11T00:00:00.000Z" }

  test("is linear in days, 0 up to the first and 1 from the last on", () => {
    expect(paceOf(period, "2026-09-01")).toBe(0)
    expect(paceOf(period, "2026-10-01")).toBe(0)
    expect(paceOf(period, "2026-10-06")).toBe(0.5)
    expect(paceOf(period, "2026-10-11")).toBe(1)
    expect(paceOf(period, "2027-01-01")).toBe(1)
    expect(paceOf({ ...period, startDate: null }, "2026-10-06")).toBeNull()
    expect(paceOf({ ...period, startDate: period.dueDate }, "2026-10-11")).toBe(1)
  })

  test("never falls as days pass, and lies between 0 and 1", () => {
    fc.assert(
      fc.property(day, day, day, day, (startDate, dueDate, one, other) => {
        const [first, second] = one < other ? [one, other] : [other, one]
        const [before, after] = [first, second].map((at) => paceOf({ startDate, dueDate }, at.slice(0, 10)) as number)
        expect(before).toBeLessThanOrEqual(after as number)
        expect(clamped(before as number)).toBe(before)
      }),
    )
  })

  test("is worth a word from eleven points on", () => {
    expect(gapOf(0.6, 0.5)).toBeNull()
    expect(gapOf(0.61, 0.5)).toBe(11)
    expect(gapOf(0.35, 0.5)).toBe(-15)
    expect(gapOf(null, 0.5)).toBeNull()
    expect(gapOf(0.5, null)).toBeNull()
  })
})
