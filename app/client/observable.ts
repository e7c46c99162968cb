/** A value that can be watched; fits `useSyncExternalStore(value.subscribe, value.get)`. */
export type Observable<T> = { get(): T; subscribe(listener: () => void): () => void }

export const observable = <T>(initial: T): Observable<T> & { set(value: T): void } => {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
  }
}
