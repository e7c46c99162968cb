const day = 86_400_000
/** How long unclaimed data stays on this device, ms. */
const unclaimedFor = 30 * day

export type Unclaimed = {
  /** When it was first found to be too old, ms. */
  lateAt?: number
}

/**
 * What to do with data stored at the time `at`: keep it, store when it was first found too old, or delete it. It is deleted a
 * day after it was first found too old, so that its owner can still see it and a wrong clock can be corrected.
 */
export const ageOf = (at: number, { lateAt }: Unclaimed): "keep" | "delete" | { lateAt: number } => {
  const now = Date.now()
  const isLate = (time: number) => Math.abs(time - at) >= unclaimedFor
  if (!isLate(now)) return "keep"
  if (lateAt === undefined || lateAt > now || !isLate(lateAt)) return { lateAt: now }
  return now - lateAt >= day ? "delete" : "keep"
}
