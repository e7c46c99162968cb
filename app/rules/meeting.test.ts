import { expect, test } from "vitest"
import {
  clockText,
  countdownAfter,
  digitsIn,
  fittedLabel,
  leftOf,
  segmentAt,
  segmentColor,
  spinTimes,
  spunOf,
  toneOf,
  wheelLabel,
  winningAngle,
} from "./meeting"

const now = Date.parse("2026-11-21T10:00:00.000Z")
const at = (after: number) => ({ now: now + after, person: 7 })

test("a countdown runs, pauses, resumes and ends", () => {
  const started = countdownAfter(null, { do: "start", minutes: 10 }, at(0))
  expect(started).toMatchObject({ minutes: 10, endsAt: "2026-11-21T10:10:00.000Z", left: null, startedById: 7 })
  const paused = countdownAfter(started, { do: "pause" }, at(60_000))
  expect(paused).toMatchObject({ endsAt: null, left: 540_000 })
  expect(countdownAfter(paused, { do: "pause" }, at(90_000))).toBe(paused)
  const resumed = countdownAfter(paused, { do: "resume" }, at(3_600_000))
  expect(resumed).toMatchObject({ endsAt: "2026-11-21T11:09:00.000Z", left: null })
  if (!resumed || !paused) throw new Error("It is gone.")
  expect(leftOf(paused, now + 9_999_999)).toBe(540_000)
  expect(leftOf(resumed, now + 3_600_000 + 540_001)).toBe(0)
  // A finished countdown can't be paused, and one that was never started can't be resumed.
  expect(countdownAfter(resumed, { do: "pause" }, at(9_999_999))).toBe(resumed)
  expect(countdownAfter(null, { do: "resume" }, at(0))).toBeNull()
})

test("the colour changes at 240, 120, 60, 10 and 0 seconds", () => {
  expect([241, 240, 121, 120, 61, 60, 11, 10, 1, 0].map((seconds) => toneOf(seconds * 1_000))).toEqual([
    "start",
    240,
    240,
    120,
    120,
    60,
    60,
    10,
    10,
    0,
  ])
  expect([600_000, 462_000, 461_001, 59_999, 0].map(clockText)).toEqual(["10:00", "07:42", "07:42", "01:00", "00:00"])
})

test("digits are read as keyboards of several scripts write them", () => {
  expect(["25", " 2 5 min", "٢٥", "۲۵", "２５", "-3", "ten", ""].map(digitsIn)).toEqual([
    "25",
    "25",
    "25",
    "25",
    "25",
    "3",
    "",
    "",
  ])
})

test("a label ends before the hub: it gets smaller, then shorter", () => {
  const widthOf = (text: string) => [...text].length * 0.6
  const label = (name: string, size = 12.5) => fittedLabel(name, { size, room: 116, widthOf })
  expect(label("Ada Lind")).toEqual({ text: "Ada Lind", size: 12.5 })
  expect(label("Maximilian Oberhauser")).toEqual({ text: "Maximilian Oberhauser", size: 116 / (21 * 0.6) })
  const wide = (text: string) => [...text].length * 0.95
  const cut = fittedLabel("WWWWWWWWWWWWWWWWWWWWW", { size: 12.5, room: 116, widthOf: wide })
  expect(cut).toEqual({ text: "WWWWWWWWWWWW…", size: 9 })
  for (let length = 1; length < 30; length++) {
    const { text, size } = fittedLabel("W".repeat(length), { size: 6, room: 116, widthOf: wide })
    expect(wide(text) * size).toBeLessThanOrEqual(116)
  }
  expect(label("").text).toBe("")
})

test("labels are cut to 21 characters, and neighbours differ in colour", () => {
  expect(wheelLabel("Maximilian Oberhausenheim")).toBe("Maximilian Oberhausen")
  expect(wheelLabel("😀".repeat(22))).toBe("😀".repeat(21))
  for (let count = 2; count < 40; count++) {
    for (let index = 0; index < count; index++) {
      expect(segmentColor(index, count)).not.toBe(segmentColor((index + 1) % count, count))
    }
  }
})

test("the winning angle puts the winner under the pointer for any number of segments", () => {
  for (let count = 1; count < 60; count++) {
    for (const winner of [0, count >> 1, count - 1]) {
      for (const within of [0.1, 0.5, 0.9]) {
        expect(segmentAt(winningAngle(winner, count, { turns: 5, within }), count)).toBe(winner)
      }
    }
  }
})

test("the wheel only turns forward, and stops on time", () => {
  expect(spinTimes(5)).toEqual({ up: 500, down: 2_500 })
  let before = 0
  for (let since = 0; since <= 3_000; since += 50) {
    const spun = spunOf(since, 5)
    expect(spun).toBeGreaterThanOrEqual(before)
    before = spun
  }
  expect([spunOf(-5, 5), spunOf(3_000, 5), spunOf(9_000, 5)]).toEqual([0, 1, 1])
})
