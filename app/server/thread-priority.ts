// lowerPriority(): calls and the database go first where a thread would take a processor from them.
import fs from "node:fs"
import os from "node:os"

/** Less than the process's. */
const NICER = 10
const LEAST = 19

/** Of this thread alone, which only Linux can do; elsewhere nothing happens. */
export function lowerPriority(): void {
  try {
    const thread = Number(fs.readlinkSync("/proc/thread-self").split("/").at(-1))
    if (Number.isInteger(thread) && thread !== process.pid)
      os.setPriority(thread, Math.min(LEAST, os.getPriority() + NICER))
  } catch {
    // Another system, or no right to: the thread runs as the process does.
  }
}
