import { type Problem, refusal } from "~/contract/problem"
import { inserts } from "~/rules/rule"
import type { PendingCall } from "../board/board-types"
import { type NamedRows, namedBy, namesTemporary, withRealIds } from "../board/temporary-ids"
import { keepStorage } from "../device-storage"
import { type Observable, observable } from "../observable"
import { type OutboxStorage, outboxChannel } from "./browser-database"
import type {
  BoardEntry,
  EntryFields,
  OutboxEntry,
  RemovalCall,
  RemovalEntry,
  RestoreCall,
  TextCall,
  TextEntry,
  ViewCall,
  ViewEntry,
} from "./outbox-entry"
import { ageOf } from "./outbox-entry"
import { openSender, type Sender } from "./sender"
import { attemptAgain, attemptFailed, attemptsEnded } from "./stuck"
import { typedText } from "./typed-texts"

export type OutboxEvent =
  | { kind: "added"; entry: OutboxEntry }
  /** `made`: ids by temporary ones. */
  | { kind: "settled"; entry: OutboxEntry; answer?: unknown; seq?: number; made?: [number, number][] }
  /** `orphan`: an earlier page added it, so the tab that did may be gone. */
  | { kind: "refused"; entry: OutboxEntry; problem: Problem; orphan?: boolean }
  | { kind: "removed"; entry: OutboxEntry }

type Postponed = { kind: "postponed"; entry: OutboxEntry; problem?: Problem }

export type Outbox = {
  add(call: (PendingCall | TextCall | RemovalCall | RestoreCall | ViewCall) & { planId: number }): OutboxEntry
  /**
   * The pending board calls of a plan in order, without deletions that are to be undone; see `listen` for those an
   * earlier page sent.
   */
  queue(planId: number): BoardEntry[]
  /** Refused changes of all plans in which something was typed, until they are removed. */
  refused: Observable<readonly BoardEntry[]>
  /** The pending and the refused texts of all plans, in order. */
  texts: Observable<readonly TextEntry[]>
  /** Deletions of comments and notes, of all plans, that the server has not answered. */
  removals: Observable<readonly RemovalEntry[]>
  /** Pending changes of views, of all plans, in order. */
  views: Observable<readonly ViewEntry[]>
  /**
   * Events of all tabs of this person. An entry of an earlier page is "added" when it is read; one that creates a row
   * and was sent already, only when a repeat gets no answer.
   */
  listen(listener: (event: OutboxEvent) => void): () => void
  /** Hides a text that the server is known to have. It is still sent until the server answers. */
  hide(ref: string): void
  /** Discards a text, or a refused change. */
  remove(ref: string): void
  pendingCount: Observable<number>
  /** Retries at once. */
  retry(): void
  close(): void
}

type Sent = { answer: unknown; seq?: number; made?: [number, number][] }

type Options = {
  userId: number
  /** Makes the call under its idempotency key; throws a refusal or an `Offline`. */
  send(entry: OutboxEntry): Promise<Sent>
  storage: OutboxStorage
  /** An entry has to wait. */
  onPostponed?(): void
  /** The person signed out in this tab or another. */
  onEnded?(): void
  delay?(attempt: number): number
}

export const isBoardCall = (entry: OutboxEntry): entry is BoardEntry => "context" in entry
export const isText = (entry: OutboxEntry): entry is TextCall & EntryFields =>
  !isBoardCall(entry) && "content" in entry.input
export const isRemoval = (entry: OutboxEntry): entry is RemovalEntry => /\.removeComment$|^note\./.test(entry.name)
export const isView = (entry: OutboxEntry): entry is ViewEntry => entry.name.startsWith("view.")

/** A refused entry that stays stored, because something typed would be gone otherwise. */
const stays = (entry: OutboxEntry) => isText(entry) || (isBoardCall(entry) && typedText(entry.input) !== undefined)

const creates = (entry: OutboxEntry) =>
  entry.name === "message.send" || entry.name.endsWith(".addComment") || inserts(entry.name)
/** The entries of one queue are sent in order. A conversation doesn't wait for the board. */
const queueOf = (entry: OutboxEntry) =>
  entry.name === "message.send" ? `${entry.planId} ${entry.input.personId}` : `${entry.planId}`

const cardOf = ({ entity, id }: { entity: string; id: number }) => `${entity}:${id}`

/** Of the tab: an outbox opened in the same millisecond as the one before puts its entries behind that one's. */
let lastAt = 0

/**
 * Sends a person's calls, each once and in the order of its queue. All tabs share the entries in IndexedDB, and the tab
 * that holds the lock sends. An entry is deleted when the server accepts it or, unless something was typed in it, refuses
 * it.
 */
