import type { RateName } from "~/contract/limits"
import { limitOf, tooOften } from "~/domain/limits/limits.server"
import { countAmount, countOne, dropOldCounts, forgetCalls, storeCounts, waitOf } from "~/domain/limits/rate.server"

/** Limits per session, key or address, in all processes together. */
const limits = {
  call: "calls_per_minute",
  search: "searches_per_minute",
  assistant: "assistant_per_minute",
  upload: "uploads_per_hour",
  payment: "payments_per_minute",
  page: "pages_per_minute",
  plainBoard: "plain_boards_per_minute",
  wrongKey: "wrong_keys_per_minute",
  registration: "registrations_per_hour",
  document: "documents_per_minute",
  feed: "feeds_per_minute",
  importedBytes: "import_bytes_per_minute",
} as const satisfies Record<string, RateName>
export type RateLimit = keyof typeof limits

/** Whose calls are counted. */
export type Counted = {
  /** A session, key or address. */
  by: string
  /** The person whose sessions, or whose plans' keys, share a sum: `sumOf` times the limit. */
  all?: string
}
/** As much as three windows of work at once may take; signing in again or making another key adds nothing. */
const sumOf = 3

let on = true
let timer: ReturnType<typeof setInterval> | undefined

/** Off only for benchmarks on a loopback address. Processes exchange their counts every second. */
export const limitRates = (enabled: boolean) => {
  on = enabled
  forgetCalls()
  clearInterval(timer)
  if (!enabled) return
  timer = setInterval(() => {
    dropOldCounts()
    void storeCounts()
  }, 1_000).unref()
}

/** Counts a call of this session or key; 429 past the limit. Returns a promise only near the limit. */
export const countCall = (caller: string, kind: RateLimit = "call", now = Date.now()): undefined | Promise<void> => {
  if (!on) return
  const wait = countOne(kind, caller, limitOf(limits[kind]), now)
  if (wait instanceof Promise) return wait.then((wait) => refuse(kind, wait))
  if (wait !== undefined) refuse(kind, wait)
}

/** Counts a call for the session or key, and for the person who may have many of them. */
export const countFor = ({ by, all }: Counted, kind: RateLimit = "call"): undefined | Promise<void> => {
  const counting = countCall(by, kind)
  if (all === undefined) return counting
  return counting ? counting.then(() => countSum(all, kind)) : countSum(all, kind)
}

const countSum = (all: string, kind: RateLimit): undefined | Promise<void> => {
  if (!on) return
  const { most, within } = limitOf(limits[kind])
  const wait = countOne(`${kind} sum`, all, { most: most * sumOf, within })
  if (wait instanceof Promise) return wait.then((wait) => refuse(kind, wait))
  if (wait !== undefined) refuse(kind, wait)
}

/** Counts bytes as they arrive; 429 once those of this minute have reached the limit. */
export const countBytes = (caller: string, kind: "importedBytes", bytes: number, now = Date.now()) => {
  if (!on) return
  refuseSpent(caller, kind, now)
  countAmount(kind, caller, limitOf(limits[kind]), bytes, now)
}

/** 429 while the limit is reached; counts nothing. */
export const refuseSpent = (caller: string, kind: RateLimit, now = Date.now()) => {
  if (on) refuse(kind, waitOf(kind, caller, limitOf(limits[kind]), now))
}

const refuse = (kind: RateLimit, wait: number) => {
  if (wait > 0) throw tooOften(limits[kind], wait)
}
