import type { RealtimeChannel } from "@supabase/realtime-js"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openPresence } from "./presence"
import { openPresenceChannel } from "./presence-channel"

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
const open = (self: typeof me = me, random?: () => number) => {
  const presence = openPresence({ me: self, nameOf: (id) => (id === 2 ? "Grace" : undefined) })
  return { ...presence, ...openPresenceChannel(presence, random) }
}

test("announces the edited note at once, then no more often than a channel may", () => {
  const { channel, tracked } = channelOf()
  const presence = open()
  presence.writing.set(7)
  expect(tracked).toEqual([])
  presence.announce(channel)
  expect(tracked.at(-1)?.noteId).toBe(7)
  presence.writing.set(8)
  presence.writing.set(null)
  presence.writing.set(9)
  expect(tracked).toHaveLength(1)
  vi.advanceTimersByTime(8_000)
  expect(tracked.map(({ noteId }) => noteId)).toEqual([7, 9])
  presence.writing.set(null)
  presence.writing.set(9)
  vi.advanceTimersByTime(60_000)
  expect(tracked).toHaveLength(2)
})

test("where deliveries are limited, each tab announces itself and its note at a random moment", () => {
  const { channel, tracked, tell } = channelOf()
  const presence = open(me, () => 0.5)
  presence.attach(channel)
  presence.announce(channel, true)
  expect([...presence.online.get()]).toEqual([1])
  tell(...Array.from({ length: 40 }, (_, at) => ({ userId: at + 2, userName: "x", connectionId: `tab ${at}` })))
  expect(presence.online.get().size).toBe(41)
  presence.writing.set(7)
  vi.advanceTimersByTime(4_900)
  expect(tracked).toEqual([])
  vi.advanceTimersByTime(200)
  expect(tracked.map(({ noteId }) => noteId)).toEqual([7])
})

test("fifty tabs that arrive together deliver their presence at the rate of a free project", () => {
  const tabs = Array.from({ length: 50 }, () => channelOf())
  const times: number[] = []
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  tabs.forEach(({ channel, tell }, at) => {
    const presence = open({ ...me, connectionId: `${at}` }, random)
    presence.attach(channel)
    Object.assign(channel, {
      track: () => {
        times.push(Date.now())
        for (const each of tabs) each.tell(...times.map((_, tab) => ({ userId: tab + 1, connectionId: `${tab}` })))
      },
    })
    presence.announce(channel, true)
    tell()
  })
  vi.advanceTimersByTime(200_000)
  expect(times).toHaveLength(50)
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length))
  expect((most * 50) / 60).toBeLessThanOrEqual(20)
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
