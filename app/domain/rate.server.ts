// Calls counted by every process of the installation, told to each other in batches, so that most calls wait for nothing.
import { countCalls } from "~/database/rate.server"

/** How often somebody may do something: so many times within so many milliseconds. */
export type Limit = { most: number; within: number }

type Count = {
  kind: string
  caller: string
  began: number
  /** Made here in this window. */
  made: number
  /** Of them those that the others know. */
  told: number
  /** Made everywhere, as far as was told. */
  all: number
}

const counts = new Map<string, Count>()
const due = new Set<Count>()
let telling: Promise<void> | undefined
let next: Promise<void> | undefined

/** From this part of a limit on each call waits until the others know of it. Before, they hear after as many as this part. */
const near = 0.8
const batch = 0.05

export const forgetCalls = () => {
  counts.clear()
  due.clear()
}

const countOf = (kind: string, caller: string, began: number) => {
  const key = `${kind} ${caller}`
  const known = counts.get(key)
  if (known?.began === began) return known
  const count: Count = { kind, caller, began, made: 0, told: 0, all: 0 }
  counts.set(key, count)
  return count
}

const tell = async () => {
  const told = [...due].map((count) => ({ count, made: count.made }))
  due.clear()
  if (told.length === 0) return
  const sent = told.map(({ count: { kind, caller, began, told }, made }) => ({
    kind,
    caller,
    began: new Date(began).toISOString(),
    calls: made - told,
  }))
  const answer = new Map((await countCalls(sent)).map(({ kind, caller, calls }) => [`${kind} ${caller}`, calls]))
  for (const { count, made } of told) {
    count.told = made
    count.all = answer.get(`${count.kind} ${count.caller}`) ?? count.all
  }
}

/** Tells the others what was counted here. Whoever asks while that is under way waits for the next time, which knows of them. */
export const tellCounts = (): Promise<void> => {
  next ??= (telling ?? Promise.resolve()).then(() => {
    next = undefined
    // Out of reach of the others each process counts for itself.
    telling = tell().catch(() => {})
    return telling
  })
  return next
}

/** Forgets windows that are over. */
export const dropOldCounts = (longest: number, now = Date.now()) => {
  for (const [key, { began }] of counts) if (began + longest < now) counts.delete(key)
}

/**
 * Counts one more. Undefined: there is room, by far. Otherwise a promise, or at once, the milliseconds until there is room again;
 * 0 when there is.
 */
export const countOne = (
  kind: string,
  caller: string,
  { most, within }: Limit,
  now = Date.now(),
): number | undefined | Promise<number> => {
  const began = Math.floor(now / within) * within
  const count = countOf(kind, caller, began)
  const wait = began + within - now
  const known = count.all + count.made - count.told
  if (known >= most) return wait
  const mine = ++count.made
  due.add(count)
  if (known < most * near) {
    if (count.made - count.told >= most * batch) void tellCounts()
    return undefined
  }
  // Of what all have counted by then, those made here after this one come after it.
  return tellCounts().then(() => (count.all - (count.told - mine) > most ? wait : 0))
}
