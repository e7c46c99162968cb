import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { LoggedEvent } from "~/contract/event-payload"
import { isRefusal, refusal } from "~/contract/problem"
import type { Proposal, ReviewedChange } from "~/contract/proposal"
import { action, goal, other, task } from "../../../tests/support/browser/conversation"
import { offline } from "../api"
import { openReview, type ReviewCalls, tickedOf } from "./review"

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 27) }))
afterEach(() => void vi.useRealTimers())

const day = 86_400_000
const stale = (change: ReviewedChange): ReviewedChange => ({ ...change, stale: "Ada changed it" })

const proposal = (id: number, more: Partial<Proposal> = {}): Proposal => ({
  id,
  planId: 7,
  agent: "Claude",
  proposedBy: { id: 3, userName: "Mira" },
  createdDate: new Date().toISOString(),
  expires: new Date(Date.now() + 7 * day).toISOString(),
  summary: "4 changes",
  request: null,
  changes: [goal, action, task, other],
  state: "open",
  decidedBy: null,
  decidedDate: null,
  comment: null,
  applied: null,
  undone: null,
  undoable: false,
  ...more,
})

const event = (name: string) => ({ seq: 1, event: name, payload: {} }) as unknown as LoggedEvent

/** A review list over `rows` in place of the server's. */
const opened = (...rows: Proposal[]) => {
  const server = new Map(rows.map((row) => [row.id, row]))
  const asked: string[] = []
  const history: (() => Promise<unknown>)[] = []
  const open = () => [...server.values()].filter(({ state }) => state === "open" || state === "stale").reverse()
  const calls = {
    open: vi.fn(async () => {
      asked.push("open")
      return open()
    }),
    all: vi.fn(async (before: number | undefined) => {
      asked.push(`all ${before ?? ""}`.trim())
      const all = [...server.values()].reverse().filter(({ id }) => before === undefined || id < before)
      return { rows: all.slice(0, 2), ...(all.length > 2 ? { next: all[1]?.id } : {}) }
    }),
    one: vi.fn(async (id: number) => {
      asked.push(`one ${id}`)
      const found = server.get(id)
      if (!found) throw refusal(404, "There is no such proposal.")
      return found
    }),
    apply: vi.fn(async (id: number, only: number[], _key: string) => {
      server.set(id, proposal(id, { ...server.get(id), state: "partly", applied: only, undoable: true }))
    }),
    reject: vi.fn(async (id: number, comment: string | null) => {
      server.set(id, proposal(id, { ...server.get(id), state: "rejected", comment }))
    }),
    withdraw: vi.fn(async (id: number) => void server.delete(id)),
    undo: vi.fn(async (id: number) => {
      server.set(id, proposal(id, { ...server.get(id), undone: new Date().toISOString(), undoable: false }))
    }),
  } satisfies ReviewCalls
  const review = openReview({
    calls,
    onApplied: (undo) => {
      history.push(undo)
      return () => void history.splice(history.indexOf(undo), 1)
    },
  })
  const flush = () => vi.advanceTimersByTimeAsync(0)
  const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
  const ticked = () => {
    const { one } = review.state.get()
    return one && tickedOf(one)
  }
  return { review, server, calls, asked, history, flush, pass, ticked, state: review.state.get }
}

test("open proposals are loaded at the start, and again when one comes or is decided elsewhere", async () => {
  const { review, server, asked, pass, flush, state } = opened(proposal(1))
  expect(state().open).toBeUndefined()
  review.start()
  await flush()
  expect(state().open).toHaveLength(1)
  server.set(2, proposal(2))
  review.receive(event("ProposalAdded"))
  await pass()
  expect(state().open?.map(({ id }) => id)).toEqual([2, 1])
  server.set(1, proposal(1, { state: "rejected" }))
  review.receive(event("ProposalDecided"))
  await pass()
  expect(state().open?.map(({ id }) => id)).toEqual([2])
  expect(asked).toEqual(["open", "open", "open"])
})

test("a moving board is a reason to ask again only while a page is looked at, and many events are one", async () => {
  const { review, server, asked, pass, flush, state } = opened(proposal(1), proposal(2))
  review.start()
  await flush()
  for (let n = 0; n < 20; n++) review.receive(event("TaskUpdated"))
  await pass()
  expect(asked).toEqual(["open"])
  review.look("open")
  await flush()
  for (let n = 0; n < 20; n++) review.receive(event("TaskUpdated"))
  review.receive(event("NoteUpdated"))
  await pass()
  expect(asked).toEqual(["open", "open", "open"])
  review.look(1)
  await flush()
  server.set(1, proposal(1, { changes: [goal, stale(other)] }))
  review.receive(event("ItemDeleted"))
  await pass()
  expect(asked.slice(3)).toEqual(["one 1", "one 1"])
  expect(state().one?.proposal?.changes[1]?.stale).toBe("Ada changed it")
  await pass(60_000)
  expect(asked).toHaveLength(5)
})

test("an expired proposal leaves the list without an event", async () => {
  const { review, server, pass, flush, state } = opened(proposal(1))
  const stop = review.start()
  await flush()
  await pass(6 * day)
  expect(state().open).toHaveLength(1)
  server.set(1, proposal(1, { state: "expired" }))
  await pass(day + 1_000)
  expect(state().open).toEqual([])
  stop()
})

test("ticks follow what a change rests on, and a stale one cannot be ticked", async () => {
  const { review, flush, ticked } = opened(proposal(1, { changes: [goal, action, task, stale(other)] }))
  review.look(1)
  await flush()
  expect(ticked()).toEqual([0, 1, 2])
  review.tick(1, false)
  expect(ticked()).toEqual([0])
  review.tick(3, true)
  expect(ticked()).toEqual([0])
  review.tick(2, true)
  expect(ticked()).toEqual([0, 1, 2])
  review.tickAll(false)
  expect(ticked()).toEqual([])
  review.tickAll(true)
  expect(ticked()).toEqual([0, 1, 2])
})

