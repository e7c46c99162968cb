// serveTasks(tasks): answers the tasks of openWorkers(), one at a time, inside a thread.
import { parentPort } from "node:worker_threads"
import { isRefusal } from "~/contract/problem"
import { threadId } from "./thread-times.server"
import type { Answered, Ready, Sent } from "./workers.server"

type Task = (...args: never[]) => unknown

export const serveTasks = (tasks: Record<string, Task>) => {
  parentPort?.on("message", async ({ task, args }: Sent) => {
    const answer = await answerOf(tasks[task] as (...args: unknown[]) => unknown, args)
    parentPort?.postMessage(answer, "result" in answer ? bytesIn(answer.result) : [])
  })
  parentPort?.postMessage({ ready: threadId() } satisfies Ready)
}

const answerOf = async (task: (...args: unknown[]) => unknown, args: unknown[]): Promise<Answered> => {
  try {
    return { result: await task(...args) }
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
