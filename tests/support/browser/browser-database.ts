import * as fake from "fake-indexeddb"
import { afterAll, beforeAll, vi } from "vitest"

const globals = Object.fromEntries(Object.entries(fake).filter(([name]) => /^(indexedDB|IDB\w+)$/.test(name)))

/**
 * Gives the test file that calls this an IndexedDB. The files after it in the same process have none again: with fake
 * timers it would never answer them. The interfaces stay: idb compares with them when a read still under way ends, and an
 * error there aborts its transaction, which nobody handles.
 */
export const browserDatabase = () => {
  beforeAll(() => void Object.assign(globalThis, globals))
  afterAll(() => {
    // Modules keep the connection they have opened.
    vi.resetModules()
    Reflect.deleteProperty(globalThis, "indexedDB")
  })
}
