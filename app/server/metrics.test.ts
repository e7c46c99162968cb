import { expect, test } from "vitest"
import { renderMetrics } from "./metrics"

const longest = () => Number(/^laneway_event_loop_longest_stall_seconds (.*)$/m.exec(renderMetrics())?.[1])

test("a stall of the event loop is seen in the metrics", async () => {
  await new Promise((resolve) => setTimeout(resolve, 100))
  for (const until = performance.now() + 300; performance.now() < until; );
  await expect.poll(longest, { timeout: 5_000 }).toBeGreaterThan(0.25)
  // Seconds, not milliseconds: the process has not run for longer.
  expect(longest()).toBeLessThan(process.uptime())
  expect(renderMetrics()).toMatch(/laneway_event_loop_stall_seconds_bucket\{le="0\.25"\} \d+/)
})
