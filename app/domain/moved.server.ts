// countMoved(caller, bytes): what is read of whole plans and long texts for a caller. refuseMoved(caller): past a minute's share of it.
import { refusal } from "~/contract/problem"
import { countAmount, waitOf } from "./rate.server"

/** Bytes in a minute: a plan as full as it may be, a dozen times. */
export const moved = { most: 1_073_741_824, within: 60_000 }

let on = true
/** Off where calls have no limits. */
export const limitMoved = (enabled: boolean) => {
  on = enabled
}

/** Counted when they are known, so what runs is never ended. */
export const countMoved = (caller: string, bytes: number) => {
  if (on && bytes > 0) countAmount("moved", caller, moved, bytes)
}

/** 429 until the minute is over. */
export const refuseMoved = (caller: string) => {
  if (!on) return
  const wait = waitOf("moved", caller, moved)
  if (wait === 0) return
  const retryAfter = Math.ceil(wait / 1_000)
  throw refusal(429, "You have read more than a gigabyte in this minute. Please wait a moment.", { retryAfter })
}
