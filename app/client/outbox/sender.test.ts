import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { refusal } from "~/contract/problem"
import { offline } from "../api"
import { openSender } from "./sender"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("a server that is down for an hour is asked about twice a minute, and gets the change within 40 s of its return", async () => {
  let isDown = true
  let waiting: string | undefined = "change"
  const asked: number[] = []
  const sender = openSender<string, void>({
    next: () => waiting,
    send: async () => {
      asked.push(Date.now())
      if (isDown) throw offline()
    },
    settled: () => {
      waiting = undefined
    },
    refused: () => expect.fail("It was refused."),
  })
  await sender.run()
  await vi.advanceTimersByTimeAsync(3_600_000)
  const gaps = asked.slice(1).map((at, n) => at - (asked[n] ?? 0))
  expect(asked.length).toBeGreaterThan(90)
  expect(asked.length).toBeLessThan(170)
  expect(Math.min(...gaps.slice(7))).toBeGreaterThanOrEqual(22_500)

  isDown = false
  await vi.advanceTimersByTimeAsync(40_000)
  expect(waiting).toBeUndefined()
  sender.close()
})

test("a change waits in the queue while a payment is due, and is sent after it", async () => {
  let unpaid = true
  const waiting = ["first", "second"]
  const sent: string[] = []
  const sender = openSender<string, void>({
    next: () => waiting[0],
    send: async (entry) => {
      if (unpaid) throw refusal(403, "Your trial has ended.", { requirePayment: true })
      sent.push(entry)
    },
    settled: () => void waiting.shift(),
    refused: () => expect.fail("It was refused."),
  })
  await sender.run()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([sent, waiting]).toEqual([[], ["first", "second"]])
  unpaid = false
  await vi.advanceTimersByTimeAsync(40_000)
  expect(sent).toEqual(["first", "second"])
  sender.close()
})
