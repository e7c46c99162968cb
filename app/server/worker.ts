// A worker of the process: see outside/workers.server.ts. Calls and the database go first where it would take a processor from them.
import os from "node:os"
import { workerJobs } from "~/domain/core/worker.server"
import { tonguesOnServer } from "~/languages/on-server"
import { serveJobs } from "~/outside/serve-jobs.server"
import { openSpeaking } from "~/outside/speaking.server"
import { workerId } from "~/outside/worker-times.server"

/** Less than the process's. */
const NICER = 10
const LEAST = 19

/** Of this worker alone, which only Linux can do; elsewhere nothing happens. */
const lowerPriority = (): void => {
  const worker = workerId()
  if (worker === null || worker === process.pid) return
  try {
    os.setPriority(worker, Math.min(LEAST, os.getPriority() + NICER))
  } catch {
    // No right to: the worker runs as the process does.
  }
}

lowerPriority()
openSpeaking(tonguesOnServer)
serveJobs(workerJobs)
