// One stored value of this browser. When storage is full or forbidden, the page says that typed text isn't saved.
import { reportStored } from "../device-storage"

export type Where = "local" | "session"

/** The person has signed out; the page stores nothing more while it closes. */
let forgotten = false

export const store = (where: Where): Storage | undefined => {
  try {
    return where === "local" ? window.localStorage : window.sessionStorage
  } catch {
    return undefined
  }
}

type Cell = { read(): string | null /** Whether it is stored. */; write(value: string): boolean; clear(): void }

export const cell = (where: Where, key: string): Cell => ({
  read: (): string | null => {
    try {
      return store(where)?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  write: (value: string) => {
    if (forgotten) return false
    try {
      const storage = store(where)
      storage?.setItem(key, value)
      return storage !== undefined
    } catch {
      return false
    }
  },
  clear: () => {
    try {
      store(where)?.removeItem(key)
    } catch {}
  },
})

/** For what the person has typed and not sent. */
export const typedCell = (key: string): Cell => {
  const memory = cell("session", key)
  const write = (value: string) => {
    const stored = memory.write(value)
    if (!forgotten) reportStored("session", stored)
    return stored
  }
  return { ...memory, write }
}

export const keysOf = (where: Where, begin: string) => {
  try {
    return Object.keys(store(where) ?? {}).filter((key) => key.startsWith(begin))
  } catch {
    return []
  }
}

/** Whether this page is leaving because its person has signed out. */
export const isLeaving = () => forgotten

/** Nothing more is stored by this page. */
export const leave = () => {
  forgotten = true
}
