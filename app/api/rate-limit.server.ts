import { refusal } from "~/contract/problem"

const perMinute = 1_200
let on = true
let windowStart = 0
let counts = new Map<string, number>()

/** Off only for benchmarks on a loopback address. */
export const limitRates = (enabled: boolean) => {
  on = enabled
}

/** Counts a call of this session or key; 429 past 1,200 in a minute. */
export const countCall = (caller: string, now = Date.now()) => {
  if (!on) return
  if (now - windowStart >= 60_000) {
    windowStart = now
    counts = new Map()
  }
  const count = (counts.get(caller) ?? 0) + 1
  counts.set(caller, count)
  if (count > perMinute) {
    throw refusal(429, "Too many requests within a minute. Please wait a moment.", {
      retryAfter: Math.max(1, Math.ceil((windowStart + 60_000 - now) / 1000)),
    })
  }
}
