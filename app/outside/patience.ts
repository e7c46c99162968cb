// patience(options): a deadline that counts only the time in which a task could run, not that in which other work had the processors.

type Options = {
  /** Milliseconds. */
  within: number
  /** It ends after this many times `within`, however long the task had to wait. */
  most: number
  /** Milliseconds that the task has waited for a processor, since any moment. */
  waited: () => number
  giveUp: () => void
}

/** Returns a function that cancels it. */
export const patience = ({ within, most, waited, giveUp }: Options): (() => void) => {
  let before = waited()
  let left = within * most
  let timer: ReturnType<typeof setTimeout>
  const wait = (ms: number) => {
    left -= ms
    timer = setTimeout(() => {
      const now = waited()
      const more = Math.min(Math.floor(now - before), left)
      before = now
      if (more > 0) wait(more)
      else giveUp()
    }, ms)
  }
  wait(within)
  return () => clearTimeout(timer)
}
