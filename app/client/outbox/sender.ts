import { isRefusal, type Refusal } from "~/contract/problem"
import { isPassing } from "../api"

/** Sends entries one after another, each until the server accepts it or refuses it for good. */
export type Sender = {
  /** Sends pending entries, unless one is being sent or retried already. Resolves when nothing is left to do now. */
  run(): Promise<void>
  /** As `run`, but retries at once. */
  retry(): Promise<void>
  close(): void
}

export type SenderOptions<Entry, Answer> = {
  /** The entry to send; the same one until it is settled or refused. */
  next(): Entry | undefined
  /** Makes the call under the entry's idempotency key: it is repeated until an answer arrives. */
  send(entry: Entry): Promise<Answer>
  settled(entry: Entry, answer: Answer): void | Promise<void>
  /** The same call would be refused again. */
  refused(entry: Entry, refusal: Refusal): void | Promise<void>
  /** There was no answer, or the server is in trouble. The entry is retried; after a 401 only by `retry`. */
  postponed?(entry: Entry, thrown: unknown): void
  /** Milliseconds before retry number `attempt`, counted from 0. */
  delay?(attempt: number): number
}

const backoff = (attempt: number) => Math.min(30_000, 500 * 2 ** attempt) * (0.75 + Math.random() / 2)

export const openSender = <Entry, Answer>({
  next,
  send,
  settled,
  refused,
  postponed,
  delay = backoff,
}: SenderOptions<Entry, Answer>): Sender => {
  let running = Promise.resolve()
  let busy = false
  let closed = false
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Returns whether the sender goes on with the next entry. */
  const attempt = async (entry: Entry): Promise<boolean> => {
    let answer: Answer
    try {
      answer = await send(entry)
    } catch (thrown) {
      if (closed) return false
      const status = isRefusal(thrown) ? thrown.problem.status : 0
      if (isRefusal(thrown) && status !== 401 && !isPassing(thrown)) {
        attempts = 0
        await refused(entry, thrown)
        return true
      }
      postponed?.(entry, thrown)
      if (status !== 401) retryLater(isRefusal(thrown) ? (thrown.problem.retryAfter ?? 0) * 1_000 : 0)
      return false
    }
    attempts = 0
    await settled(entry, answer)
    return true
  }

  const work = async () => {
    busy = true
    try {
      let entry = next()
      while (entry !== undefined && !closed && (await attempt(entry))) entry = next()
    } finally {
      busy = false
    }
  }

  const run = () => {
    if (!busy && timer === undefined && !closed) running = work()
    return running
  }

  const retryLater = (atLeast: number) => {
    timer = setTimeout(retryNow, Math.max(atLeast, delay(attempts++)))
    globalThis.addEventListener?.("online", retry)
  }
  const stopWaiting = () => {
    clearTimeout(timer)
    timer = undefined
    globalThis.removeEventListener?.("online", retry)
  }
  const retryNow = () => {
    stopWaiting()
    return run()
  }
  const retry = () => {
    attempts = 0
    return retryNow()
  }

  return {
    run,
    retry,
    close: () => {
      closed = true
      stopWaiting()
    },
  }
}
