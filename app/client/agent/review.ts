// openReview(): the review list of a plan in this tab: open and decided proposals, and the one on screen.
import type { LoggedEvent } from "~/contract/event-payload"
import { isRefusal } from "~/contract/problem"
import type { Proposal } from "~/contract/proposal"
import type { ReviewPage } from "~/contract/shared/deep-link"
import { leftOf, outAfter } from "~/rules/agent/ticked"
import { isOutOfReach } from "../api"
import { type Observable, observable } from "../observable"
import { serverNow } from "../server-clock"

/** The proposal on screen. */
export type Looked = {
  id: number
  /** Undefined until it is loaded. */
  proposal: Proposal | undefined
  /** It was withdrawn, or never was in this plan. */
  gone: boolean
  failed: boolean
  /** Positions that are not to be applied: left out by the person, or found stale once. */
  unticked: ReadonlySet<number>
  /** The comment of a rejection that is being written; null: none is. */
  comment: string | null
}

export type ReviewState = {
  /** Proposals that wait, newest first; undefined until they are loaded. */
  open: readonly Proposal[] | undefined
  openFailed: boolean
  decided: readonly Proposal[] | undefined
  decidedFailed: boolean
  /** Of the next page of decided ones. */
  next: number | undefined
  one: Looked | undefined
  running: "applying" | "rejecting" | "withdrawing" | "undoing" | "adding" | null
}

/** The calls that it makes. */
export type ReviewCalls = {
  open(): Promise<readonly Proposal[]>
  /** A page of all of the list. */
  all(before: number | undefined): Promise<{ rows: readonly Proposal[]; next?: number | undefined }>
  one(id: number): Promise<Proposal>
  apply(id: number, only: number[], key: string): Promise<unknown>
  reject(id: number, comment: string | null): Promise<unknown>
  withdraw(id: number): Promise<unknown>
  undo(id: number): Promise<unknown>
}

export type Review = {
  state: Observable<ReviewState>
  /** The page on screen, which is reloaded as the plan changes; null: none. */
  look(page: ReviewPage | null): void
  /** Loads again what could not be loaded. */
  retry(): void
  /** Adds the next page of decided ones. */
  more(): Promise<void>
  /** An event of the plan; undefined: anything may have changed. */
  receive(event: LoggedEvent | undefined): void
  tick(at: number, on: boolean): void
  tickAll(on: boolean): void
  write(comment: string | null): void
  /** Applies what is ticked. Rejects where nothing was applied; the list is loaded again by then. */
  apply(): Promise<void>
  reject(): Promise<void>
  withdraw(): Promise<void>
  undo(): Promise<void>
  /** Loads what waits, and again when the first of it expires. Returns what ends that. */
  start(): () => void
}

type Options = {
  calls: ReviewCalls
  /** Takes what undoes an applied proposal into the history; returns what takes it out. */
  onApplied(undo: () => Promise<unknown>): () => void
}

/** Events within this time are one reason to ask again, ms. */
const pause = 300
/** The longest that a browser's timer waits, ms. */
const longestWait = 2 ** 31 - 1

export const isWaiting = ({ state }: Proposal) => state === "open" || state === "stale"

const staleIn = (proposal: Proposal | undefined) =>
  (proposal?.changes ?? []).flatMap(({ stale }, at) => (stale === undefined ? [] : at))

/** Positions of the changes that would be applied. */
export const tickedOf = ({ proposal, unticked }: Looked) =>
  proposal ? leftOf(proposal.changes, new Set([...unticked, ...staleIn(proposal)])) : []

/** Runs `work` once more if it was requested while it ran. */
const oneAtATime = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined
  let again = false
  const run = async () => {
    do {
      again = false
      await work()
    } while (again)
    running = undefined
  }
  return (): Promise<void> => {
    if (running) again = true
    else running = run()
    return running as Promise<void>
  }
}

