// openJobs(), pokeJobs(): runs the jobs that commits have queued, in any process that is free. A job may run more than
// once, so handlers must be idempotent.

export type Job = { id: number; kind: string; input: unknown; attempts: number }
type Queue = {
  take: (kinds: string[], most: number) => PromiseLike<Job[]>
  hold: (ids: number[]) => Promise<void>
  finish: (job: Job) => Promise<void>
  putOff: (job: Job, seconds: number, error: string | null) => Promise<void>
  giveUp: (job: Job, error: string) => Promise<void>
  listen: (wake: () => void) => Promise<() => Promise<void>>
}

/** A job at work; `again` has it run once more after so many seconds. */
export type RunningJob = Job & { again: (seconds: number) => void }
/** A job is retried unless its handler throws an error with `permanent: true`. */
export type JobHandlers = Record<string, (input: unknown, job: RunningJob) => Promise<void>>
export type JobOptions = {
  queue: Queue
  handlers: JobHandlers
  /** How many of a kind run at once, where that is fewer than of all: those that wait for minutes leave room for mails. */
  atMost?: Record<string, number>
  log: (level: "warn" | "error", message: string, fields: Record<string, unknown>) => void
}

const maxRunning = 8
const pollMs = 1_000
const holdMs = 20_000
const maxAttempts = 12

let poke: (() => void) | undefined

/** Call it after a commit that queues a job, which otherwise waits for the next poll. */
export const pokeJobs = () => poke?.()

/** Returns a function that takes no further jobs and waits for the running ones. */
export const openJobs = async ({ queue, handlers, atMost = {}, log }: JobOptions) => {
  const limited = Object.keys(atMost)
  const others = Object.keys(handlers).filter((kind) => !limited.includes(kind))
  const running = new Map<number, Promise<void>>()
  const runningOf = new Map<string, number>()
  let open = true
  let looking = false
  let again = false

  const run = async (job: Job) => {
    try {
      let wait: number | undefined
      const again = (seconds: number) => {
        wait = seconds
      }
      await handlers[job.kind]?.(job.input, { ...job, again })
      await (wait === undefined ? queue.finish(job) : queue.putOff(job, wait, null))
    } catch (error) {
      const last = job.attempts >= maxAttempts || (error as { permanent?: unknown } | null)?.permanent === true
      log(last ? "error" : "warn", "a job failed", { kind: job.kind, job: job.id, attempts: job.attempts, error })
      const message = error instanceof Error ? error.message : String(error)
      await (last ? queue.giveUp(job, message) : queue.putOff(job, Math.min(3_600, 2 ** job.attempts), message))
    }
  }

  const start = (job: Job) => {
    runningOf.set(job.kind, (runningOf.get(job.kind) ?? 0) + 1)
    const done = run(job)
      .catch((error) => log("error", "the end of a job was not stored", { kind: job.kind, job: job.id, error }))
      .finally(() => {
        running.delete(job.id)
        runningOf.set(job.kind, (runningOf.get(job.kind) ?? 1) - 1)
        look()
      })
    running.set(job.id, done)
  }

  const look = async () => {
    again = true
    if (looking) return
    looking = true
    try {
      while (again && open && running.size < maxRunning) {
        again = false
        const take = async (kinds: string[], most: number) => {
          const free = Math.min(most, maxRunning - running.size)
          const jobs = free > 0 ? await queue.take(kinds, free) : []
          for (const job of jobs) start(job)
          if (free > 0 && jobs.length === free) again = true
        }
        await take(others, maxRunning)
        for (const kind of limited) await take([kind], (atMost[kind] ?? 0) - (runningOf.get(kind) ?? 0))
      }
    } catch (error) {
      log("warn", "the job table cannot be read", { error })
    } finally {
      looking = false
    }
  }

  const hold = () => {
    if (running.size === 0) return
    queue.hold([...running.keys()]).catch((error) => log("warn", "running jobs cannot be held", { error }))
  }

  const poll = setInterval(look, pollMs)
  const holding = setInterval(hold, holdMs)
  poll.unref()
  holding.unref()
  const unlisten = await queue.listen(look)
  poke = look

  return async () => {
    open = false
    if (poke === look) poke = undefined
    clearInterval(poll)
    clearInterval(holding)
    await unlisten().catch(() => {})
    await Promise.allSettled(running.values())
  }
}
