// countMoved(caller, bytes): what is read of whole plans and long texts for a caller. refuseMoved(caller): past a minute's share of it.
import { limitOf, tooOften } from "./limits.server"
import { countAmount, waitOf } from "./rate.server"

let on = true
/** Off where calls have no limits. */
export const limitMoved = (enabled: boolean) => {
  on = enabled
}

/** Counted when they are known, so what runs is never ended. */
export const countMoved = (caller: string, bytes: number) => {
  if (on && bytes > 0) countAmount("moved", caller, limitOf("read_bytes_per_minute"), bytes)
}

/** 429 until the minute is over. */
export const refuseMoved = (caller: string) => {
  if (!on) return
  const wait = waitOf("moved", caller, limitOf("read_bytes_per_minute"))
  if (wait > 0) throw tooOften("read_bytes_per_minute", wait)
}
