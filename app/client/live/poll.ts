import type { Observable } from "../observable"
import { spread } from "./backoff"

/** Between two polls, ms. */
const every = 4_000
/** One in so many is for everything: whole lists are loaded then. */
const forAll = 8

/** Polls for changes while live messages are blocked. Returns a cancel function. */
export const openPoll = (blocked: Observable<boolean>, ask: (all: boolean) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let polls = 0
  const poll = () => {
    if (!globalThis.document?.hidden) ask(polls++ % forAll === 0)
    timer = setTimeout(poll, spread(every))
  }
  const stop = blocked.subscribe(() => {
    clearTimeout(timer)
    if (blocked.get()) poll()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
