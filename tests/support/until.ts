import { setTimeout as sleep } from "node:timers/promises"

/**
 * Waits until `read` returns a truthy value, and returns it. Fails after three minutes: what it waits for does not come.
 * `every`: milliseconds between two looks.
 */
export const until = async <T>(read: () => T | Promise<T>, every = 5): Promise<NonNullable<T>> => {
  const given = AbortSignal.timeout(180_000)
  for (;;) {
    const value = await read()
    if (value) return value
    if (given.aborted) throw new Error(`Nothing within three minutes: ${read}`)
    await sleep(every)
  }
}
