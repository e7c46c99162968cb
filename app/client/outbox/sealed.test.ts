import "fake-indexeddb/auto"
import { openDB } from "idb"
import { afterEach, expect, test, vi } from "vitest"
import { countUnsavedNotes } from "../browser-memory"
import { forgetEverything, forgetOthers, keepKey, outboxStorage } from "./browser-database"
import type { OutboxEntry } from "./outbox-entry"
import { handOver, sealAll } from "./sealed"
import type { StoredUpload } from "./stored-rows"
import { uploadStorage } from "./stored-uploads"

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await forgetEverything()
})

const keyOf = (digit: string) => digit.repeat(64)
const ada = { id: 1, keys: [keyOf("a")] }
const grace = { id: 2, keys: [keyOf("b")] }

const arrive = async ({ id, keys }: typeof ada) => {
  await forgetOthers(id)
  await handOver(id, keys)
  if (keys[0]) await keepKey(id, keys[0])
}

const entry = (userId: number, name: string): OutboxEntry =>
  ({
    name: "goal.update",
    input: { planId: 7, id: 1, name },
    planId: 7,
    userId,
    at: 5,
    ref: crypto.randomUUID(),
    clientId: "tab",
    context: { now: "", actor: { id: userId, userName: "" }, newId: 0 },
  }) as unknown as OutboxEntry

const upload = (userId: number): StoredUpload => ({
  ref: crypto.randomUUID(),
  userId,
  planId: 7,
  owner: { taskId: 3 },
  name: "salary.txt",
  type: "text/plain",
  blob: new Blob(["Four thousand"], { type: "text/plain" }),
  at: 6,
  page: "gone",
})

/** Everything in the database, as text and bytes a person could look through. */
const readable = async () => {
  const db = await openDB("laneway")
  const texts: string[] = []
  for (const store of db.objectStoreNames) {
    for (const row of await db.getAll(store)) {
      texts.push(JSON.stringify(row))
      for (const value of [row.data, row.content?.data, await row.blob?.arrayBuffer()])
        if (value) texts.push(new TextDecoder("latin1").decode(value))
    }
  }
  db.close()
  return texts.join("\n")
}

test("a person's unsent changes are unreadable to the next, and theirs again at their own sign-in", async () => {
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  const refused = { ...entry(ada.id, "Refused harbour"), problem: { status: 409, message: "Gone." } } as OutboxEntry
  const file = upload(ada.id)
  for (const each of [typed, refused]) await outboxStorage.put(each)
  await uploadStorage.put(file)
  expect(await readable()).toMatch(/Secret harbour/)
  expect(await readable()).toMatch(/thousand/)

  await arrive(grace)
  await outboxStorage.put(entry(grace.id, "Of Grace"))
  expect(await readable()).not.toMatch(/harbour|salary|thousand|aaaaaaaa/)
  expect(await outboxStorage.all(ada.id)).toEqual([])
  expect(await outboxStorage.all(grace.id)).toHaveLength(1)

  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual(expect.arrayContaining([typed, refused]))
  const [back] = await uploadStorage.all(ada.id)
  expect(back).toMatchObject({ ref: file.ref, name: "salary.txt", type: "text/plain", owner: { taskId: 3 } })
  expect(await back?.blob.text()).toBe("Four thousand")
  expect(await readable()).not.toContain("Of Grace")
})

/** A tab's and the browser's storage. */
const stubStorage = () => {
  const boxes = [new Map<string, string>(), new Map<string, string>()] as const
  const storageOf = (box: Map<string, string>) =>
    new Proxy(
      {
        getItem: (key: string) => box.get(key) ?? null,
        setItem: (key: string, value: string) => void box.set(key, value),
        removeItem: (key: string) => void box.delete(key),
      },
      {
        ownKeys: () => [...box.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    )
  vi.stubGlobal("window", { sessionStorage: storageOf(boxes[0]), localStorage: storageOf(boxes[1]) })
  return boxes
}

test("once a session has ended nothing of it is readable, and what was unsent is its person's at their sign-in", async () => {
  const boxes = stubStorage()
  const text = JSON.stringify({ userId: ada.id, page: "p", drafts: [{ fields: { content: "Secret harbour" } }] })
  boxes[1].set("unsavedNotes.7.p", text)
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await uploadStorage.put(upload(ada.id))
  await sealAll()
  expect(await readable()).not.toMatch(/harbour|salary|thousand|aaaaaaaa/)
  expect([...boxes[1]]).toEqual([])
  await sealAll()

  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
  expect(await uploadStorage.all(ada.id)).toHaveLength(1)
  expect([...boxes[1]]).toEqual([["unsavedNotes.7.p", text]])
})

test("entries that cannot be sealed wait for their person as they are", async () => {
  const boxes = stubStorage()
  const text = JSON.stringify({ userId: ada.id, page: "p", drafts: [{ fields: { content: "Secret harbour" } }] })
  boxes[1].set("unsavedNotes.7.p", text)
  const typed = entry(ada.id, "Without a key")
  await outboxStorage.put(typed)
  await sealAll()
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
  expect([...boxes[1]]).toEqual([["unsavedNotes.7.p", text]])
})

test("unsaved notes are unreadable to the next person, and wait for their author's page", async () => {
  const boxes = stubStorage()
  const text = JSON.stringify({ userId: ada.id, page: "p", drafts: [{ fields: { content: "Secret harbour" } }] })
  boxes[0].set("unsavedNotes.7", text)
  boxes[1].set("unsavedNotes.7.p", text)
  await keepKey(ada.id, keyOf("a"))
  expect([countUnsavedNotes(ada.id), countUnsavedNotes(grace.id)]).toEqual([1, 0])

  await arrive(grace)
  expect([...boxes[0], ...boxes[1]]).toEqual([])
  expect(await readable()).not.toMatch(/harbour/)
  await forgetEverything(grace.id)

  await arrive(ada)
  expect([[...boxes[0]], [...boxes[1]]]).toEqual([[], [["unsavedNotes.7.p", text]]])
})

test("signing out leaves what others have sealed, and nothing else", async () => {
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await arrive(grace)
  await outboxStorage.put(entry(grace.id, "Of Grace"))
  await forgetEverything(grace.id)
  expect(await readable()).not.toMatch(/harbour|Of Grace/)
  await arrive(ada)
  expect([await outboxStorage.all(ada.id), await outboxStorage.all(grace.id)]).toEqual([[typed], []])
})

test("a new secret of the installation opens what an older one sealed, and a foreign key opens nothing", async () => {
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await arrive(grace)
  await arrive({ id: ada.id, keys: [keyOf("c")] })
  expect(await outboxStorage.all(ada.id)).toEqual([])
  await arrive(grace)
  await arrive({ id: ada.id, keys: [keyOf("c"), keyOf("a")] })
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
})

test("sealed entries wait 30 days", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z"), toFake: ["Date"] })
  await arrive(ada)
  await outboxStorage.put(entry(ada.id, "Secret harbour"))
  await arrive(grace)
  vi.setSystemTime(Date.parse("2026-04-01T12:00:00Z"))
  await arrive(grace)
  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual([])
})

test("without encryption or without a key, what others left is deleted", async () => {
  await outboxStorage.put(entry(ada.id, "Without a key"))
  await arrive(grace)
  vi.stubGlobal("crypto", { randomUUID: () => "1" })
  await outboxStorage.put({ ...entry(grace.id, "Over http"), ref: "2" })
  await arrive(ada)
  expect(await readable()).not.toMatch(/Without a key|Over http/)
})
