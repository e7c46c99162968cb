// Preloaded into the product by watchStalls(): writes each stall of its event loop to `stalls.log` in its directory, as a line of
// how long it was and how much of that the process waited for a processor, in ms.
import fs from "node:fs"
import { isMainThread } from "node:worker_threads"

const TICK_MS = 10
const WORTH_MS = 20

if (isMainThread) {
  const file = fs.openSync("stalls.log", "a")
  // Of the main thread, in nanoseconds: on a processor, and waiting for one.
  const schedule = process.platform === "linux" ? fs.openSync(`/proc/self/task/${process.pid}/schedstat`) : null
  const bytes = Buffer.alloc(80)
  const waitedMs = () => {
    if (schedule === null) return 0
    const length = fs.readSync(schedule, bytes, 0, bytes.length, 0)
    return Number(bytes.toString("latin1", 0, length).split(" ")[1]) / 1e6
  }
  let before = { at: performance.now(), waited: waitedMs() }
  setInterval(() => {
    const now = { at: performance.now(), waited: waitedMs() }
    const stall = now.at - before.at - TICK_MS
    if (stall > WORTH_MS) fs.writeSync(file, `${stall.toFixed(1)} ${(now.waited - before.waited).toFixed(1)}\n`)
    before = now
  }, TICK_MS).unref()
}
