import { deleteDB, openDB } from "idb"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import type { OutboxEntry } from "./outbox-entry"

browserDatabase()

const marks = new Map<string, string>()
const storage = {
  getItem: (key: string) => marks.get(key) ?? null,
  setItem: (key: string, value: string) => void marks.set(key, value),
  removeItem: (key: string) => void marks.delete(key),
}
/** A page of the browser, with its own state. */
const openPage = async () => {
  vi.resetModules()
  return import("./browser-database")
}
const board = (userId: number) =>
  [userId, { plan: { id: 7 } }] as Parameters<Awaited<ReturnType<typeof openPage>>["keepBoard"]>

beforeEach(async () => {
  vi.stubGlobal("window", { localStorage: storage, sessionStorage: storage })
  await deleteDB("laneway")
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  marks.clear()
})

test("a database that cannot be cleared is deleted", async () => {
  const page = await openPage()
  await page.keepBoard(...board(1))
  vi.spyOn(IDBObjectStore.prototype, "clear").mockImplementation(() => {
    throw new DOMException("No", "InvalidStateError")
  })
  await page.leaveNothing(1)
  expect(marks.size).toBe(0)
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
})

test("if the database does not answer, the next page clears it before it shows anything", async () => {
  const first = await openPage()
  await first.keepBoard(...board(1))
  await first.outboxStorage.put({ ref: "1", userId: 1 } as OutboxEntry)
  await (await openDB("laneway")).close()

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const open = vi.spyOn(indexedDB, "open").mockReturnValue({ addEventListener: () => {} } as never)
  const remove = vi.spyOn(indexedDB, "deleteDatabase").mockReturnValue({ addEventListener: () => {} } as never)
  const page = await openPage()
  const leaving = page.leaveNothing(1)
  await vi.advanceTimersByTimeAsync(3 * page.openingLimit)
  await leaving
  expect([...marks.values()]).toEqual(["1"])
  open.mockRestore()
  remove.mockRestore()
  vi.useRealTimers()

  const next = await openPage()
  expect([await next.recallBoard(1, 7), await next.outboxStorage.all(1)]).toEqual([undefined, []])
  expect(marks.size).toBe(0)
})
