import { forgetAnswer, keepAnswer, listOf, recallAnswer } from "../outbox/browser-database"
import { knownPerson } from "./person"

/** This browser's copy of a list of a plan, which is shown until the server has answered, and without a server. */
export type Copy<Value> = {
  recall(): Promise<Value | undefined>
  /** Stores the list as it is shown, at most every half second. */
  keep(value: Value): void
  forget(): void
}

const keepEvery = 500

/** Copies of a plan go when the person leaves it: see `forgetBoard`. */
export const copyOf = <Value>(planId: number, name: string): Copy<Value> => {
  const key = listOf(planId, name)
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: Value | undefined
  const keep = (value: Value) => {
    next = value
    if (timer !== undefined) return
    const personId = knownPerson()
    if (personId !== undefined) void keepAnswer(personId, key, value)
    next = undefined
    timer = setTimeout(() => {
      timer = undefined
      if (next !== undefined) keep(next)
    }, keepEvery)
  }
  return {
    recall: async () => {
      const personId = knownPerson()
      return personId === undefined ? undefined : recallAnswer<Value>(personId, key)
    },
    keep,
    forget: () => {
      next = undefined
      const personId = knownPerson()
      if (personId !== undefined) void forgetAnswer(personId, key)
    },
  }
}
