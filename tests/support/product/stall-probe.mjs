// Preloaded into the product by stallProbe (stalls.ts): writes each stall of its event loop to `stalls.log` in its directory, as a
// line of how long the thread worked in it, in ms.
import fs from "node:fs"
import { isMainThread } from "node:worker_threads"

const TICK_MS = 10
const WORTH_MS = 20

if (isMainThread) {
  const file = fs.openSync("stalls.log", "a")
  // Of the main thread; begins with its nanoseconds on a processor. Elsewhere all of a stall counts as work.
  const schedule = process.platform === "linux" ? fs.openSync(`/proc/self/task/${process.pid}/schedstat`) : null
  const bytes = Buffer.alloc(80)
  const workedMs = () => {
    if (schedule === null) return performance.now()
    const length = fs.readSync(schedule, bytes, 0, bytes.length, 0)
    return Number(bytes.toString("latin1", 0, length).split(" ")[0]) / 1e6
  }
  let before = { at: performance.now(), worked: workedMs() }
  setInterval(() => {
    const now = { at: performance.now(), worked: workedMs() }
    if (now.at - before.at - TICK_MS > WORTH_MS) fs.writeSync(file, `${(now.worked - before.worked).toFixed(1)}\n`)
    before = now
  }, TICK_MS).unref()
}
