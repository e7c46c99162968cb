import "fake-indexeddb/auto"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import type { RuleName } from "~/rules/index"
import type { PendingCall } from "../board/board-types"
import { temporaryId } from "../board/temporary-ids"
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
import { type Outbox, type OutboxEvent, openOutbox } from "./outbox"
import type { TextCall } from "./outbox-entry"
import { sendEntry } from "./send-entry"

/** A server that handles each idempotency key once, and fails as the test demands. */
type Seen = {
  path: string
  key: string
  body: { name?: string; itemId?: number; description?: string; content?: string }
}
type Failure = { status: number; headers?: Record<string, string> } | "lose the answer" | "lose the request"

let server: http.Server
let origin: string
let arrived: Seen[] = []
let done: Seen[] = []
let failures: Failure[] = []
let atOnce = 0
let most = 0
const remembered = new Map<string, string>()
let nextId = 500

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    atOnce++
    most = Math.max(most, atOnce)
    let text = ""
    for await (const chunk of request) text += chunk
    await new Promise((resolve) => setTimeout(resolve, 5))
    atOnce--
    const seen = {
      path: String(request.url),
      key: String(request.headers["idempotency-key"]),
      body: JSON.parse(text || "{}"),
    }
    arrived.push(seen)
    const failure = failures.shift()
    if (failure === "lose the request") return response.destroy()
    if (typeof failure === "object") {
      response.writeHead(failure.status, { "content-type": "application/problem+json", ...failure.headers })
      return response.end(JSON.stringify({ status: failure.status, message: `Refused with ${failure.status}.` }))
    }
    let answer = remembered.get(seen.key)
    if (answer === undefined) {
      done.push(seen)
      answer = request.method === "DELETE" ? "" : JSON.stringify({ ...seen.body, id: ++nextId })
      remembered.set(seen.key, answer)
    }
    if (failure === "lose the answer") return response.destroy()
    const headers = { "content-type": "application/json", "x-plan-seq": String(done.length) }
    response.writeHead(answer === "" ? 204 : 200, headers)
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

beforeEach(() => {
  arrived = []
  done = []
  failures = []
  most = 0
})

const opened: Outbox[] = []
afterEach(async () => {
  for (const outbox of opened.splice(0)) outbox.close()
  await forgetEverything()
})

const open = (userId = 1, delay = 20) => {
  const events: OutboxEvent[] = []
  const onSignedOut = vi.fn()
  const onEnded = vi.fn()
  const outbox = openOutbox({
    userId,
    onEnded,
    storage: outboxStorage,
    delay: () => delay,
    send: (entry) => sendEntry(entry, { origin, onSignedOut }),
  })
  outbox.listen((event) => events.push(event))
  opened.push(outbox)
  const kinds = (kind: OutboxEvent["kind"]) => events.filter((event) => event.kind === kind)
  return { outbox, events, kinds, onSignedOut, onEnded }
}

const call = (name: RuleName, input: object, planId = 7): PendingCall & { planId: number } =>
  ({
    name,
    input: { planId, ...input },
    planId,
    ref: crypto.randomUUID(),
    clientId: "tab",
    context: { now: "2026-01-31T09:00:00.000Z", actor: { id: 1, userName: "Ada" }, newId: temporaryId() },
  }) as unknown as PendingCall & { planId: number }

const comment = (content: string, id = 4): TextCall & { planId: number } => ({
  name: "item.addComment",
  input: { planId: 7, id, content, mentions: [] },
  planId: 7,
  ref: crypto.randomUUID(),
  clientId: "tab",
})
const message = (content: string): TextCall & { planId: number } => ({
  name: "message.send",
  input: { planId: 7, personId: 2, conversationId: 5, content },
  planId: 7,
  ref: crypto.randomUUID(),
  clientId: "tab",
})
const contents = (outbox: Outbox) => outbox.texts.get().map(({ input }) => input.content)

const named = (name: string, planId = 7) => call("goal.create", { name }, planId)
const empty = (outbox: Outbox) => vi.waitFor(() => expect(outbox.pendingCount.get()).toBe(0), 5_000)

test("sends a plan's calls one after another, in the order they were made", async () => {
  const { outbox, events } = open()
  const names = Array.from({ length: 12 }, (_, at) => `goal ${at}`)
  for (const name of names) outbox.add(named(name))
  expect(outbox.pendingCount.get()).toBe(12)
  await empty(outbox)
  expect(done.map(({ body }) => body.name)).toEqual(names)
  expect(most).toBe(1)
  expect(events.filter(({ kind }) => kind === "settled")).toMatchObject(names.map((_, at) => ({ seq: at + 1 })))
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toEqual([]))
})