export const openOutbox = ({ userId, send, storage, onPostponed, onEnded, delay }: Options): Outbox => {
  const name = outboxChannel(userId)
  const known = new Map<string, OutboxEntry>()
  const done = new Set<string>()
  const left = new Set<string>()
  /** Refs that this page added. */
  const own = new Set<string>()
  /** Refs of rows that an earlier page sent to be created: the server may have them already. */
  const doubtful = new Set<string>()
  const hidden = new Set<string>()
  const postponed = new Map<string, TextEntry["postponed"]>()
  const listeners = new Set<(event: OutboxEvent) => void>()
  const pendingCount = observable(0)
  const texts = observable<readonly TextEntry[]>([])
  const removals = observable<readonly RemovalEntry[]>([])
  const views = observable<readonly ViewEntry[]>([])
  const refused = observable<readonly BoardEntry[]>([])
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name)
  const ended = new AbortController()
  const senders = new Map<string, Sender>()
  let realIds = new Map<number, number>()
  let leads = false

  const inOrder = () => [...known.values()].sort((a, b) => a.at - b.at)

  const publish = () => {
    const all = inOrder()
    const pending = all.filter(({ problem }) => !problem)
    pendingCount.set(pending.length)
    const stored = all.filter(isBoardCall).filter(({ problem }) => problem)
    if (stored.length + refused.get().length > 0) refused.set(stored)
    const removed = pending.filter(isRemoval)
    if (removed.length + removals.get().length > 0) removals.set(removed)
    const changed = pending.filter(isView).filter(({ ref }) => !doubtful.has(ref))
    if (changed.length + views.get().length > 0) views.set(changed)
    const shown = all.filter(isText).filter(({ ref }) => !doubtful.has(ref) && !hidden.has(ref))
    if (shown.length + texts.get().length === 0) return
    const headOf = (text: TextEntry) => pending.find((entry) => queueOf(entry) === queueOf(text))
    texts.set(
      shown.map((text) => ({ ...text, postponed: text.problem ? undefined : postponed.get(headOf(text)?.ref ?? "") })),
    )
  }

  const emit = (event: OutboxEvent | Postponed) => {
    const { kind, entry } = event
    const { ref } = entry
    if (done.has(ref)) return
    let change: OutboxEvent | undefined
    if (kind === "postponed") {
      keepStorage()
      onPostponed?.()
      postponed.set(ref, { problem: event.problem })
      attemptFailed(ref, entry.planId, event.problem)
      if (doubtful.delete(ref)) change = { kind: "added", entry }
    } else {
      if (kind === "added") known.set(ref, entry)
      else {
        doubtful.delete(ref)
        attemptsEnded(ref)
      }
      if (kind === "refused") hidden.delete(ref)
      if (kind === "refused" && stays(entry))
        known.set(ref, { ...entry, problem: event.problem, refusedAt: Date.now() })
      else if (kind !== "added") {
        known.delete(ref)
        done.add(ref)
      }
      if (!doubtful.has(ref)) change = event
    }
    if (change) for (const listener of [...listeners]) listener(change)
    publish()
  }

  const post = (message: OutboxEvent | Postponed | "retry") => {
    if (!ended.signal.aborted) channel?.postMessage(message)
  }

  const emitToAll = (event: OutboxEvent | Postponed) => {
    post(event)
    emit(event.kind === "refused" ? { ...event, orphan: left.has(event.entry.ref) } : event)
  }

  /** Stores the real id of a created row. */
  const nameRow = async (entry: OutboxEntry, { answer, made = [] }: Partial<Sent>) => {
    const named = isBoardCall(entry) ? entry.context : "newId" in entry && entry
    if (!named) return
    const ids = creates(entry) ? namedBy(named, answer as NamedRows) : made
    for (const [temporary, id] of ids) realIds.set(temporary, id)
    if (leads) await Promise.all(ids.map(([temporary, id]) => storage.putId(temporary, id)))
  }

  const senderOf = (queue: string): Sender =>
    openSender<OutboxEntry, Sent>({
      delay,
      next: () =>
        leads && !ended.signal.aborted
          ? inOrder().find((entry) => queueOf(entry) === queue && !entry.problem)
          : undefined,
      send: async (entry) => {
        const input = withRealIds<unknown>(entry.input, (id) => realIds.get(id) ?? id)
        if (namesTemporary(input)) throw refusal(409, "The card this change belongs to was not saved.")
        if (creates(entry) && !entry.tried) void storage.put({ ...entry, tried: true })
        return send({ ...entry, input } as OutboxEntry)
      },
      settled: async (entry, { answer, seq, made }) => {
        await nameRow(entry, { answer, made })
        emitToAll({ kind: "settled", entry, answer, seq, ...(made && { made }) })
        await storage.remove(entry.ref)
      },
      refused: async (entry, { problem }) => {
        // Stored first: listeners read the refused entries from the database.
        if (stays(entry)) await storage.put({ ...entry, problem, refusedAt: Date.now() })
        emitToAll({ kind: "refused", entry, problem })
        if (!stays(entry)) await storage.remove(entry.ref)
      },
      postponed: (entry, thrown) =>
        emitToAll({ kind: "postponed", entry, problem: (thrown as { problem?: Problem }).problem }),
    })

  const run = (entry: OutboxEntry) => {
    const queue = queueOf(entry)
    const sender = senders.get(queue) ?? senderOf(queue)
    senders.set(queue, sender)
    void sender.run()
  }

  const runAll = () => {
    for (const entry of known.values()) run(entry)
  }

  /** Entries of earlier pages come first, also where the clock has been set back since. */
  const orderAfter = (earlier: readonly OutboxEntry[]) => {
    const latest = Math.max(0, ...earlier.map(({ at }) => at))
    lastAt = Math.max(lastAt, latest)
    const added = [...own].flatMap((ref) => known.get(ref) ?? [])
    if (!added.some(({ at }) => at <= latest)) return
    for (const entry of added) {
      const later = { ...entry, at: ++lastAt }
      known.set(entry.ref, later)
      void storage.put(later)
    }
  }

  const read = async () => {
    const all = (await storage.all(userId)).sort((a, b) => a.at - b.at)
    // By now a page that was opened since may have added some, which are not earlier ones.
    if (ended.signal.aborted) return
    orderAfter(all.filter(({ ref }) => !known.has(ref)))
    for (const stored of all) {
      if (known.has(stored.ref)) continue
      const age = stored.problem ? ageOf(stored.refusedAt ?? stored.at / 1_000, stored) : "keep"
      if (age === "delete") {
        void storage.remove(stored.ref)
        continue
      }
      const entry = age === "keep" ? stored : { ...stored, ...age }
      if (age !== "keep") void storage.put(entry)
      left.add(entry.ref)
      if (entry.tried && !entry.problem) doubtful.add(entry.ref)
      emit({ kind: "added", entry })
    }
  }

  const readAll = async () => {
    realIds = new Map([...(await storage.ids()), ...realIds])
    await read()
  }

  const lead = async () => {
    await readAll()
    leads = true
    runAll()
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
    attemptAgain()
    if (!leads) return post("retry")
    for (const sender of senders.values()) void sender.retry()
    runAll()
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<OutboxEvent | Postponed | "retry" | "end">) => {
      if (data === "end") {
        close()
        return onEnded?.()
      }
      if (data === "retry") {
        if (leads) retry()
        return
      }
      if (data.kind === "settled") void nameRow(data.entry, data)
      emit(data)
      if (leads && data.kind === "added") run(data.entry)
    }
  }

  const stopWatching = storage.whenLost(() => {
    for (const entry of known.values()) void storage.put(entry)
    if (leads) for (const [temporary, real] of realIds) void storage.putId(temporary, real)
    // A database that opens late has what earlier pages left.
    void readAll().then(runAll)
  })

  const close = () => {
    stopWatching()
    ended.abort()
    for (const sender of senders.values()) sender.close()
    channel?.close()
    listeners.clear()
  }

  return {
    add: (call) => {
      lastAt = Math.max(lastAt + 1, Date.now() * 1_000)
      const added: OutboxEntry = { ...call, userId, at: lastAt }
      const waits = [...known.values()].some((other) => !other.problem && queueOf(other) === queueOf(added))
      // Sent at once: the page may close with the server's row made and this as all that is stored.
      const entry: OutboxEntry = leads && creates(added) && !waits ? { ...added, tried: true } : added
      own.add(entry.ref)
      emit({ kind: "added", entry })
      void storage.put(entry).then(() => {
        const now = known.get(entry.ref)
        // It may have been sent before it was stored.
        if (!now) return storage.remove(entry.ref)
        post({ kind: "added", entry: now })
      })
      if (leads) run(entry)
      return entry
    },
    queue: (planId) => {
      const all = inOrder().filter((entry) => entry.planId === planId && !entry.problem && !doubtful.has(entry.ref))
      const undone = new Set(all.map((entry) => entry.name === "plan.restoreDeleted" && cardOf(entry.input)))
      return all.filter(isBoardCall).filter((entry) => {
        const entity = /^(\w+)\.remove$/.exec(entry.name)?.[1]
        return !entity || !undone.has(cardOf({ entity, id: (entry.input as { id: number }).id }))
      })
    },
    refused,
    texts,
    removals,
    views,
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hide: (ref) => {
      hidden.add(ref)
      publish()
    },
    remove: (ref) => {
      const entry = known.get(ref)
      if (!entry) return
      emitToAll({ kind: "removed", entry })
      void storage.remove(ref)
    },
    pendingCount,
    retry,
    close,
  }
}
