import type { RealtimeChannel } from "@supabase/realtime-js"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openPresence } from "./presence"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A channel with presence set by the test. */
const channelOf = () => {
  const tracked: { noteId?: number }[] = []
  let state: Record<string, object[]> = {}
  let sync = () => {}
  const channel = {
    on: (_kind: string, _filter: object, listener: () => void) => {
      sync = listener
    },
    track: (meta: { noteId?: number }) => void tracked.push(meta),
    presenceState: () => state,
  } as unknown as RealtimeChannel
  const tell = (...tabs: object[]) => {
    state = Object.fromEntries(tabs.map((tab, at) => [String(at), [tab]]))
    sync()
  }
  return { channel, tracked, tell }
}

const me = { userId: 1, userName: "Ada", connectionId: "mine" }
const open = () => openPresence({ me, nameOf: (id) => (id === 2 ? "Grace" : undefined) })

test("announces the edited note at once, then no more often than a channel may", () => {
  const { channel, tracked } = channelOf()
  const presence = open()
  presence.write(7)
  expect(tracked).toEqual([])
  presence.announce(channel)
  expect(tracked.at(-1)?.noteId).toBe(7)
  presence.write(8)
  presence.write(null)
  presence.write(9)
  expect(tracked).toHaveLength(1)
  vi.advanceTimersByTime(8_000)
  expect(tracked.map(({ noteId }) => noteId)).toEqual([7, 9])
  presence.write(null)
  presence.write(9)
  vi.advanceTimersByTime(60_000)
  expect(tracked).toHaveLength(2)
})

test("names the other tabs that edit a note, not this one", () => {
  const { channel, tell } = channelOf()
  const presence = open()
  presence.attach(channel)
  let changes = 0
  presence.writers.subscribe(() => changes++)
  const grace = { userId: 2, userName: "Claims to be Ada", connectionId: "a", noteId: 7 }
  tell({ ...me, noteId: 7 }, grace, { ...grace, connectionId: "b" }, { ...me, connectionId: "c", noteId: 8 })
  tell({ ...me, noteId: 7 }, grace, { ...me, connectionId: "c", noteId: 8 })
  expect([...presence.writers.get()]).toEqual([
    [7, ["Grace"]],
    [8, ["Ada (another tab)"]],
  ])
  expect(changes).toBe(1)
  presence.clear()
  expect(presence.writers.get().size).toBe(0)
})
