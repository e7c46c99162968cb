import type { LoggedEvent } from "~/contract/event-payload"
import type { Changes, Drafts } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"

export type Sequence = {
  /** Events may arrive in any order. */
  receive(event: LoggedEvent): void
  /** Loads missed events. Rejects when there is no answer; events held until then stay held. */
  catchUp(): Promise<void>
}

/** Events that follow one another within this time are applied together, ms: each application renders the page. */
const together = 50

/**
 * Applies events in the order of their seq, each once. A gap, or a call to `catchUp`, loads the missing events from the
 * server; if it no longer has them (410), `reload` loads the board again. `later` collects events that come in quick
 * succession, as those of one change of many cards do; without it each is applied as it arrives.
 */
export const openSequence = (options: {
  seq(): number
  apply(events: readonly LoggedEvent[]): void
  changes(since: number): Promise<Omit<Changes, "draftsTag">>
  /** The drafts as they are with the last applied event. */
  onDrafts?(drafts: Drafts): void
  /** An answer had drafts of another moment. */
  onDraftsMissed?(drafts: Drafts): void
  reload(): Promise<void>
  onFailure?(thrown: unknown): void
  later?(work: () => void, wait: number): void
  /** Milliseconds of a clock that runs evenly. */
  clock?(): number
}): Sequence => {
  const clock = options.clock ?? (() => performance.now())
  const held = new Map<number, LoggedEvent>()
  let running: Promise<void> | undefined
  let again = false
  let released = Number.NEGATIVE_INFINITY
  let waiting = false

  /** Applies held events up to the next gap; drops known ones. */
  const release = () => {
    const ready: LoggedEvent[] = []
    for (let next = options.seq() + 1; held.has(next); next++) ready.push(held.get(next) as LoggedEvent)
    if (ready.length > 0) {
      options.apply(ready)
      released = clock()
    }
    for (const seq of held.keys()) if (seq <= options.seq()) held.delete(seq)
  }

  const ask = async () => {
    do {
      again = false
      try {
        const since = options.seq()
        const { seq, events, more, drafts } = await options.changes(since)
        // An older board was loaded during the request, and lacks the events before these.
        const isBehind = options.seq() < since
        again ||= isBehind || (more ?? false)
        if (!isBehind) options.apply([...events].sort((a, b) => a.seq - b.seq))
        if (drafts && !again) (options.seq() === seq ? options.onDrafts : options.onDraftsMissed)?.(drafts)
      } catch (thrown) {
        if (!isRefusal(thrown) || thrown.problem.status !== 410) throw thrown
        await options.reload()
      }
      release()
    } while (again)
  }

  const catchUp = () => {
    if (running) {
      again = true
      return running
    }
    running = ask().finally(() => {
      running = undefined
    })
    return running
  }

  const flush = () => {
    waiting = false
    if (!running) release()
    if (held.size > 0 && !running) catchUp().catch((thrown) => options.onFailure?.(thrown))
  }

  return {
    receive: (event) => {
      if (event.seq <= options.seq()) return
      held.set(event.seq, event)
      const wait = released + together - clock()
      if (!options.later || wait <= 0) return flush()
      if (waiting) return
      waiting = true
      options.later(flush, wait)
    },
    catchUp,
  }
}
