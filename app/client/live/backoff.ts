const delays = [0, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 30_000, 40_000, 50_000]
/** A connection that has lasted this long counts as restored, ms. */
const lasting = 10_000
/** Limits are averages over up to a minute: the attempt to go on with once one was reached. */
const afterLimit = 4

export const reconnectDelay = (attempt: number) => delays[attempt] ?? 60_000

/** Tabs that lost their connections together come back one after another. */
export const spread = (ms: number, random = Math.random) => ms + Math.round(random() * Math.max(ms / 2, 500))

/** The waits between attempts to connect, which grow until a connection lasts: a server may accept one only to end it. */
export const openBackoff = (delay = (attempt: number) => spread(reconnectDelay(attempt))) => {
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Milliseconds before the next attempt. */
    next: () => delay(attempt++),
    /** `lasts`: called once the connection counts as restored. */
    joined: (lasts?: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        attempt = 0
        lasts?.()
      }, lasting)
    },
    left: () => clearTimeout(timer),
    limited: () => {
      attempt = Math.max(attempt, afterLimit)
    },
    noNetwork: () => {
      attempt = Math.max(attempt, 1)
    },
    afresh: () => {
      attempt = 0
    },
  }
}
