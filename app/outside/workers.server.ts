// openWorkers(options): worker threads for work whose size callers choose, with a memory limit and a deadline.
// runInWorker(queue, caller, job, args): the job's result from a worker of the queue. Each queue has one worker, which callers share in turn.
import { Worker } from "node:worker_threads"
import { type Problem, refusal } from "~/contract/problem"
import { patience } from "./patience"
import { waitedMs } from "./worker-times.server"

export type WorkersOptions = {
  /** The module of the workers, which serves jobs with `serveJobs`. */
  file: string
  memoryMb: number
}
/**
 * `waiting`: the most jobs in the queue, of which one caller takes at most half of what the others leave; `within`:
 * milliseconds for one, without those in which its worker starts or waits for a processor. `growthMb`: by how much the process may grow during one: a worker's memory limit counts no
 * byte arrays.
 */
export type Queue = { name: string; waiting: number; within: number; growthMb?: number }

export type Sent = { job: string; args: unknown[] }
/** A worker's first message: its number in the system. */
export type Ready = { ready: number | null }
export type Answered = { result: unknown } | { problem: Problem } | { error: string }

type Waiting = Sent &
  Pick<Queue, "within" | "growthMb"> & {
    resolve: (result: unknown) => void
    reject: (error: unknown) => void
  }
/** `cancel`: its deadline. */
type Running = Waiting & { cancel: () => void; watch: ReturnType<typeof setInterval> | undefined }
type OpenQueue = {
  worker?: Worker
  /** Of the worker, once it is ready. */
  started?: Ready
  running?: Running
  /** By caller; the first caller is next. */
  byCaller: Map<string, Waiting[]>
  idle?: ReturnType<typeof setTimeout>
}

/** An idle worker ends, which frees its memory. */
const IDLE_MS = 10_000
/** A worker starts within this time, on a busy machine too. */
const START_MS = 30_000
/** A job ends after this many times its `within`, however long its worker had to wait for a processor. */
const MOST_PATIENCE = 6

let options: WorkersOptions | undefined
const openQueues = new Map<string, OpenQueue>()
const counts = { done: 0, late: 0, refused: 0 }

export const openWorkers = (given: WorkersOptions) => {
  options = given
}

/** Whether this runtime starts a worker of the module. */
export const startsWorkers = (file: string) =>
  new Promise<boolean>((resolve) => {
    try {
      const worker = new Worker(file)
      const end = (starts: boolean) => {
        resolve(starts)
        void worker.terminate()
      }
      worker.once("message", () => end(true))
      worker.once("error", () => end(false))
    } catch {
      resolve(false)
    }
  })

export const closeWorkers = async () => {
  options = undefined
  const ended = [...openQueues.values()].map((open) => {
    clearTimeout(open.idle)
    const gone = drop(open)
    for (const { reject } of [...open.byCaller.values()].flat()) reject(new Error("the process ends"))
    open.byCaller.clear()
    settle(open, new Error("the process ends"))
    return gone
  })
  openQueues.clear()
  await Promise.all(ended)
}

export const hasWorkers = () => options !== undefined

/** For the metrics: jobs answered, with refusals and errors too, ended for time or memory, and refused for a full queue. */
export const workerCounts = () => ({
  ...counts,
  waiting: [...openQueues.values()].reduce((sum, open) => sum + waitingIn(open), 0),
})

const waitingIn = ({ byCaller }: OpenQueue) => [...byCaller.values()].reduce((sum, jobs) => sum + jobs.length, 0)

/** A refusal of work that took more time or memory than a worker has. */
export const isTooMuch = (thrown: unknown): boolean => thrown instanceof Error && tooMuch.has(thrown)
const tooMuch = new WeakSet<Error>()

const tooMuchWork = () => {
  counts.late++
  const refused = refusal(503, "This takes too much time or memory. Ask for less at a time.", { retryAfter: 5 })
  tooMuch.add(refused)
  return refused
}

/**
 * Throws 429 when the caller has too much waiting, and 503 when the queue is full or the job takes more time or memory
 * than a worker has.
 */
