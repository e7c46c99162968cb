import { isRefusal, type Problem, problem } from "~/contract/problem"
import { isPassing } from "../api"
import type { PendingCall } from "../board/board-types"
import { namesTemporary, withRealIds } from "../board/temporary-ids"
import { type Observable, observable } from "../observable"
import type { OutboxStorage } from "./browser-database"

/** A call that waits to be sent, or is being sent. `at` orders the calls of a plan, whichever tab made them. */
export type OutboxEntry = PendingCall & {
  planId: number
  userId: number
  at: number
  /** Makes a row and was sent once at least. */
  tried?: true
}

export type OutboxEvent =
  | { kind: "added"; entry: OutboxEntry }
  | { kind: "settled"; entry: OutboxEntry; answer?: unknown; seq?: number }
  /** `orphan`: left by an earlier page, so no tab may be there that made it. */
  | { kind: "dropped"; entry: OutboxEntry; problem: Problem; orphan?: boolean }

export type Outbox = {
  add(call: PendingCall & { planId: number }): OutboxEntry
  /**
   * The calls of a plan that wait, in order. Those that an earlier page left are told as "added" when they are read; one that makes a
   * row, and may have been done already, when it cannot be sent.
   */
  queue(planId: number): OutboxEntry[]
  /** Events of this tab and of the same person's others. */
  listen(listener: (event: OutboxEvent) => void): () => void
  pendingCount: Observable<number>
  /** Tries again now. */
  retry(): void
  close(): void
}

type Options = {
  userId: number
  /** Sends one call under its idempotency key; throws a refusal or an `Offline`. */
  send(entry: OutboxEntry): Promise<{ answer: unknown; seq?: number }>
  storage: OutboxStorage
  /** Milliseconds before the `attempt`th repeat. */
  delay?(attempt: number): number
}

const creates = ({ name }: OutboxEntry) => name.endsWith(".create")

const backoff = (attempt: number) => Math.min(30_000, 500 * 2 ** attempt) * (0.75 + Math.random() / 2)

/**
 * Sends a person's calls, each plan's one after another, each once. All tabs keep the queue in IndexedDB; the one that holds
 * the lock sends. A call leaves the queue when the server took it or refused it for good; what may pass is tried again.
 */