test("repeats calls under the same key after a lost request, a lost answer and a busy server; each takes effect once, in order", async () => {
  failures = [
    "lose the answer",
    { status: 503 },
    "lose the request",
    { status: 429 },
    { status: 500 },
    "lose the answer",
  ]
  const { outbox, kinds } = open()
  for (const name of ["a", "b", "c"]) outbox.add(named(name))
  await empty(outbox)
  expect(done.map(({ body }) => body.name)).toEqual(["a", "b", "c"])
  expect(arrived.length).toBeGreaterThan(6)
  expect(new Set(arrived.map(({ key }) => key)).size).toBe(3)
  expect(kinds("refused")).toEqual([])
})

test("waits for Retry-After, unless the browser is online again", async () => {
  failures = [{ status: 429, headers: { "retry-after": "60" } }]
  const { outbox } = open()
  outbox.add(named("a"))
  await vi.waitFor(() => expect(arrived).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(arrived).toHaveLength(1)
  outbox.retry()
  await empty(outbox)
  expect(done).toHaveLength(1)
})

test("a refused call is dropped with its problem, and the next one is sent", async () => {
  failures = [{ status: 409 }]
  const { outbox, kinds } = open()
  const refused = outbox.add(named("a"))
  outbox.add(named("b"))
  await empty(outbox)
  expect(done.map(({ body }) => body.name)).toEqual(["b"])
  expect(kinds("refused")).toMatchObject([
    { entry: { ref: refused.ref }, problem: { status: 409, message: "Refused with 409." } },
  ])
})

test("a call that names a row created here is sent with its real id, or not at all if the row was refused", async () => {
  const { outbox, kinds } = open()
  const made = named("a")
  outbox.add(made)
  outbox.add(call("task.create", { itemId: made.context.newId, description: "t" }))
  await empty(outbox)
  const { id } = JSON.parse(remembered.get(made.ref) as string) as { id: number }
  expect(done.map(({ body }) => body.itemId)).toEqual([undefined, id])

  failures = [{ status: 400 }]
  const never = named("b")
  outbox.add(never)
  outbox.add(call("task.create", { itemId: never.context.newId, description: "t" }))
  await empty(outbox)
  expect(done).toHaveLength(2)
  expect(kinds("refused")).toMatchObject([{ problem: { status: 400 } }, { problem: { status: 409 } }])
})

test("unsent calls survive a reload and arrive once, with real ids from before it", async () => {
  const first = open()
  const made = named("a")
  first.outbox.add(made)
  await empty(first.outbox)
  failures = ["lose the answer", ...Array.from({ length: 50 }, (): Failure => "lose the request")]
  first.outbox.add(named("b"))
  first.outbox.add(call("task.create", { itemId: made.context.newId, description: "later" }))
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toHaveLength(2))
  await vi.waitFor(() => expect(arrived.length).toBeGreaterThan(2))
  first.outbox.close()
  failures = []

  const second = open()
  // The server may have made the first call already.
  await vi.waitFor(() => expect(second.kinds("added")).toHaveLength(1))
  await empty(second.outbox)
  expect(done.map(({ body }) => body.name ?? body.description)).toEqual(["a", "b", "later"])
  expect(done[2]?.body.itemId).toBe((JSON.parse(remembered.get(made.ref) as string) as { id: number }).id)
})

test("a card whose answer was lost with the page is announced only if the repeat gets no answer", async () => {
  for (const failure of [undefined, "lose the request"] as const) {
    arrived = []
    failures = ["lose the answer"]
    const first = open(1, 60_000)
    const made = first.outbox.add(named("once"))
    await vi.waitFor(async () => expect(await outboxStorage.all(1)).toMatchObject([{ tried: true }]))
    await vi.waitFor(() => expect(arrived).toHaveLength(1))
    first.outbox.close()

    if (failure) failures = [failure]
    const { outbox } = open()
    const told: [string, number, number][] = []
    outbox.listen((event) => told.push([event.kind, arrived.length, outbox.queue(7).length]))
    await vi.waitFor(() => expect(arrived.length).toBeGreaterThan(1))
    await empty(outbox)
    expect(told).toEqual(
      failure
        ? [
            ["added", 2, 1],
            ["settled", 3, 0],
          ]
        : [["settled", 2, 0]],
    )
    expect(done.filter(({ key }) => key === made.ref)).toHaveLength(1)
    outbox.close()
    await forgetEverything()
  }
})

test("another person's changes stay stored and are not sent", async () => {
  failures = Array.from({ length: 100 }, (): Failure => "lose the request")
  const ada = open(1)
  ada.outbox.add(named("ada's"))
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toHaveLength(1))
  ada.outbox.close()
  failures = []
  const ben = open(2)
  ben.outbox.add(named("ben's"))
  await empty(ben.outbox)
  expect(done.map(({ body }) => body.name)).toEqual(["ben's"])
  expect(await outboxStorage.all(1)).toHaveLength(1)
})

