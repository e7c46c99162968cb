import { refusal } from "~/contract/problem"

/** How often a session or key may make some calls: so many within so many milliseconds. */
const limits = {
  call: { most: 1_200, within: 60_000 },
  search: { most: 120, within: 60_000 },
  upload: { most: 300, within: 3_600_000 },
} as const
export type RateLimit = keyof typeof limits

let on = true
const windows = new Map<RateLimit, { start: number; counts: Map<string, number> }>()

/** Off only for benchmarks on a loopback address. */
export const limitRates = (enabled: boolean) => {
  on = enabled
  windows.clear()
}

/** Counts a call of this session or key; 429 past the limit. */
export const countCall = (caller: string, kind: RateLimit = "call", now = Date.now()) => {
  if (!on) return
  const { most, within } = limits[kind]
  let window = windows.get(kind)
  if (!window || now - window.start >= within) {
    window = { start: now, counts: new Map() }
    windows.set(kind, window)
  }
  const count = (window.counts.get(caller) ?? 0) + 1
  window.counts.set(caller, count)
  if (count > most) {
    const wait = within > 60_000 ? "Please wait a while." : "Please wait a moment."
    throw refusal(429, `Too many requests. ${wait}`, {
      retryAfter: Math.max(1, Math.ceil((window.start + within - now) / 1000)),
    })
  }
}
