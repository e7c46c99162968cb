// watchMemory(options): whether the process holds too much memory, so that large requests are refused, and when it is given up.
import v8 from "node:v8"

export type Memory = {
  /** Requests that would hold much more are refused. */
  isFull: () => boolean
  stop: () => void
}

type Options = {
  /** Called once, when the process should start again. */
  giveUp: (mebibytes: number) => void
  /** Bytes that the heap may have. Workers and buffers are beside it. */
  limit?: number
  resident?: () => number
  sampleMs?: number
  patienceMs?: number
}

const SAMPLE_MS = 500
/** Of the limit. Three workers with their own memory, and what may be held of requests and answers, have room below the first. */
const FULL = 2
const TOO_MUCH = 3
/** Memory that stays is lost to the process: one that starts again has it back. */
const PATIENCE_MS = 120_000

export const watchMemory = ({
  giveUp,
  limit = v8.getHeapStatistics().heap_size_limit,
  resident = process.memoryUsage.rss,
  sampleMs = SAMPLE_MS,
  patienceMs = PATIENCE_MS,
}: Options): Memory => {
  let fullSince: number | undefined
  const timer = setInterval(() => {
    const bytes = resident()
    const now = performance.now()
    fullSince = bytes > FULL * limit ? (fullSince ?? now) : undefined
    if (bytes <= TOO_MUCH * limit && (fullSince === undefined || now - fullSince < patienceMs)) return
    clearInterval(timer)
    giveUp(Math.round(bytes / 1_048_576))
  }, sampleMs)
  timer.unref()
  return { isFull: () => fullSince !== undefined, stop: () => clearInterval(timer) }
}
