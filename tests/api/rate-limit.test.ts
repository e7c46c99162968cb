import { afterAll, beforeAll, expect, test } from "vitest"
import { countCall, limitRates } from "~/api/rate-limit.server"

beforeAll(() => limitRates(true))
afterAll(() => limitRates(false))

test.each([
  ["call", 1_200, 60_000],
  ["search", 120, 60_000],
  ["upload", 300, 3_600_000],
] as const)("a session's %s is counted by itself, and again when its time is over", (kind, most, within) => {
  const start = Date.now() + 10_000_000
  for (let n = 0; n < most; n++) countCall("one", kind, start)
  expect(() => countCall("one", kind, start + within - 1_500)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ status: 429, retryAfter: 2 }) }),
  )
  expect(() => countCall("other", kind, start)).not.toThrow()
  expect(() => countCall("one", kind, start + within)).not.toThrow()
})
