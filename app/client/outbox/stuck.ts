import type { Problem } from "~/contract/problem"
import { observable } from "../observable"

/** How long something may fail before the page says so, ms. */
const patience = 60_000

/** `problem`: the last answer; undefined where there was none. */
export type Stuck = { planId: number; problem: Problem | undefined }

/** Entries that have failed for a minute and are retried, by idempotency key or their own. */
export const stuck = observable<ReadonlyMap<string, Stuck>>(new Map())

const failing = new Map<string, Stuck & { since: number; timer: ReturnType<typeof setTimeout> }>()

const say = (key: string) => {
  const found = failing.get(key)
  if (found) stuck.set(new Map(stuck.get()).set(key, { planId: found.planId, problem: found.problem }))
}

/** An attempt failed and is repeated later. */
export const attemptFailed = (key: string, planId: number, answered: Problem | undefined) => {
  const known = failing.get(key)
  const problem = answered ?? known?.problem
  const since = known?.since ?? performance.now()
  failing.set(key, { planId, problem, since, timer: known?.timer ?? setTimeout(() => say(key), patience) })
  if (performance.now() - since >= patience) say(key)
}

/** It was saved, refused or given up. */
export const attemptsEnded = (key: string) => {
  clearTimeout(failing.get(key)?.timer)
  failing.delete(key)
  if (!stuck.get().has(key)) return
  const left = new Map(stuck.get())
  left.delete(key)
  stuck.set(left)
}

/** The connection is back: what has failed counts as stuck only if it fails again. */
export const attemptAgain = () => stuck.set(new Map())