export const runInWorker = async (queue: Queue, caller: string, job: string, args: unknown[]): Promise<unknown> => {
  const open = openQueues.get(queue.name) ?? { byCaller: new Map() }
  openQueues.set(queue.name, open)
  const own = open.byCaller.get(caller) ?? []
  const free = queue.waiting - waitingIn(open)
  if (own.length >= free) {
    counts.refused++
    throw own.length > 0
      ? refusal(429, "Your earlier requests are still waiting. Please try again in a moment.", { retryAfter: 2 })
      : refusal(503, "Too many people are asking for this right now. Please try again in a moment.", { retryAfter: 2 })
  }
  return new Promise((resolve, reject) => {
    own.push({ job, args, within: queue.within, growthMb: queue.growthMb, resolve, reject })
    open.byCaller.set(caller, own)
    next(open)
  })
}

/** The next caller's oldest job; the caller's others go behind everybody's. */
const take = ({ byCaller }: OpenQueue): Waiting | undefined => {
  for (const [caller, jobs] of byCaller) {
    const job = jobs.shift()
    byCaller.delete(caller)
    if (jobs.length > 0) byCaller.set(caller, jobs)
    return job
  }
  return undefined
}

const next = (open: OpenQueue) => {
  if (open.running || !options) return
  const job = take(open)
  clearTimeout(open.idle)
  if (!job) {
    if (open.worker) open.idle = setTimeout(() => drop(open), IDLE_MS).unref()
    return
  }
  const giveUp = () => giveUpOn(open)
  const starting = setTimeout(giveUp, START_MS)
  open.running = { ...job, cancel: () => clearTimeout(starting), watch: watchOf(job, giveUp) }
  open.worker ??= start(open, options)
  if (open.started) limit(open, open.started)
  try {
    open.worker.postMessage({ job: job.job, args: job.args } satisfies Sent)
  } catch (error) {
    settle(open, error)
  }
}

const giveUpOn = (open: OpenQueue) => {
  drop(open)
  settle(open, tooMuchWork())
}

/** Ends the running job after its time. */
const limit = (open: OpenQueue, { ready }: Ready) => {
  const { running: job } = open
  if (!job) return
  job.cancel()
  job.cancel = patience({
    within: job.within,
    most: MOST_PATIENCE,
    waited: () => waitedMs(ready),
    giveUp: () => giveUpOn(open),
  })
}

const WATCH_MS = 50

const watchOf = ({ growthMb }: Waiting, giveUp: () => void) => {
  if (growthMb === undefined) return undefined
  const most = process.memoryUsage.rss() + growthMb * 1_048_576
  return setInterval(() => {
    if (process.memoryUsage.rss() > most) giveUp()
  }, WATCH_MS).unref()
}

/** Ends the running job with its answer or an error, and starts the next one. */
const settle = (open: OpenQueue, error: unknown, answer?: Answered) => {
  const job = open.running
  if (!job) return
  job.cancel()
  clearInterval(job.watch)
  open.running = undefined
  if (answer) counts.done++
  if (error || !answer) job.reject(error)
  else if ("result" in answer) job.resolve(answer.result)
  else if ("problem" in answer) job.reject(refusal(answer.problem.status, answer.problem.message, answer.problem))
  else job.reject(new Error(answer.error))
  next(open)
}

const start = (open: OpenQueue, { file, memoryMb }: WorkersOptions) => {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  const lost = (error: NodeJS.ErrnoException) => {
    if (open.worker !== worker) return
    forget(open)
    settle(open, error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchWork() : error)
  }
  worker.on("message", (message: Answered | Ready) => {
    if (open.worker !== worker) return
    if (!("ready" in message)) return settle(open, undefined, message)
    open.started = message
    limit(open, message)
  })
  worker.on("error", lost)
  worker.on("exit", () => lost(new Error("the worker ended")))
  worker.unref()
  return worker
}

const forget = (open: OpenQueue) => {
  open.worker = undefined
  open.started = undefined
}

const drop = (open: OpenQueue) => {
  const { worker } = open
  forget(open)
  return worker?.terminate()
}
