// Calls counted across all processes of the installation, exchanged in batches, so that most calls don't wait.
import { countCalls } from "~/database/rate.server"
import { countOver, type Limit } from "./limits.server"

export type { Limit }

type Count = {
  kind: string
  caller: string
  began: number
  within: number
  /** Calls counted by this process in this window. */
  made: number
  /** The part of `made` that is in the shared count. */
  stored: number
  /** The shared count at the last exchange. */
  all: number
}

const counts = new Map<string, Count>()
const due = new Set<Count>()
let storing: Promise<void> | undefined
let next: Promise<void> | undefined

/** From `near` of a limit on, each call waits for an exchange. Below, an exchange starts after every `batch` of it. */
const near = 0.8
const batch = 0.05

export const forgetCalls = () => {
  counts.clear()
  due.clear()
}

const countOf = (kind: string, caller: string, began: number, within: number) => {
  const key = `${kind} ${caller}`
  const known = counts.get(key)
  if (known?.began === began) return known
  const count: Count = { kind, caller, began, within, made: 0, stored: 0, all: 0 }
  counts.set(key, count)
  return count
}

const store = async () => {
  // An answer doesn't say which of a caller's windows it is of: of two the newer goes first, and the other with the next exchange.
  const newest = new Map([...due].map((count) => [`${count.kind} ${count.caller}`, count]))
  const sending = [...newest.values()].map((count) => ({ count, made: count.made }))
  if (sending.length === 0) return
  for (const { count } of sending) due.delete(count)
  const sent = sending.map(({ count: { kind, caller, began, within, stored: before }, made }) => ({
    kind,
    caller,
    began: new Date(began).toISOString(),
    ends: new Date(began + within).toISOString(),
    calls: made - before,
  }))
  const answer = new Map((await countCalls(sent)).map(({ kind, caller, calls }) => [`${kind} ${caller}`, calls]))
  for (const { count, made } of sending) {
    count.stored = made
    count.all = answer.get(`${count.kind} ${count.caller}`) ?? count.all
  }
}

/** Exchanges counts. A call during an exchange waits for the next one, which includes it. */
export const storeCounts = (): Promise<void> => {
  next ??= (storing ?? Promise.resolve()).then(() => {
    next = undefined
    // Without the database each process counts for itself.
    storing = store().catch(() => {})
    return storing
  })
  return next
}

/** Drops windows that are over. */
export const dropOldCounts = (now = Date.now()) => {
  for (const [key, { began, within }] of counts) if (began + within < now) counts.delete(key)
}

/** What is counted in the present window, as far as this process knows. */
export const countedOf = (kind: string, caller: string, within: number, now = Date.now()) => {
  const count = counts.get(`${kind} ${caller}`)
  return count?.began === Math.floor(now / within) * within ? count.all + count.made - count.stored : 0
}

/** Milliseconds until a call is allowed again, as far as this process knows; 0: now. Counts nothing. */
export const waitOf = (kind: string, caller: string, { most, within }: Limit, now = Date.now()) => {
  if (countedOf(kind, caller, within, now) < most) return 0
  countOver(kind)
  return Math.floor(now / within) * within + within - now
}

/**
 * Counts a call. Undefined: well below the limit. Otherwise, at once or as a promise, the milliseconds until a call is
 * allowed again; 0: this one is.
 */
export const countOne = (
  kind: string,
  caller: string,
  { most, within }: Limit,
  now = Date.now(),
): number | undefined | Promise<number> => {
  const began = Math.floor(now / within) * within
  const count = countOf(kind, caller, began, within)
  const wait = began + within - now
  const known = count.all + count.made - count.stored
  if (known >= most) {
    countOver(kind)
    return wait
  }
  const mine = ++count.made
  due.add(count)
  if (known < most * near) {
    if (count.made - count.stored >= most * batch) void storeCounts()
    return undefined
  }
  // Excludes the calls that this process has counted after this one.
  return storeCounts().then(() => {
    if (count.all - (count.stored - mine) <= most) return 0
    countOver(kind)
    return wait
  })
}

/** Counts an amount without waiting: known here at once, and to other processes after the next exchange. */
export const countAmount = (
  kind: string,
  caller: string,
  { most, within }: Limit,
  amount: number,
  now = Date.now(),
) => {
  const count = countOf(kind, caller, Math.floor(now / within) * within, within)
  count.made += amount
  due.add(count)
  if (count.made - count.stored >= most * batch) void storeCounts()
}

/**
 * Counts what is rare and must not pass its limit, such as mails: always exchanges first. Milliseconds until one is
 * allowed again; 0: this one is.
 */
export const countExactly = async (kind: string, caller: string, { most, within }: Limit, now = Date.now()) => {
  const began = Math.floor(now / within) * within
  const count = countOf(kind, caller, began, within)
  const mine = ++count.made
  due.add(count)
  await storeCounts()
  if (count.all - (count.stored - mine) <= most) return 0
  countOver(kind)
  return began + within - now
}
