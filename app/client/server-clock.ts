import { type Observable, observable } from "./observable"

const ahead = observable(0)
/** How far the server's clock is ahead of this device's, ms; 0 until the first answer, and while they agree. */
export const serverAhead: Observable<number> = ahead

/** Answers tell the time in whole seconds, and take a while to arrive. */
const tolerated = 3_000

/** `date`: the header of an answer that has just arrived. */
export const noteServerTime = (date: string | null) => {
  const off = Date.parse(date ?? "") + 500 - Date.now()
  if (Number.isNaN(off) || Math.abs(off - ahead.get()) <= tolerated) return
  ahead.set(Math.abs(off) <= tolerated ? 0 : off)
}

/** The server's time, ms: what its instants are compared with. This device's clock may be wrong. */
export const serverNow = () => Date.now() + ahead.get()
