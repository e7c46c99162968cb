import { openDB } from "idb"
import { afterEach, expect, test, vi } from "vitest"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { forgetEverything, forgetOthers, keepKey, outboxStorage } from "./browser-database"
import { openOutbox } from "./outbox"
import type { OutboxEntry } from "./outbox-entry"
import { handOver, sealAll } from "./sealed"
import { sharedStorage } from "./shared"
import { countDrafts, draftStorage } from "./stored-drafts"
import type { Shared, StoredDrafts, StoredUpload } from "./stored-rows"
import { uploadStorage } from "./stored-uploads"

browserDatabase()

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

const notes = (userId: number): StoredDrafts => ({
  ref: "7.p",
  userId,
  planId: 7,
  page: "p",
  drafts: [{ base: undefined, fields: { title: "", content: "Secret harbour", type: 0, visibility: 0 }, at: 5 }],
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

test("a person's unsent changes are unreadable to the next person, and restored at the author's sign-in", async () => {
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

test("shared things are unreadable to the next person, and restored to their owner with their files", async () => {
  await arrive(ada)
  const text = (words: string, name: string) => ({
    name,
    type: "text/plain",
    blob: new Blob([words], { type: "text/plain" }),
  })
  const target = { planId: 7, as: "task", itemId: 3 } as const
  const shared: Shared = {
    id: crypto.randomUUID(),
    userId: ada.id,
    at: 5,
    title: "Secret harbour",
    text: "",
    target,
    waits: true,
    files: [text("Four thousand", "salary.txt"), text("", "empty.txt"), text("Five thousand", "bonus.txt")],
  }
  await sharedStorage.put(shared)
  await arrive(grace)
  expect(await readable()).not.toMatch(/harbour|salary|bonus|thousand/)
  expect(await sharedStorage.all(grace.id)).toEqual([])
  await arrive(ada)
  const [back] = await sharedStorage.all(ada.id)
  expect(back).toMatchObject({ id: shared.id, title: "Secret harbour", target, waits: true })
  expect(
    await Promise.all((back?.files ?? []).map(async ({ name, type, blob }) => [name, type, await blob.text()])),
  ).toEqual([
    ["salary.txt", "text/plain", "Four thousand"],
    ["empty.txt", "text/plain", ""],
    ["bonus.txt", "text/plain", "Five thousand"],
  ])

  const unknown = { ...shared, id: crypto.randomUUID(), userId: 3 }
  await sharedStorage.put(unknown)
  await sealAll()
  expect(await sharedStorage.all(3)).toHaveLength(1)
  await arrive(grace)
  expect(await sharedStorage.all(3)).toEqual([])
})

test("a page that looked before its person's sealed entries were opened is notified of them", async () => {
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await arrive(grace)

  const sent: string[] = []
  const outbox = openOutbox({
    userId: ada.id,
    storage: outboxStorage,
    send: async ({ ref }) => {
      sent.push(ref)
      return { answer: {} }
    },
  })
  const looked = vi.fn()
  const stopLooking = outboxStorage.whenLost(looked)
  try {
    expect(await outboxStorage.all(ada.id)).toEqual([])
    await arrive(ada)
    await expect.poll(() => sent).toEqual([typed.ref])
    expect(looked).toHaveBeenCalledOnce()
    await arrive(ada)
    expect(looked, "nothing was sealed").toHaveBeenCalledOnce()
  } finally {
    stopLooking()
    outbox.close()
  }
})

/** The tab's storage, with these unsaved notes. */
const tabWith = ({ ref: _, planId, ...left }: StoredDrafts) => {
  const box = new Map([[`unsavedNotes.${planId}`, JSON.stringify(left)]])
  const storage = new Proxy(
    {
      getItem: (key: string) => box.get(key) ?? null,
      setItem: (key: string, text: string) => void box.set(key, text),
      removeItem: (key: string) => void box.delete(key),
    },
    {
      ownKeys: () => [...box.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal("window", { sessionStorage: storage })
  return box
}

test("once a session has ended nothing of it is readable, and unsent changes are restored at its person's sign-in", async () => {
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await uploadStorage.put(upload(ada.id))
  // The page was closed before it had stored them for others too.
  const tab = tabWith(notes(ada.id))
  await sealAll()
  expect(await readable()).not.toMatch(/harbour|salary|thousand|aaaaaaaa/)
  expect([...tab]).toEqual([])
  await sealAll()

  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
  expect(await uploadStorage.all(ada.id)).toHaveLength(1)
  expect(await draftStorage.all(ada.id)).toEqual([notes(ada.id)])
})

test("unsent texts are sealed when their session ends, and back in the tab after the sign-in", async () => {
  await arrive(ada)
  const texts = {
    "commentDraft.item.4": "Secret harbour",
    "messageDraft.7.2": "Secret harbour",
    "requestDraft.7": "Secret harbour",
    "starterDraft.7": "Secret harbour",
    "formDraft.profile": "Secret harbour",
  }
  const tab = tabWith(notes(ada.id))
  const type = () => {
    tab.clear()
    for (const each of Object.entries({ ...texts, tabPerson: String(ada.id), planId: "7" })) tab.set(...each)
  }
  const all = async () => JSON.stringify([...tab]) + (await readable())
  type()
  await sealAll()
  expect(await all()).not.toMatch(/harbour/)
  await arrive(ada)
  expect(Object.fromEntries(tab)).toMatchObject(texts)

  // Somebody else arrives in the tab before its page has noticed.
  await arrive(grace)
  expect(await all()).not.toMatch(/harbour/)
  tab.set("tabPerson", String(grace.id))
  await arrive(ada)
  expect(Object.fromEntries(tab)).toMatchObject(texts)

  // Without a key they are gone.
  await forgetEverything()
  type()
  await sealAll()
  expect(await all()).not.toMatch(/harbour/)
})

test("entries that cannot be sealed wait for their person as they are", async () => {
  const tab = tabWith(notes(ada.id))
  const typed = entry(ada.id, "Without a key")
  await outboxStorage.put(typed)
  await sealAll()
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
  expect([...tab]).toHaveLength(1)
  expect(await draftStorage.all(ada.id)).toEqual([])
})

test("unsaved notes are unreadable to the next person, and wait for their author's page", async () => {
  const tab = tabWith(notes(ada.id))
  await draftStorage.put(notes(ada.id))
  await keepKey(ada.id, keyOf("a"))
  expect([await countDrafts(ada.id), await countDrafts(grace.id)]).toEqual([1, 0])

  await arrive(grace)
  expect([...tab]).toEqual([])
  expect(await readable()).not.toMatch(/harbour/)
  expect(await countDrafts(ada.id)).toBe(0)
  await forgetEverything(grace.id)

  await arrive(ada)
  expect(await draftStorage.all(ada.id)).toEqual([notes(ada.id)])
})

test("signing out leaves other people's sealed entries, and nothing else", async () => {
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

test("sealed entries wait 30 days, and are deleted a day after a page has found them older", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z"), toFake: ["Date"] })
  await arrive(ada)
  await outboxStorage.put(entry(ada.id, "Secret harbour"))
  await arrive(grace)
  for (const day of ["2026-03-30", "2026-04-01", "2026-04-02"]) {
    vi.setSystemTime(Date.parse(`${day}T12:00:00Z`))
    await arrive(grace)
  }
  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual([])
})

test.each([
  ["a month ahead for an hour", "2026-03-01", "2026-04-05"],
  ["years behind until it was put right", "1970-01-01", "2026-03-01"],
  ["years ahead until it was put right", "2099-01-01", "2026-03-01"],
])("sealed entries outlast a clock that is %s", async (_, sealed, found) => {
  vi.useFakeTimers({ now: Date.parse(`${sealed}T12:00:00Z`), toFake: ["Date"] })
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await arrive(grace)
  for (const time of ["12:00", "13:00"]) {
    vi.setSystemTime(Date.parse(`${found}T${time}:00Z`))
    await arrive(grace)
  }
  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
})

test("the first person to return after more than 30 days finds their sealed entries", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z"), toFake: ["Date"] })
  await arrive(ada)
  const typed = entry(ada.id, "Secret harbour")
  await outboxStorage.put(typed)
  await sealAll()
  vi.setSystemTime(Date.parse("2026-05-01T12:00:00Z"))
  await arrive(ada)
  expect(await outboxStorage.all(ada.id)).toEqual([typed])
})

test("without encryption or a key, entries of others are deleted", async () => {
  await outboxStorage.put(entry(ada.id, "Without a key"))
  await arrive(grace)
  vi.stubGlobal("crypto", { randomUUID: () => "1" })
  await outboxStorage.put({ ...entry(grace.id, "Over http"), ref: "2" })
  await arrive(ada)
  expect(await readable()).not.toMatch(/Without a key|Over http/)
})
