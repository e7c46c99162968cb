// longestTurn(work): its answer, and how long the event loop's thread worked at a stretch, in ms, while it ran.
import fs from "node:fs"

/** On a busy machine a thread also waits for a processor, which says nothing about the work. Elsewhere than on Linux all time counts. */
export const longestTurn = async <Answer>(work: () => Promise<Answer>) => {
  const schedule = process.platform === "linux" ? fs.openSync("/proc/thread-self/schedstat", "r") : null
  const bytes = Buffer.alloc(80)
  const workedMs = () => {
    if (schedule === null) return performance.now()
    const length = fs.readSync(schedule, bytes, 0, bytes.length, 0)
    return Number(bytes.toString("latin1", 0, length).split(" ")[0]) / 1e6
  }
  let longestMs = 0
  let before = workedMs()
  let goesOn = true
  const tick = () => {
    if (!goesOn) return
    const now = workedMs()
    longestMs = Math.max(longestMs, now - before)
    before = now
    setImmediate(tick)
  }
  setImmediate(tick)
  try {
    const answer = await work()
    await new Promise((resolve) => setImmediate(resolve))
    return { longestMs, answer }
  } finally {
    goesOn = false
    if (schedule !== null) fs.closeSync(schedule)
  }
}
