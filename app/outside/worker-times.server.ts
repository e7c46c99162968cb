// workerId(): this worker's number in the system. waitedMs(id): how long a worker of this process was ready to run while others had the processors.
import fs from "node:fs"

/** Only Linux tells; null elsewhere. */
export const workerId = (): number | null => {
  try {
    const id = Number(fs.readlinkSync("/proc/thread-self").split("/").at(-1))
    return Number.isInteger(id) ? id : null
  } catch {
    // Another system, or no right to.
    return null
  }
}

/** Milliseconds since the worker began; 0 where the system doesn't tell. */
export const waitedMs = (id: number | null): number => {
  if (id === null) return 0
  try {
    // In nanoseconds: run, waited; then the number of turns.
    return Number(fs.readFileSync(`/proc/self/task/${id}/schedstat`, "utf8").split(" ")[1]) / 1e6
  } catch {
    return 0
  }
}
