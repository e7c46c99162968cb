import { offline } from "~/client/api"
import { openBoardStore } from "~/client/board/board-store"
import { openHistory } from "~/client/board/history"
import { openMutate } from "~/client/board/mutate"
import { openSequence } from "~/client/live/sequence"
import type { OutboxStorage } from "~/client/outbox/browser-database"
import { isBoardCall, openOutbox } from "~/client/outbox/outbox"
import type { OutboxEntry } from "~/client/outbox/outbox-entry"
import { typedText, unchangedSince } from "~/client/outbox/typed-texts"
import type { Board } from "~/contract/plan"
import { isRefusal, refusal } from "~/contract/problem"
import type { AnyCall } from "./any-call"
import type { ModelPlan } from "./model-plan"
import { settled } from "./model-tab"

/** The server forgets events that are older than this many. */
const eventsKept = 12
const never = 1e9
/** Outboxes of one person talk to each other, as tabs do; devices do not. */
let devices = 0

/**
 * A device on a model plan: a page that opens and closes, what it stores, and a connection that comes and goes. The
 * outbox, the board and the rules are the product's own.
 */
export const modelDevice = (plan: ModelPlan, who: { id: number; userName: string }) => {
  const userId = ++devices
  const disk = { entries: new Map<string, string>(), ids: new Map<number, number>(), board: "" }
  /** Keys of calls that the server took, in order, each once. */
  const taken: string[] = []
  /** Every call that was queued here, in order. */
  const queued: OutboxEntry[] = []
  let connected = true
  let losesAnswer = false
  let page: ReturnType<typeof openPage> | undefined

  const storage: OutboxStorage = {
    all: async () => [...disk.entries.values()].map((text) => JSON.parse(text) as OutboxEntry),
    put: async (entry) => void disk.entries.set(entry.ref, JSON.stringify(entry)),
    remove: async (ref) => void disk.entries.delete(ref),
    ids: async () => new Map(disk.ids),
    putId: async (temporary, real) => void disk.ids.set(temporary, real),
    whenLost: () => () => undefined,
  }

  const open = () => openOutbox({ userId, storage, delay: () => never, send })

  const send = async (entry: OutboxEntry) => {
    if (!connected || !isBoardCall(entry)) throw offline()
    const { name, input, clientId, ref, base } = entry
    // As `sendEntry`, to which every entry here has waited.
    const { goals, items, tasks } = plan.board()
    const now = base && [goals, items, tasks][["goal", "item", "task"].indexOf(name.split(".")[0] ?? "")]
    const card = now?.find(({ id }) => id === (input as { id?: number }).id)
    if (base && card && !taken.includes(ref) && unchangedSince(base, input, card) === undefined)
      throw refusal(409, "Somebody has changed this.", { current: card })
    const { answer, seq } = plan.call(name, input, { clientId, key: ref })
    if (!taken.includes(ref)) taken.push(ref)
    if (losesAnswer) {
      losesAnswer = false
      throw offline()
    }
    return { answer, seq }
  }

  /** Wired as a session wires it. */
  const openPage = () => {
    const outbox = open()
    const store = openBoardStore(plan.planId)
    let closed = false
    const asked = <Answer>(answer: () => Answer): Promise<Answer> =>
      connected ? Promise.resolve().then(() => structuredClone(answer())) : Promise.reject(offline())
    const reload = async () => {
      const fresh = await asked(plan.board)
      if (!closed) store.load(fresh)
    }
    const sequence = openSequence({
      seq: store.seq,
      reload,
      changes: (since) =>
        asked(() => {
          if (plan.log.length - since > eventsKept) throw refusal(410, "These events are gone.")
          return { seq: plan.log.length, events: plan.log.slice(since) }
        }),
      apply: (events) => {
        if (!closed && store.apply(events).length > 0) void reload().catch(() => {})
      },
    })
    const catchUp = () => sequence.catchUp().catch(() => {})
    const stop = outbox.listen((event) => {
      const { entry, kind } = event
      if (!isBoardCall(entry)) return
      if (kind === "added") store.adoptPending(outbox.queue(plan.planId))
      else if (kind === "refused") store.drop(entry.ref)
      else if (kind === "settled") {
        const { seq, answer } = event
        void (async () => {
          if (seq === undefined) await catchUp()
          if (closed) return
          store.settle(entry.ref, { seq, answer })
          if (seq !== undefined && seq > store.seq()) void catchUp()
        })()
      }
    })
    const history = openHistory({ store, mutate: () => mutate, restore: () => undefined })
    const add: typeof outbox.add = (call) => {
      const entry = outbox.add(call)
      queued.push(entry)
      return entry
    }
    const { mutate, close } = openMutate({
      store,
      outbox: { ...outbox, add },
      clientId: crypto.randomUUID(),
      actor: who,
      history,
    })
    store.load(disk.board ? (JSON.parse(disk.board) as Board) : plan.board())
    store.adoptPending(outbox.queue(plan.planId))
    void catchUp()
    return {
      outbox,
      store,
      history,
      mutate,
      catchUp,
      close: () => {
        disk.board = JSON.stringify(store.snapshot())
        closed = true
        stop()
        close()
        outbox.close()
      },
    }
  }

  const thePage = () => {
    page ??= openPage()
    return page
  }

  const retry = async () => {
    page?.outbox.retry()
    await page?.catchUp()
  }

  return {
    taken,
    queued,
    /** The open page; opens one. */
    page: thePage,
    close: () => {
      page?.close()
      page = undefined
    },
    do: ({ name, input }: AnyCall) => {
      try {
        thePage().mutate(name, input as never)
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
      }
    },
    leave: () => {
      connected = false
    },
    return: async (lost = false) => {
      connected = true
      losesAnswer = lost
      await retry()
    },
    /** What a service worker does while no page is open. */
    sendInBackground: async () => {
      if (page) return
      const outbox = open()
      for (let turn = 0; turn < 60; turn++) await settled()
      outbox.close()
    },
    /** What was typed here, was not taken, and is not listed with its reason either. */
    lost: () => {
      const listed = new Set(page?.outbox.refused.get().map(({ ref }) => ref))
      return queued
        .filter(isBoardCall)
        .filter((call) => typedText(call.input) && !taken.includes(call.ref) && !listed.has(call.ref))
    },
    isSent: () => page?.outbox.pendingCount.get() === 0,
  }
}