test("calls stay pending while the person is signed out", async () => {
  failures = [{ status: 401 }]
  const { outbox, onSignedOut } = open()
  outbox.add(named("a"))
  await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(1))
  expect(outbox.pendingCount.get()).toBe(1)
  outbox.retry()
  await empty(outbox)
  expect(done).toHaveLength(1)
})

test("the queues of two plans don't block each other", async () => {
  failures = [{ status: 429, headers: { "retry-after": "60" } }]
  const { outbox } = open()
  outbox.add(named("stuck", 7))
  await vi.waitFor(() => expect(arrived).toHaveLength(1))
  outbox.add(named("goes", 8))
  await vi.waitFor(() => expect(done.map(({ body }) => body.name)).toEqual(["goes"]))
  expect(outbox.queue(7)).toHaveLength(1)
})

test("comments are sent in order with the board's calls, each once, and listed until the server answers", async () => {
  failures = ["lose the answer", { status: 503 }]
  const { outbox, kinds } = open()
  outbox.add(comment("first"))
  outbox.add(named("a"))
  outbox.add(comment("second"))
  expect(contents(outbox)).toEqual(["first", "second"])
  const listed: boolean[][] = []
  outbox.texts.subscribe(() => listed.push(outbox.texts.get().map(({ postponed }) => postponed !== undefined)))
  await empty(outbox)
  expect(listed).toContainEqual([true, true])
  expect(done.map(({ path, body }) => [path, body.content ?? body.name])).toEqual([
    ["/api/Item/4/comments?planId=7", "first"],
    ["/api/Goal?planId=7", "a"],
    ["/api/Item/4/comments?planId=7", "second"],
  ])
  expect(arrived.slice(0, 3).map(({ key }) => key)).toEqual(Array(3).fill(done[0]?.key))
  expect(contents(outbox)).toEqual([])
  expect(kinds("settled")).toMatchObject([{ answer: { content: "first" } }, {}, { answer: { content: "second" } }])
})

test("a conversation isn't blocked by the board's queue", async () => {
  failures = [{ status: 429, headers: { "retry-after": "60" } }]
  const { outbox } = open()
  outbox.add(named("stuck"))
  await vi.waitFor(() => expect(arrived).toHaveLength(1))
  outbox.add(message("one"))
  outbox.add(message("two"))
  await vi.waitFor(() => expect(done.map(({ body }) => body.content)).toEqual(["one", "two"]))
  expect(done[0]?.path).toBe("/api/message/conversations/5/messages")
})

test("an unsent comment survives a reload and arrives once, even if its answer was lost", async () => {
  failures = ["lose the answer", ...Array.from({ length: 50 }, (): Failure => "lose the request")]
  const first = open()
  first.outbox.add(comment("in the tunnel"))
  first.outbox.add(comment("and after it"))
  await vi.waitFor(() => expect(arrived.length).toBeGreaterThan(2))
  first.outbox.close()
  failures = []

  open()
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toEqual([]), 5_000)
  expect(done.map(({ body }) => body.content)).toEqual(["in the tunnel", "and after it"])
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toEqual([]))
})

test("a refused text stays with its reason until it is removed, even after a reload; the next one is sent", async () => {
  failures = [{ status: 403 }]
  const first = open()
  const refused = first.outbox.add(comment("not allowed"))
  first.outbox.add(comment("allowed"))
  await empty(first.outbox)
  expect(done.map(({ body }) => body.content)).toEqual(["allowed"])
  expect(first.kinds("refused")).toMatchObject([{ entry: { ref: refused.ref }, problem: { status: 403 } }])
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toMatchObject([{ problem: { status: 403 } }]))
  first.outbox.close()

  const { outbox } = open()
  await vi.waitFor(() => expect(outbox.texts.get()).toMatchObject([{ problem: { message: "Refused with 403." } }]))
  expect([contents(outbox), outbox.pendingCount.get()]).toEqual([["not allowed"], 0])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(arrived).toHaveLength(2)
  outbox.remove(refused.ref)
  expect(contents(outbox)).toEqual([])
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toEqual([]))
})

test("a hidden text is no longer listed, but sent until the server answers", async () => {
  failures = ["lose the answer"]
  const { outbox, kinds } = open()
  const { ref } = outbox.add(comment("once"))
  outbox.hide(ref)
  expect([contents(outbox), outbox.pendingCount.get()]).toEqual([[], 1])
  await empty(outbox)
  expect([arrived.length, done.length, kinds("settled").length]).toEqual([2, 1, 1])
})

