// countMoved(caller, bytes): what is read of whole plans and long texts for a caller. refuseMoved(caller): past a minute's share of it.
import { refusal } from "~/contract/problem"
import { limitOf } from "./budget.server"
import { countAmount, waitOf } from "./rate.server"

/** A plan as full as it may be, a dozen times. */
const budget = "RATE_READ_BYTES_PER_MINUTE"

let on = true
/** Off where calls have no limits. */
export const limitMoved = (enabled: boolean) => {
  on = enabled
}

/** Counted when they are known, so what runs is never ended. */
export const countMoved = (caller: string, bytes: number) => {
  if (on && bytes > 0) countAmount("moved", caller, limitOf(budget), bytes)
}

/** 429 until the minute is over. */
export const refuseMoved = (caller: string) => {
  if (!on) return
  const wait = waitOf("moved", caller, limitOf(budget))
  if (wait === 0) return
  const retryAfter = Math.ceil(wait / 1_000)
  throw refusal(429, "You have read too much in this minute. Please wait a moment.", { retryAfter })
}
