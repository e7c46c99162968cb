import { authCalls } from "~/contract/account"
import { canNow } from "~/contract/capability"
import type { LoggedEvent } from "~/contract/event-payload"
import { planTopic, userTopic } from "~/contract/events"
import type { Entity } from "~/contract/fields/field"
import { planCalls } from "~/contract/plan"
import { isRefusal, type Problem } from "~/contract/problem"
import type { Task } from "~/contract/task"
import type { RuleCall } from "~/rules/index"
import { isMissing } from "~/rules/later"
import { call, clientId, isOffline, isOutOfReach } from "./api"
import { openBoardStore } from "./board/board-store"
import { openBoardSync } from "./board/board-sync"
import type { BoardReader, Failure, Mutate, RowOf } from "./board/board-types"
import { type History, openHistory } from "./board/history"
import { failureOf, openMutate } from "./board/mutate"
import { idle } from "./idle"
import { openLive } from "./live/live"
import type { Crowded, Live, LiveState } from "./live/live-types"
import { openPresence } from "./live/presence"
import { boardHere } from "./memory/stored-here"
import type { Observable } from "./observable"
import { forgetBoard } from "./outbox/browser-database"
import { isBoardCall, isRemoval, isText, isView, type Outbox, type OutboxEvent } from "./outbox/outbox"
import { outboxOf } from "./outbox/person-outbox"

export type { LiveState }

/** Everything the board page needs of one open plan. */
export type PlanSession = {
  planId: number
  /** Of the person who has opened it; undefined: by a public link. */
  userId: number | undefined
  store: BoardReader
  mutate: Mutate
  /** Makes the calls of a drop (rules/ordering). A refusal goes to `onFailure`. */
  makeCalls(calls: readonly RuleCall[]): void
  /** Undo and redo of the person's changes; those made in `together` are one entry. */
  history: History
  together(work: () => void): void
  /** Makes a call that fills the empty plan, and shows its cards. One undo removes them. */
  fill(fill: () => Promise<unknown>): Promise<void>
  /**
   * Called with every event, in order; with undefined when the board was reloaded, so that anything may have changed.
   */
  onEvent(listener: (event: LoggedEvent | undefined) => void): () => void
  live: Observable<LiveState>
  crowded: Observable<Crowded>
  /** Subscribes to a topic besides the plan's own. */
  follow: Live["follow"]
  /** Ids of the people who have the plan open, oneself included. */
  presence: Observable<ReadonlySet<number>>
  /**
   * Names of the people editing a plan note in other tabs, by the note's id; `write` announces the one this tab edits.
   */
  writers: Observable<ReadonlyMap<number, readonly string[]>>
  write(noteId: number | null): void
  outbox: Outbox
  /** Loads the board again: drafts cause no event. */
  refresh(): Promise<void>
  /**
   * Resolves when there is a board to show, from the server or from this browser's cache; rejects when there is
   * neither.
   */
  ready: Promise<void>
  close(): void
}

export type PlanOptions = {
  planId: number
  user: { id: number; userName: string }
  onFailure?(failure: Failure): void
  /** Tasks that repeat have been finished here, as they were before. */
  onFinished?(tasks: readonly Task[]): void
  /** A comment or message was refused. It stays stored until its author removes it. */
  onTextRefused?(content: string | undefined, problem: Problem): void
  /** Called whenever the board is stored. Returns whether its drawing is stored too. */
  storeDrawnBoard?(): boolean
  /** Removed from the plan, or the plan is gone. */
  onRemoved?(why: "removed" | "deleted"): void
}

/** How long to wait for a confirmed call's event before loading it, ms. */
const eventPatience = 1_000
/** A lost event is noticed as a gap before the next one; without a next one, by loading changes this often, ms. */
const askEvery = 60_000

