// openWorkers(options): threads for work whose size callers choose, with a memory limit and a deadline.
// runInWorker(lane, caller, task, args): the task's result from a thread of the lane. Each lane has one thread, which callers share in turn.
import { Worker } from "node:worker_threads"
import { type Problem, refusal } from "~/contract/problem"
import { patience } from "./patience"
import { waitedMs } from "./thread-times.server"

export type WorkersOptions = {
  /** The module of the threads, which serves tasks with `serveTasks`. */
  file: string
  memoryMb: number
}
/**
 * `waiting`: the most tasks in the queue, of which one caller takes at most half of what the others leave; `within`:
 * milliseconds for one, without those in which its thread starts or waits for a processor. `growthMb`: by how much the process may grow during one: a thread's memory limit counts no
 * byte arrays.
 */
export type Lane = { name: string; waiting: number; within: number; growthMb?: number }

export type Sent = { task: string; args: unknown[] }
/** A thread's first message: its number in the system. */
export type Ready = { ready: number | null }
export type Answered = { result: unknown } | { problem: Problem } | { error: string }

type Waiting = Sent &
  Pick<Lane, "within" | "growthMb"> & {
    resolve: (result: unknown) => void
    reject: (error: unknown) => void
  }
/** `cancel`: its deadline. */
type Running = Waiting & { cancel: () => void; watch: ReturnType<typeof setInterval> | undefined }
type Line = {
  worker?: Worker
  /** Of the worker, once it is ready. */
  thread?: Ready
  running?: Running
  /** By caller; the first caller is next. */
  queues: Map<string, Waiting[]>
  idle?: ReturnType<typeof setTimeout>
}

/** An idle thread ends, which frees its memory. */
const IDLE_MS = 10_000
/** A thread starts within this time, on a busy machine too. */
const START_MS = 30_000
/** A task ends after this many times its `within`, however long its thread had to wait for a processor. */
const MOST_PATIENCE = 6

let options: WorkersOptions | undefined
const lines = new Map<string, Line>()
const counts = { done: 0, late: 0, refused: 0 }

export const openWorkers = (given: WorkersOptions) => {
  options = given
}

/** Whether this runtime starts a thread of the module. */
export const startsThreads = (file: string) =>
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
  const ended = [...lines.values()].map((line) => {
    clearTimeout(line.idle)
    const gone = drop(line)
    for (const { reject } of [...line.queues.values()].flat()) reject(new Error("the process ends"))
    line.queues.clear()
    settle(line, new Error("the process ends"))
    return gone
  })
  lines.clear()
  await Promise.all(ended)
}

export const hasWorkers = () => options !== undefined

/** For the metrics: tasks answered, with refusals and errors too, ended for time or memory, and refused for a full queue. */
export const workerCounts = () => ({
  ...counts,
  waiting: [...lines.values()].reduce((sum, line) => sum + waitingIn(line), 0),
})

const waitingIn = ({ queues }: Line) => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0)

/** A refusal of work that took more time or memory than a thread has. */
export const isTooMuch = (thrown: unknown): boolean => thrown instanceof Error && tooMuch.has(thrown)
const tooMuch = new WeakSet<Error>()

const tooMuchWork = () => {
  counts.late++
  const refused = refusal(503, "This takes too much time or memory. Ask for less at a time.", { retryAfter: 5 })
  tooMuch.add(refused)
  return refused
}

/**
 * Throws 429 when the caller has too much waiting, and 503 when the queue is full or the task takes more time or memory
 * than a thread has.
 */
export const runInWorker = async (lane: Lane, caller: string, task: string, args: unknown[]): Promise<unknown> => {
  const line = lines.get(lane.name) ?? { queues: new Map() }
  lines.set(lane.name, line)
  const own = line.queues.get(caller) ?? []
  const free = lane.waiting - waitingIn(line)
  if (own.length >= free) {
    counts.refused++
    throw own.length > 0
      ? refusal(429, "Your earlier requests are still waiting. Please try again in a moment.", { retryAfter: 2 })
      : refusal(503, "Too many people are asking for this right now. Please try again in a moment.", { retryAfter: 2 })
  }
  return new Promise((resolve, reject) => {
    own.push({ task, args, within: lane.within, growthMb: lane.growthMb, resolve, reject })
    line.queues.set(caller, own)
    next(line)
  })
}

/** The next caller's oldest task; the caller's others go behind everybody's. */
const take = ({ queues }: Line): Waiting | undefined => {
  for (const [caller, queue] of queues) {
    const task = queue.shift()
    queues.delete(caller)
    if (queue.length > 0) queues.set(caller, queue)
    return task
  }
  return undefined
}

const next = (line: Line) => {
  if (line.running || !options) return
  const task = take(line)
  clearTimeout(line.idle)
  if (!task) {
    if (line.worker) line.idle = setTimeout(() => drop(line), IDLE_MS).unref()
    return
  }
  const giveUp = () => giveUpOn(line)
  const starting = setTimeout(giveUp, START_MS)
  line.running = { ...task, cancel: () => clearTimeout(starting), watch: watchOf(task, giveUp) }
  line.worker ??= start(line, options)
  if (line.thread) limit(line, line.thread)
  try {
    line.worker.postMessage({ task: task.task, args: task.args } satisfies Sent)
  } catch (error) {
    settle(line, error)
  }
}

const giveUpOn = (line: Line) => {
  drop(line)
  settle(line, tooMuchWork())
}

/** Ends the running task after its time. */
const limit = (line: Line, { ready }: Ready) => {
  const { running: task } = line
  if (!task) return
  task.cancel()
  task.cancel = patience({
    within: task.within,
    most: MOST_PATIENCE,
    waited: () => waitedMs(ready),
    giveUp: () => giveUpOn(line),
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

/** Ends the running task with its answer or an error, and starts the next one. */
const settle = (line: Line, error: unknown, answer?: Answered) => {
  const task = line.running
  if (!task) return
  task.cancel()
  clearInterval(task.watch)
  line.running = undefined
  if (answer) counts.done++
  if (error || !answer) task.reject(error)
  else if ("result" in answer) task.resolve(answer.result)
  else if ("problem" in answer) task.reject(refusal(answer.problem.status, answer.problem.message, answer.problem))
  else task.reject(new Error(answer.error))
  next(line)
}

const start = (line: Line, { file, memoryMb }: WorkersOptions) => {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  const lost = (error: NodeJS.ErrnoException) => {
    if (line.worker !== worker) return
    forget(line)
    settle(line, error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchWork() : error)
  }
  worker.on("message", (message: Answered | Ready) => {
    if (line.worker !== worker) return
    if (!("ready" in message)) return settle(line, undefined, message)
    line.thread = message
    limit(line, message)
  })
  worker.on("error", lost)
  worker.on("exit", () => lost(new Error("the thread ended")))
  worker.unref()
  return worker
}

const forget = (line: Line) => {
  line.worker = undefined
  line.thread = undefined
}

const drop = (line: Line) => {
  const { worker } = line
  forget(line)
  return worker?.terminate()
}