test("signing out in another tab ends the outbox", async () => {
  failures = Array.from({ length: 100 }, (): Failure => "lose the request")
  const { outbox, onEnded } = open()
  outbox.add(comment("for nobody else"))
  await vi.waitFor(() => expect(arrived.length).toBeGreaterThan(0))
  const other = new BroadcastChannel(outboxChannel(1))
  other.postMessage("end")
  other.close()
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1))
  failures = []
  const { length } = arrived
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([arrived.length - length <= 1, done]).toEqual([true, []])
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
    failures = Array.from({ length: 3 }, (): Failure => "lose the request")
    done = []
    const { outbox } = open()
    outbox.add(named("kept in memory"))
    await vi.waitFor(() => expect(deviceStores.get()).toBe(false))
    await empty(outbox)
    expect(done.map(({ body }) => body.name)).toEqual(["kept in memory"])
    put.mockRestore()
    outbox.add(named("stored"))
    await vi.waitFor(() => expect(deviceStores.get()).toBe(true))
    await empty(outbox)
    outbox.close()
  }
})

test("a full database gives up its boards for unsent changes", async () => {
  const board = { plan: { id: 7 } } as Parameters<typeof keepBoard>[1]
  await keepBoard(1, board)
  const store = IDBObjectStore.prototype.put
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
    throw new DOMException("Full", "QuotaExceededError")
  })
  failures = Array.from({ length: 50 }, (): Failure => "lose the request")
  const { outbox } = open(1, 60_000)
  outbox.add(comment("typed on a train"))
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toHaveLength(1))
  expect(deviceStores.get()).toBe(true)
  expect(await recallBoard(1, 7)).toBeUndefined()
  put.mockRestore()
  expect(IDBObjectStore.prototype.put).toBe(store)
})

test("changes are stored again when their database is deleted under the page", async () => {
  failures = Array.from({ length: 9 }, () => "lose the request" as const)
  const { outbox } = open(1, 60_000)
  outbox.add(named("kept"))
  outbox.add(comment("kept too"))
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toHaveLength(2))
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("laneway")
    request.onsuccess = resolve
    request.onerror = reject
  })
  await vi.waitFor(async () =>
    expect((await outboxStorage.all(1)).map(({ input }) => input)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: "kept" }),
        expect.objectContaining({ content: "kept too" }),
      ]),
    ),
  )
})

test("asks the browser to keep its storage once a change has to wait, and only once", async () => {
  const persist = vi.fn(async () => false)
  vi.stubGlobal("navigator", { storage: { persist } })
  const first = open()
  first.outbox.add(named("sent at once"))
  await empty(first.outbox)
  expect(persist).not.toHaveBeenCalled()
  failures = ["lose the request", "lose the request"]
  first.outbox.add(named("has to wait"))
  await empty(first.outbox)
  expect(persist).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test("a refused change stays with what was typed until it is removed; one without a text goes", async () => {
  failures = [{ status: 403 }, { status: 409 }]
  const first = open()
  const typed = first.outbox.add(named("Grow"))
  const stored = new Promise<unknown>((resolve) =>
    first.outbox.listen(({ kind, entry }) => {
      if (kind === "refused" && entry.ref === typed.ref)
        resolve(outboxStorage.all(1).then((all) => all.find(({ ref }) => ref === typed.ref)?.problem))
    }),
  )
  first.outbox.add(call("goal.remove", { id: 4 }))
  await empty(first.outbox)
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toHaveLength(1))
  first.outbox.close()

  const { outbox } = open()
  await vi.waitFor(() => expect(outbox.refused.get().map(({ ref }) => ref)).toEqual([typed.ref]))
  expect(outbox.refused.get()[0]?.problem).toMatchObject({ status: 403 })
  // Who hears of it finds it stored with its reason.
  expect(await stored).toMatchObject({ status: 403 })
  expect([outbox.queue(7), outbox.pendingCount.get()]).toEqual([[], 0])
  outbox.remove(typed.ref)
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toEqual([]))
  expect(outbox.refused.get()).toEqual([])
})

test("a deletion that is undone before it was sent is not shown, and both are sent in order", async () => {
  failures = Array.from({ length: 20 }, (): Failure => "lose the request")
  const first = open()
  first.outbox.add(call("task.remove", { id: 4 }))
  first.outbox.add({
    name: "plan.restoreDeleted",
    input: { planId: 7, entity: "task", id: 4 },
    planId: 7,
    ref: crypto.randomUUID(),
    clientId: "tab",
  })
  expect(first.outbox.queue(7)).toEqual([])
  await vi.waitFor(async () => expect(await outboxStorage.all(1)).toHaveLength(2))
  first.outbox.close()
  failures = []

  open()
  await vi.waitFor(() => expect(done).toHaveLength(2), 5_000)
  expect(done.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/api\/Task\/4/),
    "/api/Plan/7/deleted/task/4/restore",
  ])
})