export const openPlan = ({
  planId,
  user,
  onFailure,
  onFinished,
  onTextRefused,
  storeDrawnBoard,
  onRemoved,
}: PlanOptions): PlanSession => {
  const store = openBoardStore(planId)
  const outbox = outboxOf(user.id)
  const presence = openPresence({
    me: { userId: user.id, userName: user.userName, connectionId: clientId },
    nameOf: (id) => store.members().find((member) => member.id === id)?.userName,
  })
  const history = openHistory({
    store,
    mutate: () => mutate,
    restore: () => {
      if (!canNow(store.plan(), "restore")) return undefined
      return {
        restore: ({ entity, id }) => call(planCalls.restoreDeleted, { planId, entity, id }),
        isUnsent: (card) => removalOf(card) !== undefined,
        queue: (card) => void undoUnsent(card),
      }
    },
  })
  /** The pending deletion of a card. */
  const removalOf = ({ entity, id }: { entity: Entity; id: number }) =>
    outbox
      .queue(planId)
      .find((each) => each.name === `${entity}.remove` && store.realId((each.input as { id: number }).id) === id)
  const undoUnsent = (card: { entity: Entity; id: number }) => {
    const removal = removalOf(card)
    if (!removal) return
    const { id } = removal.input as { id: number }
    const input = { planId, entity: card.entity, id }
    outbox.add({ name: "plan.restoreDeleted", input, ref: crypto.randomUUID(), clientId, planId })
    store.drop(removal.ref)
  }
  const { mutate, close: closeMutate } = openMutate({ store, outbox, clientId, actor: user, history, onFinished })
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const eventListeners = new Set<(event: LoggedEvent | undefined) => void>()
  let closed = false

  const later = (work: () => void, wait: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, wait)
    timers.add(timer)
  }

  const announce = (event: LoggedEvent | undefined) => {
    for (const listener of [...eventListeners]) listener(event)
  }

  // ---- the server's board ----

  const sync = openBoardSync({
    store,
    userId: user.id,
    later,
    storeDrawnBoard,
    onEvents: (events) => {
      events.forEach(notice)
      events.forEach(announce)
    },
    onReloaded: () => announce(undefined),
    onTrouble: (thrown) => trouble(thrown),
  })
  const { catchUp, catchUpSoon, catchUpWhole, reload } = sync

  /** The next join retries after a lost connection; losing access to the plan ends the session. */
  const trouble = (thrown: unknown) => {
    if (isOutOfReach(thrown)) removed("removed")
  }

  const removed = (why: "removed" | "deleted") => {
    if (closed) return
    close()
    boardHere.clear(planId)
    void forgetBoard(user.id, planId)
    onRemoved?.(why)
  }

  const notice = ({ event, payload }: LoggedEvent) => {
    if (event === "PlanDeleted") removed("deleted")
    const aboutMe = (payload.data as { id?: unknown } | null)?.id === user.id
    if (event === "MemberRemoved" && aboutMe) removed("removed")
    // A new role comes with new rights, which are part of the plan.
    if (event === "MemberUpdated" && aboutMe) sync.load({ reload: true })
  }

  // ---- pending calls ----

  const settle = async (ref: string, outcome: { seq?: number; answer?: unknown }) => {
    const { seq } = outcome
    if (seq === undefined) await sync.savedDraft()
    if (closed) return
    store.settle(ref, outcome)
    if (seq !== undefined && seq > store.seq()) later(() => store.seq() < seq && catchUp(), eventPatience)
  }

  /** Adds a draft that an earlier page sent and got no answer for: drafts cause no event. */
  const keepDraft = ({ entry, answer }: OutboxEvent & { kind: "settled" }) => {
    const row = answer as RowOf[Entity] | undefined
    const entity = entry.name.split(".")[0] as Entity
    if (!closed && row?.isDraft && !store[entity](row.id)) store.putRow(entity, row.id, row)
  }

  /** Shows the calls of other tabs and of earlier pages, those of copies, labels, results and check-ins once their rules are loaded. */
  const adoptQueue = () => {
    const queue = outbox.queue(planId)
    store.adoptPending(queue)
    if (queue.some(({ name }) => isMissing(name)))
      void Promise.all([import("~/rules/copy"), import("~/rules/label"), import("~/rules/check-in")]).then(
        () => store.apply([]),
        () => {},
      )
  }

  const stopListening = outbox.listen((event) => {
    const { entry, kind } = event
    if (entry.planId !== planId) return
    const own = entry.clientId === clientId
    const isShown = kind === "refused" && (own || event.orphan)
    if (isText(entry)) {
      if (isShown) onTextRefused?.(entry.input.content, event.problem)
      return
    }
    // A missing thing needs no deletion.
    const isNeeded = kind === "refused" && (event.problem.status !== 404 || entry.name === "view.update")
    if (isShown && isNeeded && (isRemoval(entry) || isView(entry)))
      onTextRefused?.((entry.input as { name?: string }).name, event.problem)
    if (!isBoardCall(entry)) return
    if (kind === "added") {
      if (!own) adoptQueue()
    } else if (kind === "settled") void settle(entry.ref, event).then(() => keepDraft(event))
    else if (kind === "removed") store.drop(entry.ref)
    else if (kind === "refused") {
      store.drop(entry.ref)
      if (own || event.orphan) onFailure?.({ ...failureOf(entry.name, entry.input, event.problem), ref: entry.ref })
    }
  })

  // ---- opening ----

  const ready = sync.open()
  // Callers that await it handle the error; without any, it must not count as unhandled.
  ready.catch(() => {})
  adoptQueue()
  const live = openLive({
    topic: planTopic(planId),
    // The board is drawn first: the connection's code and its answers would hold it up.
    after: ready.then(idle),
    presence,
    ticket: (refused) => call(authCalls.realtimeTicket, { planId, refused }),
    onMessage: (event, payload) => {
      if (store.plan()) sync.receive({ seq: payload.seq, event, payload })
    },
    onJoined: () => {
      // The server is back, which the browser does not tell when only the server was away.
      outbox.retry()
      void ready.then(catchUpWhole, () => reload().catch(trouble))
    },
    onBlocked: async () => {
      try {
        await ready.then(sync.ask, reload)
        return true
      } catch (thrown) {
        trouble(thrown)
        return !isOffline(thrown)
      }
    },
    // Without a board shown, the rejection of `ready` already says why.
    onRefused: () =>
      void ready.then(
        () => removed("removed"),
        () => {},
      ),
  })

  live.follow(userTopic(user.id), {
    onMessage: (event, sent) => {
      if (event === "DraftsChanged" && sent.planId === planId && sent.clientId !== clientId) catchUpSoon()
    },
  })
  const onFocus = () => void (!document.hidden && ready.then(catchUpWhole, () => {}))
  window.addEventListener("focus", onFocus)
  document.addEventListener("visibilitychange", onFocus)

  const askSometimes = () => {
    if (live.state.get() === "Connected" && !document.hidden) catchUpWhole()
    later(askSometimes, askEvery)
  }
  later(askSometimes, askEvery)

  const close = () => {
    if (closed) return
    sync.close()
    closed = true
    for (const timer of timers) clearTimeout(timer)
    window.removeEventListener("focus", onFocus)
    document.removeEventListener("visibilitychange", onFocus)
    live.close()
    closeMutate()
    stopListening()
  }

  return {
    planId,
    userId: user.id,
    store,
    mutate,
    history,
    together: history.together,
    fill: async (fill) => {
      await fill()
      await reload()
      const [goals, items, tasks] = [store.rows.goals, store.rows.items, store.rows.tasks]
      const cards = <E extends Entity>(entity: E, rows: ReadonlyMap<number, unknown>) =>
        [...rows.keys()].map((id) => ({ entity, id }))
      history.made([...cards("goal", goals), ...cards("item", items), ...cards("task", tasks)])
    },
    makeCalls: (calls) =>
      history.together(() => {
        for (const { name, input } of calls) {
          try {
            mutate(name, input)
          } catch (thrown) {
            if (!isRefusal(thrown)) throw thrown
            onFailure?.(failureOf(name, input, thrown.problem))
          }
        }
      }),
    onEvent: (listener) => {
      eventListeners.add(listener)
      return () => void eventListeners.delete(listener)
    },
    live: live.state,
    crowded: live.crowded,
    follow: live.follow,
    presence: presence.online,
    writers: presence.writers,
    write: presence.writing.set,
    outbox,
    refresh: reload,
    ready,
    close,
  }
}
