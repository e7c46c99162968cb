import fc from "fast-check"
import { expect, test, vi } from "vitest"
import type { LoggedEvent } from "~/contract/event-payload"
import { refusal } from "~/contract/problem"
import { openSequence } from "./sequence"

const event = (seq: number): LoggedEvent => ({
  seq,
  event: "GoalUpdated",
  payload: { planId: 7, clientId: null, actorId: 1, at: "", seq, data: { id: seq } },
})

/** A growing log, and a sequence that records the events it applies. */
const reader = (log: LoggedEvent[], start = 0) => {
  const heard: number[] = []
  let seq = start
  const changes = vi.fn(async (since: number) => ({ seq: log.length, events: log.slice(since) }))
  const reload = vi.fn(async () => {
    seq = log.length
  })
  const onFailure = vi.fn()
  const sequence = openSequence({
    seq: () => seq,
    apply: (events) => {
      for (const each of events) {
        if (each.seq <= seq) continue
        heard.push(each.seq)
        seq = each.seq
      }
    },
    changes: (since) => changes(since),
    reload,
    onFailure,
  })
  return { sequence, heard, changes, reload, onFailure, seq: () => seq }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => event(at + 1))

test("events in order cause no request", () => {
  const log = upTo(3)
  const { sequence, heard, changes } = reader(log)
  log.forEach(sequence.receive)
  sequence.receive(event(2))
  expect(heard).toEqual([1, 2, 3])
  expect(changes).not.toHaveBeenCalled()
})

test("an answer is requested again if it leaves a gap to an older board loaded in the meantime", async () => {
  const log = upTo(4)
  let seq = 3
  const heard: number[] = []
  const sequence = openSequence({
    seq: () => seq,
    reload: async () => {},
    apply: (events) => {
      for (const each of events) heard.push(each.seq)
      seq = log.length
    },
    changes: async (since) => {
      // The board that arrives while the first answer is on its way.
      if (since === 3) seq = 1
      return { seq: log.length, events: log.slice(since) }
    },
  })
  await sequence.catchUp()
  expect(heard).toEqual([2, 3, 4])
})

test("drafts are shown together with the state they belong to", async () => {
  const drafts = { goals: [], items: [], tasks: [] }
  let seq = 0
  let sent = 2
  const onDrafts = vi.fn()
  const onDraftsMissed = vi.fn()
  const sequence = openSequence({
    seq: () => seq,
    reload: async () => {},
    apply: (events) => {
      seq = Math.max(seq, ...events.map((each) => each.seq))
    },
    changes: async (since) => ({ seq: 2, events: upTo(sent).slice(since), drafts }),
    onDrafts,
    onDraftsMissed,
  })
  await sequence.catchUp()
  expect([onDrafts.mock.calls.length, onDraftsMissed.mock.calls.length]).toEqual([1, 0])
  // An event has arrived while the answer was on its way.
  sent = 3
  await sequence.catchUp()
  expect([onDrafts.mock.calls.length, onDraftsMissed.mock.calls.length]).toEqual([1, 1])
})

test("events in quick succession are applied together: the first at once, the rest after a pause", () => {
  const applied: number[][] = []
  const due: (() => void)[] = []
  const changes = vi.fn()
  const sequence = openSequence({
    seq: () => applied.flat().at(-1) ?? 0,
    changes,
    reload: async () => {},
    apply: (events) => applied.push(events.map(({ seq }) => seq)),
    later: (work) => due.push(work),
    clock: () => 1_000,
  })
  upTo(150).forEach(sequence.receive)
  expect(applied).toEqual([[1]])
  expect(due).toHaveLength(1)
  due.shift()?.()
  expect(applied[1]).toEqual(Array.from({ length: 149 }, (_, at) => at + 2))
  sequence.receive(event(151))
  due.shift()?.()
  expect(applied[2]).toEqual([151])
  expect(changes).not.toHaveBeenCalled()
})

test("a gap is loaded once while more events arrive", async () => {
  const log = upTo(6)
  const { sequence, heard, changes } = reader(log)
  sequence.receive(event(1))
  sequence.receive(event(4))
  log.push(event(7))
  sequence.receive(event(7))
  sequence.receive(event(5))
  await expect.poll(() => heard).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(changes).toHaveBeenCalledTimes(1)
  expect(changes).toHaveBeenCalledWith(1)
})

test("catchUp during a load loads again", async () => {
  const log = upTo(2)
  const { sequence, heard, changes } = reader(log)
  const first = sequence.catchUp()
  log.push(event(3))
  await Promise.all([first, sequence.catchUp()])
  expect(changes).toHaveBeenCalledTimes(2)
  expect(heard).toEqual([1, 2, 3])
})

test("410 reloads the board, and later events continue from there", async () => {
  const log = upTo(9)
  const { sequence, heard, changes, reload } = reader(log, 1)
  changes.mockRejectedValueOnce(refusal(410, "Gone."))
  sequence.receive(event(5))
  await expect.poll(() => reload).toHaveBeenCalledTimes(1)
  log.push(event(10))
  sequence.receive(event(10))
  await expect.poll(() => heard).toEqual([10])
})

test("an event stays held until a load succeeds", async () => {
  const log = upTo(3)
  const { sequence, heard, changes, onFailure } = reader(log)
  changes.mockRejectedValueOnce(new Error("no connection"))
  sequence.receive(event(3))
  await expect.poll(() => onFailure).toHaveBeenCalledTimes(1)
  expect(heard).toEqual([])
  await sequence.catchUp()
  expect(heard).toEqual([1, 2, 3])
})

test("applies each event once and in order, even if some are lost, repeated or late", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 }), async (arrivals) => {
      const { sequence, heard } = reader(upTo(12))
      for (const seq of arrivals) {
        sequence.receive(event(seq))
        if (seq % 3 === 0) await Promise.resolve()
      }
      await sequence.catchUp()
      expect(heard).toEqual(upTo(12).map(({ seq }) => seq))
    }),
    { numRuns: 100 },
  )
})

test("an answer that is cut off is continued until nothing is missing", async () => {
  const log = upTo(10)
  const { sequence, heard, changes } = reader(log)
  changes.mockImplementation(async (since: number) => {
    const events = log.slice(since, since + 4)
    const seq = events.at(-1)?.seq ?? since
    return { seq, events, ...(seq < log.length ? { more: true as const } : {}) }
  })
  await sequence.catchUp()
  expect(heard).toEqual(log.map(({ seq }) => seq))
  expect(changes.mock.calls).toEqual([[0], [4], [8]])
})