export const openReview = ({ calls, onApplied }: Options): Review => {
  const state = observable<ReviewState>({
    open: undefined,
    openFailed: false,
    decided: undefined,
    decidedFailed: false,
    next: undefined,
    one: undefined,
    running: null,
  })
  const set = (change: Partial<ReviewState>) => state.set({ ...state.get(), ...change })
  const setOne = (id: number, change: Partial<Looked>) => {
    const { one } = state.get()
    if (one?.id === id) set({ one: { ...one, ...change } })
  }
  /** What takes an applied proposal out of the history again. */
  const inHistory = new Map<number, () => void>()
  let page: ReviewPage | null = null
  let closed = true
  let expiry: ReturnType<typeof setTimeout> | undefined
  /** The last attempt to apply: its repeat after a lost answer applies nothing twice. */
  let attempt: { of: string; key: string } | undefined

  const awaitExpiry = (open: readonly Proposal[]) => {
    clearTimeout(expiry)
    const first = Math.min(...open.map(({ expires }) => Date.parse(expires)))
    if (closed || open.length === 0) return
    expiry = setTimeout(() => void loadOpen(), Math.min(Math.max(first - serverNow(), 0) + pause, longestWait))
  }

  const loadOpen = oneAtATime(async () => {
    try {
      const open = await calls.open()
      set({ open, openFailed: false })
      awaitExpiry(open)
    } catch {
      set({ openFailed: true })
    }
  })

  const loadDecided = oneAtATime(async () => {
    try {
      const { rows, next } = await calls.all(undefined)
      set({ decided: rows.filter((each) => !isWaiting(each)), decidedFailed: false, next })
    } catch {
      set({ decidedFailed: true })
    }
  })

  const loadOne = oneAtATime(async () => {
    const id = state.get().one?.id
    if (id === undefined) return
    try {
      const proposal = await calls.one(id)
      const unticked = new Set([...(state.get().one?.unticked ?? []), ...staleIn(proposal)])
      setOne(id, { proposal, failed: false, gone: false, unticked })
    } catch (thrown) {
      setOne(id, isOutOfReach(thrown) ? { gone: true } : { failed: true })
    }
    // Another one is looked at by now.
    if (state.get().one?.id !== id) void loadOne()
  })

  const loadPage = (): Promise<void> =>
    page === null ? Promise.resolve() : page === "open" ? loadOpen() : page === "decided" ? loadDecided() : loadOne()

  let waiting: ReturnType<typeof setTimeout> | undefined
  let lists = false
  /** `list`: what waits may have changed, which the count shows without the page too. */
  const loadSoon = (list: boolean) => {
    lists ||= list
    if (waiting !== undefined) return
    waiting = setTimeout(() => {
      waiting = undefined
      if (lists && page !== "open") void loadOpen()
      lists = false
      void loadPage()
    }, pause)
  }

  const look = (next: ReviewPage | null) => {
    page = next
    const { one, open, decided } = state.get()
    if (typeof next !== "number") {
      if (one) set({ one: undefined })
    } else if (one?.id !== next) {
      const proposal = [...(open ?? []), ...(decided ?? [])].find(({ id }) => id === next)
      const unticked = new Set(staleIn(proposal))
      set({ one: { id: next, proposal, gone: false, failed: false, unticked, comment: null } })
    }
    void loadPage()
  }

  /** Makes a call about the proposal on screen, then reloads what is shown, even after a failure. */
  const decide = async (running: ReviewState["running"], work: (one: Looked) => Promise<unknown>) => {
    const { one, running: busy } = state.get()
    if (!one?.proposal || busy) return
    set({ running })
    try {
      await work(one)
    } finally {
      await Promise.all([loadOne(), loadOpen()])
      set({ running: null })
    }
  }

  const undoApplied = async (id: number) => {
    inHistory.get(id)?.()
    inHistory.delete(id)
    try {
      await calls.undo(id)
    } finally {
      await loadPage()
    }
  }

  return {
    state,
    look,
    retry: () => void loadPage(),
    more: async () => {
      const { next, decided = [], running } = state.get()
      if (next === undefined || running) return
      set({ running: "adding" })
      try {
        const added = await calls.all(next)
        const known = new Set(decided.map(({ id }) => id))
        const rows = added.rows.filter((each) => !isWaiting(each) && !known.has(each.id))
        set({ decided: [...decided, ...rows], next: added.next })
      } finally {
        set({ running: null })
      }
    },
    receive: (event) => {
      if (!event || event.event.startsWith("Proposal")) loadSoon(true)
      else if (page !== null && /^(Goal|Item|Task|Board|Member|Comment)/.test(event.event)) loadSoon(false)
    },
    tick: (at, on) => {
      const { one, running } = state.get()
      if (!one?.proposal || running) return
      const unticked = outAfter(one.proposal.changes, one.unticked, at, on)
      // What a stale change would make cannot be added to.
      set({ one: { ...one, unticked: new Set([...unticked, ...staleIn(one.proposal)]) } })
    },
    tickAll: (on) => {
      const { one, running } = state.get()
      if (!one?.proposal || running) return
      set({ one: { ...one, unticked: new Set(on ? staleIn(one.proposal) : one.proposal.changes.keys()) } })
    },
    write: (comment) => {
      const { one } = state.get()
      if (one) set({ one: { ...one, comment } })
    },
    apply: () =>
      decide("applying", async (one) => {
        const only = tickedOf(one)
        if (only.length === 0) return
        const of = `${one.id} ${only}`
        if (attempt?.of !== of) attempt = { of, key: crypto.randomUUID() }
        try {
          await calls.apply(one.id, only, attempt.key)
        } catch (thrown) {
          if (isRefusal(thrown)) attempt = undefined
          throw thrown
        }
        inHistory.set(
          one.id,
          onApplied(() => undoApplied(one.id)),
        )
      }),
    reject: () =>
      decide("rejecting", async (one) => {
        await calls.reject(one.id, one.comment?.trim() || null)
        setOne(one.id, { comment: null })
      }),
    withdraw: () => decide("withdrawing", ({ id }) => calls.withdraw(id)),
    undo: () => decide("undoing", ({ id }) => undoApplied(id)),
    start: () => {
      closed = false
      void loadOpen()
      return () => {
        closed = true
        clearTimeout(expiry)
      }
    },
  }
}
