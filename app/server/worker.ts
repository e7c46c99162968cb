// A thread of the process: see outside/workers.server.ts. Calls and the database go first where it would take a processor from them.
import os from "node:os"
import { tasks } from "~/domain/core/worker.server"
import { threadId } from "~/outside/thread-times.server"
import { serveTasks } from "~/outside/worker-thread.server"

/** Less than the process's. */
const NICER = 10
const LEAST = 19

/** Of this thread alone, which only Linux can do; elsewhere nothing happens. */
const lowerPriority = (): void => {
  const thread = threadId()
  if (thread === null || thread === process.pid) return
  try {
    os.setPriority(thread, Math.min(LEAST, os.getPriority() + NICER))
  } catch {
    // No right to: the thread runs as the process does.
  }
}

lowerPriority()
serveTasks(tasks)
