// createSharing(): work that several callers ask for at the same time is done once, and all of them get its answer.

type Shared<Answer> = {
  answer: Promise<Answer>
  heard: Set<(said: string) => void>
  waiting: number
  stop: AbortController
}

type Asked<Answer> = {
  /** Of one caller: two who may see different things never share. */
  key: string
  signal: AbortSignal
  /** Called with what the work reports from now on. */
  progress: (said: string) => void
  work: (shared: { signal: AbortSignal; progress: (said: string) => void }) => Promise<Answer>
}

/** The work stops once no caller waits for it. */
export const createSharing = <Answer>() => {
  const running = new Map<string, Shared<Answer>>()

  const begin = (key: string, work: Asked<Answer>["work"]) => {
    const heard: Shared<Answer>["heard"] = new Set()
    const stop = new AbortController()
    const progress = (said: string) => {
      for (const hear of heard) hear(said)
    }
    const answer = work({ signal: stop.signal, progress }).finally(() => forget(key, shared))
    const shared: Shared<Answer> = { answer, heard, waiting: 0, stop }
    running.set(key, shared)
    return shared
  }
  const forget = (key: string, shared: Shared<Answer>) => {
    if (running.get(key) === shared) running.delete(key)
  }

  return async ({ key, signal, progress, work }: Asked<Answer>): Promise<Answer> => {
    signal.throwIfAborted()
    const shared = running.get(key) ?? begin(key, work)
    shared.waiting++
    shared.heard.add(progress)
    let give = (_reason: unknown) => {}
    const left = new Promise<never>((_, reject) => {
      give = reject
    })
    const leave = () => give(signal.reason)
    signal.addEventListener("abort", leave)
    try {
      return await Promise.race([shared.answer, left])
    } finally {
      signal.removeEventListener("abort", leave)
      shared.heard.delete(progress)
      if (--shared.waiting === 0) {
        forget(key, shared)
        shared.answer.catch(() => {})
        shared.stop.abort(signal.reason)
      }
    }
  }
}
