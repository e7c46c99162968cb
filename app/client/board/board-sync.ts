import type { LoggedEvent } from "~/contract/event-payload"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { type Board, planCalls } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import { listsInColumns, withLists } from "~/contract/shared/board-form"
import { taskCalls } from "~/contract/task"
import { call } from "../api"
import { idle } from "../idle"
import { spread } from "../live/backoff"
import { openDrafts } from "../live/drafts"
import { openSequence } from "../live/sequence"
import { boardHere } from "../memory/stored-here"
import { inTime, keepBoard, recallBoard } from "../outbox/browser-database"
import type { BoardStore, Missing } from "./board-types"
import { takeEarlyBoard } from "./early-board"

type Options = {
  store: BoardStore
  userId: number
  /** Runs the work after so many ms, unless the plan is closed by then. */
  later(work: () => void, wait: number): void
  /** Called whenever the board is stored. Returns whether its drawing is stored too. */
  storeDrawnBoard: (() => boolean) | undefined
  /** Events that were applied, in order. */
  onEvents(events: readonly LoggedEvent[]): void
  /** Anything may have changed. */
  onReloaded(): void
  onTrouble(thrown: unknown): void
}

/** The interval at which a changing board is stored, ms. */
const keepEvery = 5_000
/** A board is stored for the first time this long after it was loaded, ms: many pages are left soon. */
const keepFirst = 1_000
/** The delay before changed drafts are requested, ms. */
const draftPatience = 300

/** Opens the board of a store, keeps it as the server has it, and stores it in this browser. */
export const openBoardSync = ({ store, userId, later, storeDrawnBoard, onEvents, onReloaded, onTrouble }: Options) => {
  const { planId } = store
  let closed = false
  let reloading: Promise<void> | undefined
  let keeping = false
  let stored = false
  /** Rows that applied events name but do not include, until they are loaded. */
  const lacking = new Set<Missing>()

  const keep = () => {
    keeping = false
    // The next opening asks only for the events after this board's: it would never load what is lacking.
    if (lacking.size > 0) return
    stored = true
    const snapshot = store.snapshot()
    if (!snapshot) return
    const isDrawn = storeDrawnBoard?.() ?? false
    void keepBoard(userId, snapshot).then((there) => there && boardHere.write(planId, isDrawn && !keeping))
  }

  const keepSoon = () => {
    if (keeping || closed) return
    keeping = true
    // The drawn board is an older one now.
    if (boardHere.has(planId)) boardHere.write(planId, false)
    later(() => void idle().then(() => keeping && keep()), stored ? keepEvery : keepFirst)
  }

  const show = (fresh: Board) => {
    const ahead = store.seq() > fresh.seq
    store.load(fresh)
    drafts.loaded()
    keepSoon()
    // It does not include events that arrived while it was loading.
    if (ahead) catchUp()
  }

  const reload = () => {
    reloading ??= call(planCalls.board, { planId }, { accept: listsInColumns })
      .then((answer) => {
        const fresh = withLists(answer)
        if (closed) return
        show(fresh)
        onReloaded()
      })
      .finally(() => {
        reloading = undefined
      })
    return reloading
  }

  const drafts = openDrafts({
    store,
    isWhole: () => !closed && lacking.size === 0 && !reloading,
    onShown: keepSoon,
    onOutdated: () => load({ reload: true }),
  })
  const sequence = openSequence({
    seq: store.seq,
    changes: drafts.changes,
    onDrafts: drafts.show,
    onDraftsMissed: () => catchUpSoon(),
    reload,
    later,
    onFailure: onTrouble,
    apply: (events) => {
      if (closed) return
      for (const missing of store.apply(events)) load(missing)
      keepSoon()
      onEvents(events)
    },
  })

  const catchUp = () => void sequence.catchUp().catch(onTrouble)

  /** Changes of drafts come in quick succession, and to many pages at once. */
  let soon = false
  const catchUpSoon = () => {
    if (soon) return
    soon = true
    later(() => {
      soon = false
      catchUp()
    }, spread(draftPatience))
  }

  /** Also asks again for what could not be loaded. */
  const catchUpWhole = () => {
    catchUp()
    for (const missing of [...lacking]) load(missing)
  }

  const load = (missing: Missing) => {
    lacking.add(missing)
    fetchMissing(missing).then(() => {
      lacking.delete(missing)
      keepSoon()
    }, onTrouble)
  }

  const fetchMissing = async (missing: Missing) => {
    if ("reload" in missing) return reload()
    const { entity, id } = missing.fetch
    const calls = { goal: goalCalls.get, item: itemCalls.get, task: taskCalls.get }
    try {
      const row = await call(calls[entity], { planId, id })
      if (!closed) store.putRow(entity, id, row)
    } catch (thrown) {
      if (!isRefusal(thrown) || thrown.problem.status !== 404) throw thrown
      store.putRow(entity, id, undefined)
    }
  }

  /** Replaces the cached board by the one the document requested; without one, loads the events since. */
  const freshen = async (asked: Promise<Board | undefined> | undefined) => {
    const fresh = await asked
    if (closed) return
    if (!fresh) catchUp()
    else if (fresh.seq > store.seq()) show(fresh)
    else catchUp()
  }

  const open = async () => {
    const { answer: asked, copy } = takeEarlyBoard(userId, planId)
    // Reading the cache takes long for a large board.
    const there = asked && (await Promise.race([asked, undefined]))
    const first = there ?? (await firstThere([copy ? inTime(copy) : recallBoard(userId, planId), asked]))
    if (closed) return
    if (!first) {
      boardHere.clear(planId)
      return reload()
    }
    show(first)
    if (!there) void freshen(asked)
  }

  return {
    /** Resolves when there is a board to show, from the server or from this browser; rejects when there is neither. */
    open,
    reload,
    load,
    receive: sequence.receive,
    /** Loads missed events and drafts. Rejects when there is no answer. */
    ask: sequence.catchUp,
    catchUp,
    catchUpSoon,
    catchUpWhole,
    /** This page has saved a draft, which causes no event. Resolves when the others are up to date. */
    savedDraft: () => {
      drafts.changed()
      return sequence.catchUp().catch(() => {})
    },
    close: () => {
      if (keeping) keep()
      closed = true
    },
  }
}

/** The first answer that is not undefined; undefined if there is none. */
const firstThere = <T>(all: (Promise<T | undefined> | undefined)[]): Promise<T | undefined> =>
  Promise.any(all.map(async (each) => (await each) ?? Promise.reject())).catch(() => undefined)
