import { deleteDB, openDB } from "idb"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { deviceStores } from "../device-storage"
import { forgetEverything, openingLimit, outboxStorage, recallAnswer } from "./browser-database"
import { openOutbox } from "./outbox"
import type { OutboxEntry } from "./outbox-entry"

browserDatabase()

const comment = (ref: string, at: number) =>
  ({
    name: "item.addComment",
    input: { planId: 7, id: 4, content: ref, mentions: [] },
    planId: 7,
    userId: 1,
    ref,
    clientId: "tab",
    at,
  }) as OutboxEntry

beforeEach(async () => {
  await deleteDB("laneway")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(async () => {
  vi.useRealTimers()
  await forgetEverything()
})

test("a database that doesn't open delays nothing, and is used once it opens", async () => {
  // A tab with an older version that never lets go: the request to open stays unanswered.
  const older = await openDB("laneway", 2, {
    upgrade: (db) => {
      db.createObjectStore("boards", { keyPath: ["userId", "planId"] })
      db.createObjectStore("outbox", { keyPath: "ref" }).createIndex("user", "userId")
      db.createObjectStore("ids", { keyPath: "temporary" })
      db.createObjectStore("answers", { keyPath: ["userId", "name"] }).createIndex("at", "at")
    },
  })
  await older.put("outbox", comment("left by an earlier page", 1))

  const sent: string[] = []
  const outbox = openOutbox({
    userId: 1,
    storage: outboxStorage,
    send: async ({ ref }) => {
      sent.push(ref)
      if (ref === "typed meanwhile") throw Object.assign(new Error("No connection."), { offline: true })
      return { answer: {} }
    },
    delay: () => 3_600_000,
  })
  try {
    const recalled = recallAnswer(1, "board")
    await vi.advanceTimersByTimeAsync(openingLimit)
    expect(await recalled).toBeUndefined()
    outbox.add({
      ...comment("typed meanwhile", 0),
      input: { planId: 8, id: 4, content: "", mentions: [] },
      planId: 8,
    } as never)
    await vi.waitFor(() => expect(sent).toEqual(["typed meanwhile"]))
    await vi.waitFor(() => expect(deviceStores.get()).toBe(false))

    older.close()
    await vi.waitFor(() => expect(sent).toEqual(["typed meanwhile", "left by an earlier page"]))
    await vi.waitFor(async () =>
      expect((await outboxStorage.all(1)).map(({ ref }) => ref)).toEqual(["typed meanwhile"]),
    )
    expect(deviceStores.get()).toBe(true)
  } finally {
    outbox.close()
    older.close()
  }
})
