// turn(): between the pieces of long work, so that the event loop is free for others.

/** Not in every runtime. A timer is in all, but those that are due at once run one after another. */
const soon: (run: () => void) => unknown = globalThis.setImmediate ?? setTimeout

let last = Promise.resolve()

/** Resolves in a turn of the event loop of its own: pieces of several calls never add up to one stall. */
export const turn = (): Promise<void> => {
  last = last.then(() => new Promise((resolve) => void soon(resolve)))
  return last
}
