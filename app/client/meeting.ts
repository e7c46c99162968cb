import type { SentOf } from "~/contract/call"
import type { LoggedEvent } from "~/contract/event-payload"
import { type Countdown, type Meeting, meetingCalls, type Wheel } from "~/contract/meeting"
import { call } from "./api"
import { type Observable, observable } from "./observable"

export type SharedMeeting = {
  /** Shared by all members; undefined until loaded. */
  state: Observable<{ countdown: Countdown | null; wheel: Wheel | null } | undefined>
  /** The server's clock, ms, derived from elapsed time: changes of the clock here have no effect. */
  now(): number
  update(change: Omit<SentOf<(typeof meetingCalls)["update"]>, "planId">): Promise<void>
  close(): void
}

type Options = { planId: number; onEvent(listener: (event: LoggedEvent | undefined) => void): () => void }

/** An answer this quick measures the server's clock well enough, ms. */
const quick = 60
const samples = 4

const isTimed = ({ countdown, wheel }: Pick<Meeting, "countdown" | "wheel">) => countdown !== null || wheel !== null

export const openMeeting = ({ planId, onEvent }: Options): SharedMeeting => {
  const state = observable<{ countdown: Countdown | null; wheel: Wheel | null } | undefined>(undefined)
  const ended = new AbortController()
  // The clock here, until the server's is known.
  let offset = Date.now() - performance.now()
  let delay = Number.POSITIVE_INFINITY
  let known = ""

  const take = ({ countdown, wheel, modifiedDate }: Meeting) => {
    // Answers and events may arrive out of order.
    if ((modifiedDate ?? "") < known || ended.signal.aborted) return
    known = modifiedDate ?? ""
    state.set({ countdown, wheel })
  }

  const timed = async (ask: () => Promise<Meeting>) => {
    const sent = performance.now()
    const answer = await ask()
    const arrived = performance.now()
    if (arrived - sent < delay) {
      delay = arrived - sent
      offset = Date.parse(answer.now) - (sent + arrived) / 2
    }
    take(answer)
  }

  const read = async () => {
    for (let asked = 0; asked < samples; asked++) {
      if (ended.signal.aborted) return
      await timed(() => call(meetingCalls.get, { planId }, { signal: ended.signal }))
      // Without anything that counts down or turns, the clock's precision is not needed.
      const known = state.get()
      if (delay <= quick || !known || !isTimed(known)) return
    }
  }
  // Without an answer the state stays; the next event or return to the page retries.
  const readQuietly = () => void read().catch(() => {})

  const off = onEvent((event) => {
    if (event === undefined) return readQuietly()
    if (event.event !== "MeetingUpdated") return
    const { data } = event.payload
    if (data) take(data as Meeting)
    if (!data || (delay > quick && isTimed(data as Meeting))) readQuietly()
  })
  // `performance.now()` may not count the time while the machine sleeps.
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.hidden) return
      delay = Number.POSITIVE_INFINITY
      readQuietly()
    },
    { signal: ended.signal },
  )
  readQuietly()

  return {
    state,
    now: () => offset + performance.now(),
    update: (change) => timed(() => call(meetingCalls.update, { planId, ...change })),
    close: () => {
      ended.abort()
      off()
    },
  }
}
