import { afterEach, expect, test, vi } from "vitest"
import { noteServerTime, serverAhead, serverNow } from "./server-clock"

const at = Date.parse("2026-03-01T12:00:00Z")
const dateAt = (ms: number) => new Date(ms).toUTCString()

afterEach(() => {
  noteServerTime(dateAt(Date.now()))
  vi.useRealTimers()
})

test.each([-400 * 86_400_000, -7_200_000, -31 * 60_000, 31 * 60_000, 7_200_000, 400 * 86_400_000])(
  "with a clock off by %i ms, instants are compared with the server's",
  (off) => {
    vi.useFakeTimers({ now: at + off, toFake: ["Date"] })
    expect(serverNow()).toBe(at + off)
    noteServerTime(dateAt(at))
    expect(Math.abs(serverNow() - at)).toBeLessThanOrEqual(500)
    // The device sets its clock right.
    vi.setSystemTime(at + 60_000)
    noteServerTime(dateAt(at + 60_000))
    expect(serverNow()).toBe(at + 60_000)
  },
)

test("a slow answer and one without a date do not set the clock", () => {
  vi.useFakeTimers({ now: at, toFake: ["Date"] })
  for (const date of [dateAt(at - 2_000), dateAt(at + 1_000), "", null]) noteServerTime(date)
  expect(serverAhead.get()).toBe(0)
})
