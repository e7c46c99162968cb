// createTurns(options): runs a caller's work of one kind in turn, so that one caller leaves room for the others.
import { refusal } from "~/contract/problem"
import { countOver } from "~/domain/limits/limits.server"

type TurnsOptions = {
  /** Of one caller, running or waiting. */
  most: number
  /** What is refused, in the plural. */
  what: string
  /** In seconds. */
  retryAfter: number
  /** Of the refusal, where those who wait are not one caller. */
  message?: string
}

/** The function it returns throws 429 while the caller has too much waiting. */
export const createTurns = ({
  most,
  what,
  retryAfter,
  message = `Your earlier ${what} are still running. Please wait a moment.`,
}: TurnsOptions) => {
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()

  return async <Answer>(caller: string, work: () => Promise<Answer>): Promise<Answer> => {
    const turn = turns.get(caller) ?? { last: Promise.resolve(), waiting: 0 }
    if (turn.waiting >= most) {
      countOver(`${what} at once`)
      throw refusal(429, message, { retryAfter })
    }
    turns.set(caller, turn)
    turn.waiting++
    const mine = turn.last.then(work)
    turn.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      if (--turn.waiting === 0) turns.delete(caller)
    }
  }
}
