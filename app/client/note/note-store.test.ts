import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { LoggedEvent } from "~/contract/event-payload"
import type { Note } from "~/contract/note"
import { titleOf } from "~/rules/text-parts"
import { observable } from "../observable"
import type { PlanSession } from "../plan-session"

type Sent = { method: string; path: string; body: Partial<Note>; key: string | null; keepalive: boolean }

const planId = 3
const me = 7
const pageRows = 3
const stored = `unsavedNotes.${planId}`

/** A server with the notes of a plan, which may be down. */
const house = () => {
  const notes = new Map<number, Note>()
  const sent: Sent[] = []
  const answers = new Map<string, Note>()
  let clock = 0
  let state: "up" | "down" | "mute" = "up"
  const time = () => new Date(Date.UTC(2026, 0, 1) + ++clock * 1_000).toISOString()
  const put = (fields: Partial<Note>) => {
    const id = fields.id ?? notes.size + 1
    const before = notes.get(id) ?? ({ id, planId, type: 0, visibility: 0, content: "", createdById: me } as Note)
    const after = { ...before, ...fields, id, canEdit: true, modifiedDate: time() }
    const note = { ...after, title: titleOf(after.title, after.content) } as Note
    notes.set(id, note)
    return note
  }
  const json = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": status < 400 ? "application/json" : "application/problem+json" },
    })
  const answer = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const method = init.method ?? "GET"
    if (path.startsWith(`/api/Note/plan/${planId}`)) {
      const before = Number(/before=(\d+)/.exec(path)?.[1] ?? 0)
      const list = [...notes.values()].reverse()
      const at = list.findIndex(({ id }) => id === before)
      if (before && at === -1) return json(400, { status: 400, message: "There is no such note any more." })
      const page = list.slice(at + 1, at + 1 + pageRows)
      const answer = json(200, page)
      if (list.length > at + 1 + pageRows)
        answer.headers.set("link", `<${path.split("?")[0]}?before=${page.at(-1)?.id}>; rel="next"`)
      return answer
    }
    const id = Number(/\/api\/Note\/(\d+)$/.exec(path)?.[1] ?? 0)
    const note = notes.get(id)
    if (id && !note) return json(404, { status: 404, message: "It is not there." })
    if (method === "GET") return json(200, note)
    const body = JSON.parse(String(init.body)) as Partial<Note>
    const key = headers.get("idempotency-key")
    sent.push({ method, path, body, key, keepalive: init.keepalive === true })
    const known = answers.get(key ?? "")
    if (known) return json(200, known)
    const base = headers.get("if-unmodified-since-version")
    if (note && base !== null && base !== note.modifiedDate)
      return json(409, { status: 409, message: "Somebody changed it.", current: note })
    const made = put({ ...body, ...(id ? { id } : {}) })
    if (key) answers.set(key, made)
    return json(200, made)
  }
  const fetch = async (path: string, init: RequestInit = {}) => {
    if (state === "down") throw new TypeError("no connection")
    const given = answer(path, init)
    if (state === "mute" && init.method !== "GET") throw new TypeError("the answer was lost")
    return given
  }
  return {
    notes,
    put,
    sent,
    fetch,
    is: (next: typeof state) => {
      state = next
    },
  }
}

let at: ReturnType<typeof house>
let memory: Record<string, string>

