import { spawn } from "node:child_process"
import { once } from "node:events"
import { availableParallelism } from "node:os"
import { expect, onTestFinished, test } from "vitest"
import { waitedMs, workerId } from "./worker-times.server"

test.skipIf(process.platform !== "linux")("a worker that waits for a processor is seen to wait", async () => {
  const busy = Array.from({ length: 2 * availableParallelism() }, () => spawn(process.execPath, ["-e", "for (;;);"]))
  onTestFinished(() => {
    for (const each of busy) each.kill("SIGKILL")
  })
  await Promise.all(busy.map((each) => once(each, "spawn")))
  const id = workerId()
  const before = waitedMs(id)
  const waits = () => {
    for (let n = 0; n < 1e6; n++) Math.sqrt(n)
    return waitedMs(id) - before
  }
  await expect.poll(waits, { interval: 0 }).toBeGreaterThan(0)
})

test("a worker without figures of the system has not waited", () => expect(waitedMs(null)).toBe(0))
