// turn(): awaited between the pieces of long work, so that the event loop can serve others.

/** Some runtimes lack `setImmediate`. Timers that expire together would run in the same turn. */
const soon: (run: () => void) => unknown = globalThis.setImmediate ?? setTimeout

let last = Promise.resolve()

/** Resolves in an event-loop turn of its own, so that pieces of several calls never add up to one stall. */
export const turn = (): Promise<void> => {
  last = last.then(() => new Promise((resolve) => void soon(resolve)))
  return last
}
