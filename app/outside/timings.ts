// recentTimes(): how long the last hundred calls of something took.

const most = 100

export type RecentTimes = ReturnType<typeof recentTimes>

export const recentTimes = () => {
  const times: number[] = []
  const quantile = (sorted: readonly number[], part: number) => {
    const at = sorted[Math.ceil(sorted.length * part) - 1]
    return at === undefined ? null : Math.round(at * 10) / 10
  }
  return {
    add: (ms: number) => {
      times.push(ms)
      if (times.length > most) times.shift()
    },
    /** Milliseconds; null before the first call. */
    latency: () => {
      const sorted = times.toSorted((a, b) => a - b)
      return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
    },
  }
}
