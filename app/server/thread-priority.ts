// lowerPriority(): calls and the database go first where a thread would take a processor from them.
import os from "node:os"
import { threadId } from "~/outside/thread-times.server"

/** Less than the process's. */
const NICER = 10
const LEAST = 19

/** Of this thread alone, which only Linux can do; elsewhere nothing happens. */
export const lowerPriority = (): void => {
  const thread = threadId()
  if (thread === null || thread === process.pid) return
  try {
    os.setPriority(thread, Math.min(LEAST, os.getPriority() + NICER))
  } catch {
    // No right to: the thread runs as the process does.
  }
}