export const openOutbox = ({ userId, send, storage, delay = backoff }: Options): Outbox => {
  const name = `laneway-outbox-${userId}`
  const known = new Map<string, OutboxEntry>()
  const listeners = new Set<(event: OutboxEvent) => void>()
  const pendingCount = observable(0)
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name)
  const ended = new AbortController()
  const sending = new Set<number>()
  const attempts = new Map<number, number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const settledRefs = new Set<string>()
  const left = new Set<string>()
  /** Rows whose making an earlier page sent: the server may have them already, so they are told of when that is known. */
  const doubtful = new Set<string>()
  let realIds = new Map<number, number>()
  let leads = false
  let lastAt = 0

  const queueOf = (planId: number) =>
    [...known.values()].filter((entry) => entry.planId === planId).sort((a, b) => a.at - b.at)

  const toListeners = (event: OutboxEvent) => {
    for (const listener of [...listeners]) listener(event)
  }

  const surely = (entry: OutboxEntry) => {
    if (doubtful.delete(entry.ref)) toListeners({ kind: "added", entry })
  }

  const tell = (event: OutboxEvent) => {
    const { entry } = event
    if (event.kind === "added") {
      if (settledRefs.has(entry.ref)) return
      known.set(entry.ref, entry)
    } else {
      doubtful.delete(entry.ref)
      known.delete(entry.ref)
      settledRefs.add(entry.ref)
    }
    pendingCount.set(known.size)
    if (!doubtful.has(entry.ref)) toListeners(event)
  }

  const tellAll = (event: OutboxEvent) => {
    channel?.postMessage(event)
    tell(event.kind === "dropped" ? { ...event, orphan: left.has(event.entry.ref) } : event)
  }

  const settle = async (event: Exclude<OutboxEvent, { kind: "added" }>) => {
    const { entry } = event
    if (event.kind === "settled" && creates(entry)) {
      const { id } = event.answer as { id: number }
      realIds.set(entry.context.newId, id)
      await storage.putId(entry.context.newId, id)
    }
    tellAll(event)
    await storage.remove(entry.ref)
  }

  const pump = async (planId: number) => {
    if (sending.has(planId) || timers.has(planId)) return
    sending.add(planId)
    try {
      while (leads && !ended.signal.aborted) {
        const entry = queueOf(planId)[0]
        if (!entry) return
        const input = withRealIds(entry.input, (id) => realIds.get(id) ?? id)
        if (namesTemporary(input)) {
          await settle({ kind: "dropped", entry, problem: problem(409, "What this change belongs to was not saved.") })
          continue
        }
        if (creates(entry)) void storage.put({ ...entry, tried: true })
        try {
          const { answer, seq } = await send({ ...entry, input } as OutboxEntry)
          attempts.delete(planId)
          await settle({ kind: "settled", entry, answer, seq })
        } catch (thrown) {
          if (isRefusal(thrown) && thrown.problem.status === 401) return
          if (isRefusal(thrown) && !isPassing(thrown)) {
            attempts.delete(planId)
            await settle({ kind: "dropped", entry, problem: thrown.problem })
            continue
          }
          const attempt = attempts.get(planId) ?? 0
          surely(entry)
          if (attempt === 0 && creates(entry)) channel?.postMessage({ kind: "added", entry })
          attempts.set(planId, attempt + 1)
          const told = isRefusal(thrown) ? (thrown.problem.retryAfter ?? 0) * 1_000 : 0
          const timer = setTimeout(
            () => {
              timers.delete(planId)
              void pump(planId)
            },
            Math.max(told, delay(attempt)),
          )
          timers.set(planId, timer)
          return
        }
      }
    } finally {
      sending.delete(planId)
    }
  }

  const pumpAll = () => {
    for (const planId of new Set([...known.values()].map((entry) => entry.planId))) void pump(planId)
  }

  const read = async () => {
    for (const entry of (await storage.all(userId)).sort((a, b) => a.at - b.at)) {
      if (known.has(entry.ref)) continue
      left.add(entry.ref)
      if (entry.tried) doubtful.add(entry.ref)
      tell({ kind: "added", entry })
    }
  }

  const lead = async () => {
    realIds = new Map([...(await storage.ids()), ...realIds])
    await read()
    leads = true
    pumpAll()
  }

  void read()
  if (typeof navigator !== "undefined" && navigator.locks) {
    navigator.locks
      .request(name, { signal: ended.signal }, async () => {
        await lead()
        await new Promise<void>((resolve) => ended.signal.addEventListener("abort", () => resolve()))
      })
      .catch(() => {})
  } else void lead()

  const retry = () => {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    attempts.clear()
    if (leads) pumpAll()
    else channel?.postMessage("retry")
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<OutboxEvent | "retry">) => {
      if (data === "retry") {
        if (leads) retry()
        return
      }
      // Whoever sends it has no answer.
      if (data.kind === "added") doubtful.delete(data.entry.ref)
      if (data.kind === "settled" && creates(data.entry)) {
        realIds.set(data.entry.context.newId, (data.answer as { id: number }).id)
      }
      tell(data)
      if (leads && data.kind === "added") void pump(data.entry.planId)
    }
  }
  if (typeof window !== "undefined") window.addEventListener("online", retry, { signal: ended.signal })

  return {
    add: (call) => {
      lastAt = Math.max(lastAt + 1, Date.now() * 1_000)
      const entry: OutboxEntry = { ...call, userId, at: lastAt }
      tell({ kind: "added", entry })
      void storage.put(entry).then(() => {
        // Sent and gone before it was written.
        if (settledRefs.has(entry.ref)) return storage.remove(entry.ref)
        channel?.postMessage({ kind: "added", entry })
      })
      if (leads) void pump(call.planId)
      return entry
    },
    queue: (planId) => queueOf(planId).filter(({ ref }) => !doubtful.has(ref)),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pendingCount,
    retry,
    close: () => {
      ended.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      channel?.close()
      listeners.clear()
    },
  }
}
