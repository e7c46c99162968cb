import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { type Pressure, watchPressure } from "./pressure"

/** Longer than a sample, which is longer than this process waits for a processor between two steps. */
const block = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

let pressure: Pressure
afterEach(() => pressure.stop())

test("the loop is behind after several long steps in a row, and no longer once a sample is in time", async () => {
  pressure = watchPressure({ sampleMs: 50, lateMs: 20 })
  block(120)
  await sleep(0)
  expect(pressure.isBehind()).toBe(false)
  for (let step = 0; step < 4; step++) {
    block(120)
    await new Promise(setImmediate)
    await sleep(0)
  }
  expect(pressure.isBehind()).toBe(true)
  await expect.poll(() => pressure.isBehind()).toBe(false)
})