/** The tab after loading a page: modules are new, its storage stays. */
const page = async (userId = me) => {
  vi.resetModules()
  const { noteStoreOf } = await import("./note-store")
  const { forgetPerson } = await import("../memory/forget")
  const live = observable("Connected")
  const told: ((event: LoggedEvent) => void)[] = []
  const followed = new Map<string, (event: string, sent: object) => void>()
  const queued: unknown[] = []
  const outboxes: ((event: unknown) => void)[] = []
  const session = {
    planId,
    store: { plan: () => ({ planRole: 1 }) },
    live,
    outbox: {
      add: (call: unknown) => void queued.push(call),
      listen: (listener: (event: unknown) => void) => void outboxes.push(listener),
    },
    onEvent: (listener: (event: LoggedEvent) => void) => void told.push(listener),
    follow: (topic: string, { onMessage }: { onMessage(event: string, sent: object): void }) => {
      followed.set(topic, onMessage)
    },
  } as unknown as PlanSession
  const noteStore = noteStoreOf(session, userId)
  await vi.advanceTimersByTimeAsync(0)
  const settle = (entry: object) => outboxes.map((each) => each({ kind: "settled", entry }))
  return {
    noteStore,
    live,
    followed,
    queued,
    settle,
    forgetPerson,
    tell: (event: object) => told.map((each) => each(event as LoggedEvent)),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  at = house()
  memory = {}
  const storage = new Proxy(memory, {
    get: (items, name: string) =>
      ({
        getItem: (key: string) => items[key] ?? null,
        setItem: (key: string, value: string) => void Object.assign(items, { [key]: value }),
        removeItem: (key: string) => void delete items[key],
        clear: () => {
          for (const key of Object.keys(items)) delete items[key]
        },
      })[name],
  })
  vi.stubGlobal("window", { sessionStorage: storage, localStorage: storage })
  vi.stubGlobal("fetch", at.fetch)
})
afterEach(() => {
  // Those of a page whose person has left would be the next file's.
  vi.resetModules()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("creates a new note two seconds after the last key, and saves later changes after one second", async () => {
  const { noteStore } = await page()
  const editing = noteStore.open()
  editing.change({ content: "Dock" })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(at.sent).toEqual([])
  expect(memory[stored]).toContain("Dock")
  expect(noteStore.isUnsaved()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(at.sent).toMatchObject([{ method: "POST", body: { content: "Dock", visibility: 0, type: 0 } }])
  expect([noteStore.isUnsaved(), memory[stored]]).toEqual([false, undefined])
  editing.change({ content: "Dock permits" })
  await vi.advanceTimersByTimeAsync(999)
  expect(at.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(at.sent[1]).toMatchObject({ method: "PUT", path: "/api/Note/1", body: { content: "Dock permits" } })
  expect(noteStore.notes.get()).toEqual([at.notes.get(1)])
})

test("merges other people's changes, or offers both versions; nothing is lost", async () => {
  const note = at.put({ content: "One\nTwo\nThree", visibility: 1 })
  const { noteStore } = await page()
  const editing = noteStore.open(note)
  editing.change({ content: "One\nTwo\nThree of mine" })
  at.put({ id: note.id, content: "One of theirs\nTwo\nThree" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(at.notes.get(note.id)?.content).toBe("One of theirs\nTwo\nThree of mine")
  expect(at.sent).toHaveLength(2)

  editing.change({ content: "Mine" })
  at.put({ id: note.id, content: "Theirs" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(at.notes.get(note.id)?.content).toBe("Theirs")
  expect(editing.state.get()).toMatchObject({ fields: { content: "Mine" }, theirs: { content: "Theirs" } })
  expect(memory[stored]).toContain("Mine")
  editing.resolve("mine")
  await vi.advanceTimersByTimeAsync(0)
  expect(at.notes.get(note.id)?.content).toBe("Mine")
  expect(memory[stored]).toBeUndefined()
})

test("leaving saves at once with a keepalive request", async () => {
  const { noteStore } = await page()
  noteStore.open().change({ content: "On the way out" })
  expect(await noteStore.flush(true)).toBe(true)
  expect(at.sent).toMatchObject([{ method: "POST", keepalive: true }])
})

test("a save without an answer is repeated after the page is reloaded, and creates the note once", async () => {
  const first = await page()
  at.is("mute")
  first.noteStore.open().change({ content: "Heard, not answered" })
  expect(await first.noteStore.flush(true)).toBe(false)
  vi.clearAllTimers()
  const again = await page()
  at.is("up")
  expect(again.noteStore.leftBehind()?.state.get().fields.content).toBe("Heard, not answered")
  await vi.advanceTimersByTimeAsync(5_000)
  expect(new Set(at.sent.map(({ key }) => key)).size).toBe(1)
  expect(at.notes.size).toBe(1)
  expect([again.noteStore.leftBehind(), memory[stored]]).toEqual([undefined, undefined])
})

test("text typed without a connection is stored in the browser and sent when there is one", async () => {
  const { noteStore } = await page()
  at.is("down")
  noteStore.open().change({ content: "In a tunnel" })
  await vi.advanceTimersByTimeAsync(20_000)
  expect([at.notes.size, noteStore.isUnsaved()]).toEqual([0, true])
  expect(memory[stored]).toContain("In a tunnel")
  at.is("up")
  await vi.advanceTimersByTimeAsync(5_000)
  expect([at.notes.size, noteStore.isUnsaved(), memory[stored]]).toEqual([1, false, undefined])
})

test("signing out deletes unsaved text, and the closing page stores nothing more", async () => {
  const { noteStore, forgetPerson } = await page()
  at.is("down")
  noteStore.open().change({ content: "A secret", visibility: 0 })
  await vi.advanceTimersByTimeAsync(300)
  expect(memory[stored]).toContain("A secret")
  forgetPerson()
  await noteStore.flush(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(JSON.stringify(memory)).not.toContain("A secret")
})

test("another person's unsaved notes are not opened, and stay for their author", async () => {
  at.is("down")
  const { noteStore } = await page()
  noteStore.open().change({ content: "A secret" })
  await vi.advanceTimersByTimeAsync(300)
  const other = await page(8)
  await other.noteStore.taken
  expect(other.noteStore.leftBehind()).toBeUndefined()
  expect((await page()).noteStore.leftBehind()?.state.get().fields.content).toBe("A secret")
})

test("notes typed without a connection wait in a list, until the server has them", async () => {
  const { noteStore } = await page()
  const { pendingNotes } = await import("../outbox/pending")
  const waiting = () =>
    pendingNotes
      .get()
      .get(planId)
      ?.map(({ title }) => title)
  at.is("down")
  noteStore.open().change({ content: "First in the tunnel" })
  await vi.advanceTimersByTimeAsync(2_500)
  noteStore.open().change({ content: "Second" })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(waiting()).toEqual(["First in the tunnel", "Second"])
  expect(noteStore.unsaved.get().map(({ state }) => state.get().fields.content)).toEqual([
    "First in the tunnel",
    "Second",
  ])
  at.is("up")
  await vi.advanceTimersByTimeAsync(5_000)
  expect([waiting(), noteStore.unsaved.get(), at.notes.size]).toEqual([[], [], 2])
})

test("a note's deletion goes through the outbox with its unsaved text, and the list has the note until then", async () => {
  const note = at.put({ content: "Ours", visibility: 1 })
  const { noteStore, queued, settle } = await page()
  at.is("down")
  noteStore.open(note).change({ content: "Ours and more" })
  noteStore.remove(note)
  expect(queued).toMatchObject([{ name: "note.remove", input: { planId, id: note.id }, planId }])
  expect([noteStore.isUnsaved(), noteStore.unsaved.get()]).toEqual([false, []])
  expect(noteStore.notes.get()).toHaveLength(1)
  settle({ name: "note.remove", input: { planId, id: note.id } })
  expect(noteStore.notes.get()).toEqual([])
})

test("a tab reserves typed texts for their author: the next person finds no message, request or starter", async () => {
  const { claimTab, hasDrafts, messageDraft, requestDraft, starterDraft } = await import("../memory/typed")
  claimTab(me)
  expect(hasDrafts()).toBe(false)
  messageDraft(planId, 9).write("To Marco")
  expect(hasDrafts()).toBe(true)
  requestDraft(planId).write("Plan my salary")
  starterDraft(planId).write({ name: "Secret", description: "" })
  claimTab(me)
  expect(messageDraft(planId, 9).read()).toBe("To Marco")
  claimTab(8)
  expect([messageDraft(planId, 9).read(), requestDraft(planId).read(), starterDraft(planId).read().name]).toEqual([
    "",
    "",
    "",
  ])
  expect(hasDrafts()).toBe(false)
})

test("private notes are added, changed and deleted by events of the person's other devices", async () => {
  const { noteStore, followed } = await page()
  const contents = () => (noteStore.notes.get() as Note[]).map(({ content }) => content)
  const hear = (id: number, of = planId, clientId = "another device") => {
    const sent = { planId: of, clientId, actorId: me, at: "", data: { id } }
    followed.get(`user:${me}`)?.("PrivateNoteChanged", sent)
    return vi.advanceTimersByTimeAsync(0)
  }
  const note = at.put({ content: "Mine", visibility: 0 })
  await hear(note.id, planId + 1)
  expect(contents()).toEqual([])
  await hear(note.id)
  expect(contents()).toEqual(["Mine"])
  const editing = noteStore.open(note)
  at.put({ ...note, content: "Mine, from elsewhere" })
  await hear(note.id)
  expect([contents(), editing.state.get().fields.content]).toEqual([["Mine, from elsewhere"], "Mine, from elsewhere"])
  at.notes.delete(note.id)
  await hear(note.id)
  expect([contents(), editing.state.get().gone]).toEqual([[], true])
})

test("a note deleted while it is edited is marked as gone and can be saved as a new one", async () => {
  const note = at.put({ content: "Ours", visibility: 1 })
  const { noteStore, tell } = await page()
  const editing = noteStore.open(note)
  editing.change({ content: "Ours and more" })
  at.notes.delete(note.id)
  tell({ event: "NoteDeleted", payload: { data: { id: note.id }, clientId: "another" } })
  await vi.advanceTimersByTimeAsync(0)
  expect(editing.state.get().gone).toBe(true)
  expect(noteStore.notes.get()).toEqual([])
  editing.renew()
  await vi.advanceTimersByTimeAsync(0)
  expect(noteStore.notes.get()).toMatchObject([{ content: "Ours and more", visibility: 0 }])
})

test("older notes load in list pages, and a linked one at once without losing its place in the list", async () => {
  for (let n = 1; n <= 8; n++) at.put({ title: `Note ${n}` })
  const { noteStore } = await page()
  const ids = () => (noteStore.notes.get() as Note[]).map(({ id }) => id)
  await vi.waitFor(() => expect(ids()).toEqual([8, 7, 6]))
  expect((await noteStore.find(2))?.title).toBe("Note 2")
  expect(ids()).toEqual([8, 7, 6, 2])
  await noteStore.loadOlder()
  expect(ids()).toEqual([8, 7, 6, 5, 4, 3, 2])
  // The note that the page ended with is deleted, so the list starts again.
  at.notes.delete(3)
  await noteStore.loadOlder()
  expect(ids()).toEqual([8, 7, 6])
  await noteStore.loadOlder()
  expect(ids()).toEqual([8, 7, 6, 5, 4, 2])
  await noteStore.loadOlder()
  expect([ids(), noteStore.hasOlder.get()]).toEqual([[8, 7, 6, 5, 4, 2, 1], false])
  expect(await noteStore.find(3)).toBeUndefined()
})
