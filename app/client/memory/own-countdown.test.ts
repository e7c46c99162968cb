import { beforeEach, expect, test, vi } from "vitest"
import { countdownAfter } from "~/rules/meeting"
import { ownCountdown } from "./own-countdown"

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  })
  return () => vi.unstubAllGlobals()
})

const started = countdownAfter(null, { do: "start", minutes: 5 }, { now: 1_000_000, person: 7 })

test("a countdown outlasts the page, running, paused and hidden, for its own plan", () => {
  ownCountdown(3).write(started, false)
  expect(ownCountdown(3).read()).toEqual({ countdown: started, hidden: false })
  expect(ownCountdown(4).read()).toBeUndefined()
  const paused = countdownAfter(started, { do: "pause" }, { now: 1_060_000, person: 7 })
  ownCountdown(3).write(paused, true)
  expect(ownCountdown(3).read()).toEqual({ countdown: paused, hidden: true })
  ownCountdown(3).write(null, true)
  expect(stored.size).toBe(0)
})

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["another value", "[]"],
  ["no countdown", '{"hidden":true}'],
  ["no end", '{"countdown":{"minutes":5,"startedAt":"2026-11-21T10:00:00.000Z","left":null,"endsAt":null}}'],
  ["no start", '{"countdown":{"minutes":5,"left":1000,"endsAt":null}}'],
])("%s is not a countdown", (_, value) => {
  stored.set("countdown.3", value)
  expect(ownCountdown(3).read()).toBeUndefined()
})
