import { expect, onTestFinished, test, vi } from "vitest"
import { comment, empty, type Failure, named, outboxServer } from "../../../tests/support/services/outbox-server"
import { deviceStores } from "../device-storage"
import {
  forgetBoard,
  forgetEverything,
  keepAnswer,
  keepBoard,
  listOf,
  outboxChannel,
  outboxStorage,
  recallAnswer,
  recallBoard,
} from "./browser-database"
import type { OutboxEntry } from "./outbox-entry"

const { server, open } = outboxServer()

test("signing out in another tab ends the outbox", async () => {
  server.failures = Array.from({ length: 100 }, (): Failure => "lose the request")
  const { outbox, onEnded } = open()
  outbox.add(comment("for nobody else"))
  await expect.poll(() => server.arrived.length).toBeGreaterThan(0)
  const other = new BroadcastChannel(outboxChannel(1))
  other.postMessage("end")
  other.close()
  await expect.poll(() => onEnded).toHaveBeenCalledTimes(1)
  const { length } = server.arrived
  await new Promise((resolve) => setTimeout(resolve, 200))
  // One request may already have been on its way.
  expect(server.arrived.length - length).toBeLessThanOrEqual(1)
})

test("a plan that is left leaves neither its board nor its lists", async () => {
  await keepBoard(1, { plan: { id: 7 } } as Parameters<typeof keepBoard>[1])
  for (const planId of [7, 77]) await keepAnswer(1, listOf(planId, "notes"), [`Of ${planId}`])
  await keepAnswer(1, "home", "My Plans")
  await forgetBoard(1, 7)
  expect(await recallBoard(1, 7)).toBeUndefined()
  expect(await recallAnswer(1, listOf(7, "notes"))).toBeUndefined()
  expect(await recallAnswer(1, listOf(77, "notes"))).toEqual(["Of 77"])
  expect(await recallAnswer(1, "home")).toBe("My Plans")
})

test("signing out deletes stored boards and changes", async () => {
  const board = { seq: 3, plan: { id: 7 }, goals: [], items: [], tasks: [], members: [] } as never
  await keepBoard(1, board)
  await outboxStorage.put({ ...named("a"), userId: 1, at: 1 })
  expect(await recallBoard(1, 7)).toEqual(board)
  expect(await recallBoard(2, 7)).toBeUndefined()
  await forgetEverything()
  expect(await recallBoard(1, 7)).toBeUndefined()
  expect(await outboxStorage.all(1)).toEqual([])
})

test("a full or forbidden database is reported, the changes are sent from memory, and a later success is reported too", async () => {
  for (const error of ["QuotaExceededError", "InvalidStateError"]) {
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("No", error)
    })
    server.failures = Array.from({ length: 3 }, (): Failure => "lose the request")
    server.done = []
    const { outbox } = open()
    outbox.add(named("kept in memory"))
    await expect.poll(() => deviceStores.get()).toBe(false)
    await empty(outbox)
    expect(server.done.map(({ body }) => body.name)).toEqual(["kept in memory"])
    put.mockRestore()
    outbox.add(named("stored"))
    await expect.poll(() => deviceStores.get()).toBe(true)
    await empty(outbox)
    outbox.close()
  }
})

test("a full database removes boards for unsent changes", async () => {
  const board = { plan: { id: 7 } } as Parameters<typeof keepBoard>[1]
  await keepBoard(1, board)
  const store = IDBObjectStore.prototype.put
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
    throw new DOMException("Full", "QuotaExceededError")
  })
  server.failures = Array.from({ length: 50 }, (): Failure => "lose the request")
  const { outbox } = open(1, 60_000)
  outbox.add(comment("typed on a train"))
  await expect.poll(() => outboxStorage.all(1)).toHaveLength(1)
  expect(deviceStores.get()).toBe(true)
  expect(await recallBoard(1, 7)).toBeUndefined()
  put.mockRestore()
  expect(IDBObjectStore.prototype.put).toBe(store)
})

test("changes are stored again when their database is deleted under the page", async () => {
  server.failures = Array.from({ length: 9 }, () => "lose the request" as const)
  const { outbox } = open(1, 60_000)
  outbox.add(named("kept"))
  outbox.add(comment("kept too"))
  await expect.poll(() => outboxStorage.all(1)).toHaveLength(2)
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("laneway")
    request.onsuccess = resolve
    request.onerror = reject
  })
  await expect
    .poll(async () => (await outboxStorage.all(1)).map(({ input }) => input))
    .toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: "kept" }),
        expect.objectContaining({ content: "kept too" }),
      ]),
    )
})

test("asks the browser for persistent storage when a change first has to wait, and only once", async () => {
  const persist = vi.fn(async () => false)
  vi.stubGlobal("navigator", { storage: { persist } })
  const first = open()
  first.outbox.add(named("sent at once"))
  await empty(first.outbox)
  expect(persist).not.toHaveBeenCalled()
  server.failures = ["lose the request", "lose the request"]
  first.outbox.add(named("has to wait"))
  await empty(first.outbox)
  expect(persist).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test("real ids are stored for 30 days, and longer while a pending change may name them, even if the clock was wrong", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("1970-01-02T00:00:00Z") })
  onTestFinished(() => void vi.useRealTimers())
  await outboxStorage.putId(-1, 70)
  vi.setSystemTime(Date.parse("2026-03-01T12:00:00Z"))
  const waiting = { ...named("Grow"), ref: "waiting", userId: 1 } as unknown as OutboxEntry
  await outboxStorage.put(waiting)
  for (const _ of [1, 2]) expect(await outboxStorage.ids()).toEqual(new Map([[-1, 70]]))
  await outboxStorage.remove(waiting.ref)
  await outboxStorage.ids()
  expect(await outboxStorage.ids()).toEqual(new Map())
})
