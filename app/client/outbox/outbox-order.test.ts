import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { offline } from "../api"
import type { PendingCall } from "../board/board-types"
import type { OutboxStorage } from "./browser-database"
import { openOutbox } from "./outbox"
import type { OutboxEntry } from "./outbox-entry"

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z") })
})
afterEach(() => {
  vi.useRealTimers()
})

/** One device's disk, and pages that open on it one after the other. */
const device = () => {
  const disk = new Map<string, OutboxEntry>()
  const storage: OutboxStorage = {
    all: async () => [...disk.values()],
    put: async (entry) => void disk.set(entry.ref, structuredClone(entry)),
    remove: async (ref) => void disk.delete(ref),
    ids: async () => new Map(),
    putId: async () => {},
    whenLost: () => () => undefined,
  }
  const sent: string[] = []
  const open = (connected: boolean) =>
    openOutbox({
      userId: 91,
      storage,
      send: async ({ input }) => {
        if (!connected) throw offline()
        sent.push((input as { name: string }).name)
        return { answer: { id: sent.length }, seq: sent.length }
      },
    })
  return { open, sent, disk }
}

const rename = (name: string) =>
  ({
    name: "goal.update",
    input: { planId: 7, id: 1, name },
    planId: 7,
    ref: crypto.randomUUID(),
    clientId: "tab",
    context: { now: new Date().toISOString(), actor: { id: 91, userName: "Ada" }, newId: 0 },
  }) as unknown as PendingCall & { planId: number }

test.each([
  ["has been set back an hour", -3_600_000],
  ["stands still", 0],
])("entries of a page follow those of an earlier page, although the clock %s", async (_, moved) => {
  const { open, sent } = device()
  const first = open(false)
  first.add(rename("first"))
  first.add(rename("second"))
  await vi.advanceTimersByTimeAsync(0)
  first.close()
  vi.setSystemTime(Date.now() + moved)
  const next = open(true)
  next.add(rename("third"))
  next.add(rename("fourth"))
  await vi.advanceTimersByTimeAsync(100)
  next.add(rename("fifth"))
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual(["first", "second", "third", "fourth", "fifth"])
  next.close()
})

test("changes that a page adds just before it closes come before those of the next page", async () => {
  const { open, sent } = device()
  for (const name of ["first", "second"]) {
    const page = open(false)
    page.add(rename(name))
    page.close()
    vi.setSystemTime(Date.now() + 1)
  }
  await vi.advanceTimersByTimeAsync(0)
  const next = open(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual(["first", "second"])
  next.close()
})

test("a page that closes as it sends a new row has stored that the server may have it", async () => {
  const { open, disk } = device()
  const page = open(true)
  await vi.advanceTimersByTimeAsync(0)
  // The page is gone before anything else it stores is written.
  let writes = 0
  const put = disk.set.bind(disk)
  disk.set = (ref, entry) => (writes++ === 0 ? put(ref, entry) : disk)
  disk.delete = () => false
  const made = rename("made")
  page.add({ ...made, name: "goal.create" } as never)
  await vi.advanceTimersByTimeAsync(0)
  page.close()
  expect(disk.get(made.ref)).toMatchObject({ tried: true })
  expect(open(false).queue(7)).toEqual([])
})
