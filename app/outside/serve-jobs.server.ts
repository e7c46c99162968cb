// serveJobs(jobs): answers the jobs of openWorkers(), one at a time, inside a worker.
import { parentPort } from "node:worker_threads"
import { isRefusal } from "~/contract/problem"
import { workerId } from "./worker-times.server"
import type { Answered, Ready, Sent } from "./workers.server"

type Job = (...args: never[]) => unknown

export const serveJobs = (jobs: Record<string, Job>) => {
  parentPort?.on("message", async ({ job, args }: Sent) => {
    const answer = await answerOf(jobs[job] as (...args: unknown[]) => unknown, args)
    parentPort?.postMessage(answer, "result" in answer ? bytesIn(answer.result) : [])
  })
  parentPort?.postMessage({ ready: workerId() } satisfies Ready)
}

const answerOf = async (job: (...args: unknown[]) => unknown, args: unknown[]): Promise<Answered> => {
  try {
    return { result: await job(...args) }
  } catch (thrown) {
    if (isRefusal(thrown)) return { problem: thrown.problem }
    return { error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }
  }
}

/** Bytes are handed over, not copied: the result itself, or its field `bytes`. */
const bytesIn = (result: unknown): ArrayBuffer[] => {
  const bytes = result instanceof Uint8Array ? result : (result as { bytes?: unknown } | undefined)?.bytes
  // A Buffer may be part of a larger one.
  if (!(bytes instanceof Uint8Array) || bytes.constructor !== Uint8Array) return []
  return bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}