test("a stale change takes along what rests on it; one that fits again stays unticked until somebody ticks it", async () => {
  const { review, server, flush, pass, ticked } = opened(proposal(1, { changes: [goal, action, task, other] }))
  review.look(1)
  await flush()
  server.set(1, proposal(1, { changes: [goal, stale(action), task, stale(other)] }))
  review.receive(event("GoalUpdated"))
  await pass()
  expect(ticked()).toEqual([0])
  server.set(1, proposal(1))
  review.receive(event("GoalUpdated"))
  await pass()
  expect(ticked()).toEqual([0])
  review.tick(3, true)
  expect(ticked()).toEqual([0, 3])
})

test("ticked changes are applied, enter the history, and are undone once, from there or by the button", async () => {
  const { review, calls, history, flush, state } = opened(proposal(1), proposal(2))
  review.start()
  review.look(1)
  await flush()
  review.tick(3, false)
  await review.apply()
  expect(calls.apply.mock.calls[0]?.slice(0, 2)).toEqual([1, [0, 1, 2]])
  expect(state().one?.proposal).toMatchObject({ state: "partly", applied: [0, 1, 2] })
  expect(state().open?.map(({ id }) => id)).toEqual([2])
  expect(history).toHaveLength(1)
  await review.undo()
  expect(calls.undo.mock.calls).toEqual([[1]])
  expect(history).toEqual([])
  expect(state().one?.proposal?.undone).not.toBeNull()
  review.look(2)
  await flush()
  await review.apply()
  await history[0]?.()
  expect(calls.undo.mock.calls).toEqual([[1], [2]])
  expect(state().one?.proposal?.undone).not.toBeNull()
})

test("a repeat after a lost answer has the same key, another choice and a refused one a new key", async () => {
  const { review, calls, flush } = opened(proposal(1))
  review.look(1)
  await flush()
  calls.apply.mockRejectedValueOnce(offline())
  await expect(review.apply()).rejects.toMatchObject({ offline: true })
  calls.apply.mockRejectedValueOnce(refusal(409, "Nothing was applied."))
  await expect(review.apply()).rejects.toSatisfy(isRefusal)
  calls.apply.mockRejectedValueOnce(offline())
  await expect(review.apply()).rejects.toMatchObject({ offline: true })
  review.tick(3, false)
  await review.apply()
  const [first, second, third, fourth] = calls.apply.mock.calls.map(([, , key]) => key)
  expect(second).toBe(first)
  expect(new Set([first, third, fourth]).size).toBe(3)
})

test("a refused apply shows the row that no longer fits by the time it is said", async () => {
  const { review, server, calls, flush, state, ticked } = opened(proposal(1))
  review.look(1)
  await flush()
  calls.apply.mockImplementationOnce(async () => {
    server.set(1, proposal(1, { changes: [goal, action, task, stale(other)] }))
    throw refusal(409, "Nothing was applied.")
  })
  await expect(review.apply()).rejects.toSatisfy(isRefusal)
  expect(state().one?.proposal?.changes[3]?.stale).toBe("Ada changed it")
  expect(ticked()).toEqual([0, 1, 2])
  expect(state().running).toBeNull()
})

test("a rejection takes the comment along, one without words none", async () => {
  const { review, calls, flush, state } = opened(proposal(1), proposal(2))
  review.look(1)
  await flush()
  review.write("  The lease ends. ")
  await review.reject()
  expect(state().one).toMatchObject({ comment: null, proposal: { state: "rejected" } })
  review.look(2)
  await flush()
  review.write("   ")
  await review.reject()
  expect(calls.reject.mock.calls).toEqual([
    [1, "The lease ends."],
    [2, null],
  ])
})

test("a withdrawn proposal is said to be gone, and a failed load keeps what is shown", async () => {
  const { review, server, calls, flush, pass, state } = opened(proposal(1))
  review.start()
  review.look(1)
  await flush()
  calls.one.mockRejectedValueOnce(offline())
  calls.open.mockRejectedValueOnce(offline())
  review.receive(undefined)
  await pass()
  expect(state()).toMatchObject({ openFailed: true, open: [{ id: 1 }], one: { failed: true, proposal: { id: 1 } } })
  server.delete(1)
  review.receive(event("ProposalDecided"))
  await pass()
  expect(state()).toMatchObject({ openFailed: false, open: [], one: { gone: true } })
})

test("decided ones are added page by page, without those that wait", async () => {
  const rows = [1, 2, 3, 4, 5].map((id) => proposal(id, id === 4 ? {} : { state: "applied", applied: [0] }))
  const { review, flush, state } = opened(...rows)
  review.look("decided")
  await flush()
  expect(state().decided?.map(({ id }) => id)).toEqual([5])
  await review.more()
  expect(state().decided?.map(({ id }) => id)).toEqual([5, 3, 2])
  await review.more()
  await review.more()
  expect(state().decided?.map(({ id }) => id)).toEqual([5, 3, 2, 1])
})

test("the proposal that is looked at is the last one, whichever answer comes first", async () => {
  const { review, calls, flush, state } = opened(proposal(1), proposal(2))
  let late = (_: Proposal) => {}
  calls.one.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        late = resolve
      }),
  )
  review.look(1)
  review.look(2)
  late(proposal(1, { summary: "Late" }))
  await flush()
  expect(state().one).toMatchObject({ id: 2, proposal: { id: 2 } })
})
