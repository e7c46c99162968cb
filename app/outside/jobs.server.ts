// openJobs(), pokeJobs(): runs the jobs that commits have queued, in any process that is free. A job may run more than
// once, so handlers must be idempotent.

export type Job = { id: number; kind: string; input: unknown; attempts: number }
type Queue = {
  /** None of these people's, which their input names as `personId`. */
  take: (kinds: string[], most: number, except: number[]) => PromiseLike<Job[]>
  hold: (ids: number[]) => Promise<void>
  /** Corrects due times after the clock moved backwards. */
  followClock: () => Promise<void>
  finish: (job: Job) => Promise<void>
  putOff: (job: Job, seconds: number, error: string | null) => Promise<void>
  giveUp: (job: Job, error: string) => Promise<void>
  listen: (wake: () => void) => Promise<() => Promise<void>>
}

/**
 * A job at work; `again` has it run once more after so many seconds. `stored`: the handler has put it off itself, in a statement with
 * what it did.
 */
export type RunningJob = Job & { again: (seconds: number) => void; stored: () => void }
/**
 * A job is retried unless its handler throws an error with `permanent: true`; an error with `passing: true`, such as a
 * server that is down, is retried for longer.
 */
export type JobHandler = (input: unknown, job: RunningJob) => Promise<void>
export type JobHandlers = Record<string, JobHandler>
type Share = { kinds: string[]; atMost: number; ofOne?: number; last?: true }
export type JobOptions = {
  queue: Queue
  handlers: JobHandlers
  /** The most that run at once. */
  most?: number
  /**
   * The share of kinds that may wait for minutes: how many of them run at once: fewer than of all, so that others find room.
   * `ofOne`: of one person, so that other people's do. `last`: they queue no job that is due at once, so that the end of one has only
   * the same kinds looked for.
   */
  shares?: Share[]
  log: (level: "warn" | "error", message: string, fields: Record<string, unknown>) => void
}

const mostRunning = 14
const pollMs = 1_000
const holdMs = 20_000
/** Pauses double up to an hour: 68 minutes with these attempts. */
const maxAttempts = 12
/** Of what passes: 30 hours, since a server may be down for a night. */
const maxPassing = 40
/** Jobs that run longer at the end are left to the next process. */
const closingMs = 2_000

const pokes = new Set<() => void>()

/** Call it after a commit that queues a job, which otherwise waits for the next poll. */
export const pokeJobs = () => {
  for (const poke of pokes) poke()
}

const personIn = ({ input }: Job) => (input as { personId?: number } | null)?.personId

type Owned = { person: number | undefined }

const countsOf = (jobs: Owned[]) => {
  const counts = new Map<number, number>()
  for (const { person } of jobs) if (person !== undefined) counts.set(person, (counts.get(person) ?? 0) + 1)
  return [...counts]
}

/** The people who have so many of these jobs. */
const peopleWith = (most: number, jobs: Owned[]) =>
  countsOf(jobs).flatMap(([person, count]) => (count >= most ? person : []))

/** The most that one of the other people has. */
const mostOfOne = (jobs: Owned[], except: number[]) =>
  Math.max(0, ...countsOf(jobs).map(([person, count]) => (except.includes(person) ? 0 : count)))

/** Returns a function that takes no further jobs and waits for the running ones, unless they take long. */
export const openJobs = async ({ queue, handlers, most: atOnce = mostRunning, shares = [], log }: JobOptions) => {
  const others = Object.keys(handlers).filter((kind) => !shares.some(({ kinds }) => kinds.includes(kind)))
  /** `due`: whether there may be jobs that have not been taken. */
  const places = [{ kinds: others, atMost: atOnce }, ...shares].map((share: Share) => ({ ...share, due: true }))
  const placeOf = (kind: string) => places.find(({ kinds }) => kinds.includes(kind))
  const running = new Map<number, { kind: string; person: number | undefined; done: Promise<void> }>()
  let open = true
  let closed = false
  let looking = false
  let again = false
  let polled = true

  const run = async (job: Job) => {
    try {
      let wait: number | "stored" | undefined
      const again = (seconds: number) => {
        wait = seconds
      }
      const stored = () => {
        wait = "stored"
      }
      await handlers[job.kind]?.(job.input, { ...job, again, stored })
      if (wait === undefined) await queue.finish(job)
      else if (wait !== "stored") await queue.putOff(job, wait, null)
    } catch (error) {
      // The database may be closed under it. Nothing holds the row for longer than a minute.
      if (closed) return log("warn", "a job is left to the next process", { kind: job.kind, job: job.id, error })
      const { permanent, passing } = (error ?? {}) as { permanent?: unknown; passing?: unknown }
      const last = permanent === true || job.attempts >= (passing === true ? maxPassing : maxAttempts)
      log(last ? "error" : "warn", "a job failed", { kind: job.kind, job: job.id, attempts: job.attempts, error })
      const message = error instanceof Error ? error.message : String(error)
      await (last ? queue.giveUp(job, message) : queue.putOff(job, Math.min(3_600, 2 ** job.attempts), message))
    }
  }

  const start = (job: Job) => {
    const done = run(job)
      .catch((error) => log("error", "the end of a job was not stored", { kind: job.kind, job: job.id, error }))
      .finally(() => {
        running.delete(job.id)
        const place = placeOf(job.kind)
        look(place?.last ? [place] : places)
      })
    running.set(job.id, { kind: job.kind, person: personIn(job), done })
  }

  const look = async (freed = places) => {
    for (const place of freed) place.due = true
    again = true
    if (looking) return
    looking = true
    try {
      if (polled) await queue.followClock()
      polled = false
      while (again && open && running.size < atOnce) {
        again = false
        for (const place of places) if (place.due) await take(place)
      }
    } catch (error) {
      log("warn", "the job table cannot be read", { error })
    } finally {
      looking = false
    }
  }

  const take = async (place: (typeof places)[number]) => {
    const { kinds, atMost, ofOne } = place
    const busy = [...running.values()].filter(({ kind }) => kinds.includes(kind))
    const except = ofOne === undefined ? [] : peopleWith(ofOne, busy)
    // All of these may be one person's. `again` has the next ones taken.
    const left = ofOne === undefined ? atOnce : ofOne - mostOfOne(busy, except)
    const most = Math.min(atMost - busy.length, atOnce - running.size, left)
    if (most <= 0) return
    place.due = except.length > 0
    const jobs = kinds.length > 0 ? await queue.take(kinds, most, except) : []
    for (const job of jobs) start(job)
    if (jobs.length < most) return
    place.due = true
    again = true
  }

  const hold = () => {
    if (running.size === 0) return
    queue.hold([...running.keys()]).catch((error) => log("warn", "running jobs cannot be held", { error }))
  }

  const poll = setInterval(() => {
    polled = true
    void look()
  }, pollMs)
  const holding = setInterval(hold, holdMs)
  poll.unref()
  holding.unref()
  const wake = () => void look()
  const unlisten = await queue.listen(wake)
  pokes.add(wake)

  return async () => {
    open = false
    pokes.delete(wake)
    clearInterval(poll)
    clearInterval(holding)
    await unlisten().catch(() => {})
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closingMs)
    })
    await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), late])
    clearTimeout(timer)
    closed = true
  }
}
