// largestTurn(work): its answer, and the most that a turn of the event loop did while it ran, as counts that are the same on
// every machine: `calls` of functions, and `letters` of JSON read or written.
import { Session } from "node:inspector"

type Counted = { result: { functions: { ranges: { count: number }[] }[] }[] }

export const largestTurn = async <Answer>(work: () => Promise<Answer>) => {
  const session = new Session()
  session.connect()
  session.post("Profiler.enable")
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  const json = countLetters()
  /** Since the previous time it was asked. */
  const callsMade = () => {
    let calls = 0
    session.post("Profiler.takePreciseCoverage", (error: Error | null, counted: Counted) => {
      if (error) throw error
      // The first range of a function is the whole of it.
      for (const { functions } of counted.result) for (const { ranges } of functions) calls += ranges[0]?.count ?? 0
    })
    return calls
  }
  const largest = { calls: 0, letters: 0 }
  let next: NodeJS.Immediate
  const look = () => {
    largest.calls = Math.max(largest.calls, callsMade())
    largest.letters = Math.max(largest.letters, json.taken())
    next = setImmediate(look)
  }
  callsMade()
  next = setImmediate(look)
  try {
    const answer = await work()
    await new Promise((resolve) => setImmediate(resolve))
    return { ...largest, answer }
  } finally {
    clearImmediate(next)
    json.restore()
    session.disconnect()
  }
}

const countLetters = () => {
  const { parse, stringify } = JSON
  let letters = 0
  JSON.parse = (text, reviver) => {
    letters += text.length
    return parse(text, reviver)
  }
  const counted = (...input: Parameters<typeof stringify>) => {
    const text = stringify(...input)
    // Of undefined and functions there is none.
    letters += (text as string | undefined)?.length ?? 0
    return text
  }
  JSON.stringify = counted as typeof stringify
  return {
    taken: () => {
      const taken = letters
      letters = 0
      return taken
    },
    restore: () => Object.assign(JSON, { parse, stringify }),
  }
}
