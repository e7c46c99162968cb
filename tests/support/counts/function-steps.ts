// stepsOf(work, where): what a function of app/rules, or of the scripts in `where`, costs, as a count that is the same on every machine: its blocks executed, the
// characters that methods of strings read, and the steps of regular expressions.
import { Session } from "node:inspector"
import { matchSteps } from "./match-steps"

type Counted = { result: { url: string; functions: { ranges: { count: number }[] }[] }[] }

export const stepsOf = (work: () => unknown, where = /\/app\/rules\//): number => {
  const session = new Session()
  session.connect()
  session.post("Profiler.enable")
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  let blocks = 0
  try {
    const read = charactersRead(work)
    session.post("Profiler.takePreciseCoverage", (error: Error | null, counted: Counted) => {
      if (error) throw error
      const scripts = counted.result.filter(({ url }) => where.test(url))
      if (scripts.length === 0) throw new Error(`no function of ${where} was run`)
      for (const { functions } of scripts)
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count
    })
    return blocks + read
  } finally {
    // A count that goes on would be part of the next one.
    session.disconnect()
  }
}

/** Counts by replacing the built-in methods: those of regular expressions call `exec`. */
const charactersRead = (work: () => unknown) => {
  let characters = 0
  const { exec } = RegExp.prototype
  const { indexOf, includes, slice, startsWith, toLowerCase, trim } = String.prototype
  const read = <Result extends string | number | boolean>(method: (this: string, ...args: never[]) => Result) =>
    function (this: string, ...args: never[]) {
      const result = method.apply(this, args)
      if (typeof result === "string") characters += result.length
      else if (typeof result === "number" && result >= 0) characters += result
      else if (method === (startsWith as unknown)) characters += String(args[0]).length
      else characters += this.length
      return result
    }
  const counting = function (this: RegExp, text: string) {
    RegExp.prototype.exec = exec
    characters += matchSteps(this, text, this.global || this.sticky ? this.lastIndex : 0)
    RegExp.prototype.exec = counting
    return exec.call(this, text)
  }
  RegExp.prototype.exec = counting
  Object.assign(String.prototype, {
    indexOf: read(indexOf),
    includes: read(includes),
    slice: read(slice),
    startsWith: read(startsWith),
    toLowerCase: read(toLowerCase),
    trim: read(trim),
  })
  try {
    work()
  } finally {
    RegExp.prototype.exec = exec
    Object.assign(String.prototype, { indexOf, includes, slice, startsWith, toLowerCase, trim })
  }
  return characters
}
