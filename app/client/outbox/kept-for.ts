const day = 86_400_000
/** How long what nobody fetches stays on this device, ms. */
const keptFor = 30 * day

export type Kept = {
  /** When it was first found to be older than that. */
  lateAt?: number
}

/**
 * What to do with something that is here since `at`: keep it, note that it was found late, or delete it, a day after that.
 * In that day its person can still see it, and a clock that was off is set right.
 */
export const ageOf = (at: number, { lateAt }: Kept): "keep" | "delete" | { lateAt: number } => {
  const now = Date.now()
  const isLate = (time: number) => Math.abs(time - at) >= keptFor
  if (!isLate(now)) return "keep"
  if (lateAt === undefined || lateAt > now || !isLate(lateAt)) return { lateAt: now }
  return now - lateAt >= day ? "delete" : "keep"
}
