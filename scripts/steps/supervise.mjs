// supervise(): runs a process of the product, and starts it again when it dies after it has been ready.
import { spawn } from "node:child_process"

/** Delays in ms before a restart, doubled each time. A run of `steady` ms starts again with the first. */
const usual = { first: 500, most: 30_000, steady: 60_000 }

/**
 * Returns a function that ends the process with a signal. `ended` gets the exit code when there is no restart: the process
 * was ended on purpose, or was never ready, which a restart would not change. `say` gets a line for people.
 */
export const supervise = (
  command,
  { name = "Laneway", program = process.execPath, spawnOptions, ready, ended, say, delays = usual },
) => {
  let child
  let delay = delays.first
  let wasReady = false
  let stopping = false
  let waiting

  const start = () => {
    const began = Date.now()
    child = spawn(program, command, spawnOptions)
    child.on("message", (message) => {
      if (!message.ready) return
      wasReady = true
      ready(message.ready)
    })
    child.once("error", (error) => {
      say(error.message)
      ended(1)
    })
    child.once("exit", (code, signal) => {
      if (stopping || !wasReady || code === 0) return ended(code ?? 1)
      if (Date.now() - began > delays.steady) delay = delays.first
      say(`${name} stopped unexpectedly (${signal ?? `exit code ${code}`}). It starts again in ${delay / 1000} s.`)
      waiting = setTimeout(start, delay)
      delay = Math.min(delay * 2, delays.most)
    })
  }
  start()
  return (signal) => {
    stopping = true
    if (child.exitCode === null && child.signalCode === null) return child.kill(signal)
    clearTimeout(waiting)
    ended(0)
  }
}
