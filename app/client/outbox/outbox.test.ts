import { expect, onTestFinished, test, vi } from "vitest"
import { call, empty, type Failure, named, outboxServer } from "../../../tests/support/services/outbox-server"
import { forgetEverything, outboxStorage } from "./browser-database"

const { server, open } = outboxServer()

test("sends a plan's calls one after another, in the order they were made", async () => {
  const { outbox, events } = open()
  const names = Array.from({ length: 12 }, (_, at) => `goal ${at}`)
  for (const name of names) outbox.add(named(name))
  expect(outbox.pendingCount.get()).toBe(12)
  await empty(outbox)
  expect(server.done.map(({ body }) => body.name)).toEqual(names)
  expect(server.most).toBe(1)
  expect(events.filter(({ kind }) => kind === "settled")).toMatchObject(names.map((_, at) => ({ seq: at + 1 })))
  await expect.poll(() => outboxStorage.all(1)).toEqual([])
})

test("repeats calls under the same key after a lost request, a lost answer and a busy server; each takes effect once, in order", async () => {
  server.failures = [
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
  expect(server.done.map(({ body }) => body.name)).toEqual(["a", "b", "c"])
  expect(server.arrived.length).toBeGreaterThan(6)
  expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(3)
  expect(kinds("refused")).toEqual([])
})

test("waits for Retry-After, unless the browser is online again", async () => {
  server.failures = [{ status: 429, headers: { "retry-after": "60" } }]
  const { outbox } = open()
  outbox.add(named("a"))
  await expect.poll(() => server.arrived).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.arrived).toHaveLength(1)
  outbox.retry()
  await empty(outbox)
  expect(server.done).toHaveLength(1)
})

test("a refused call is dropped with its problem, and the next one is sent", async () => {
  server.failures = [{ status: 409 }]
  const { outbox, kinds } = open()
  const refused = outbox.add(named("a"))
  outbox.add(named("b"))
  await empty(outbox)
  expect(server.done.map(({ body }) => body.name)).toEqual(["b"])
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
  const { id } = JSON.parse(server.remembered.get(made.ref) as string) as { id: number }
  expect(server.done.map(({ body }) => body.itemId)).toEqual([undefined, id])

  server.failures = [{ status: 400 }]
  const never = named("b")
  outbox.add(never)
  outbox.add(call("task.create", { itemId: never.context.newId, description: "t" }))
  await empty(outbox)
  expect(server.done).toHaveLength(2)
  expect(kinds("refused")).toMatchObject([{ problem: { status: 400 } }, { problem: { status: 409 } }])
})

test("unsent calls survive a reload and arrive once, with real ids from before it", async () => {
  const first = open()
  const made = named("a")
  first.outbox.add(made)
  await empty(first.outbox)
  server.failures = ["lose the answer", ...Array.from({ length: 50 }, (): Failure => "lose the request")]
  first.outbox.add(named("b"))
  first.outbox.add(call("task.create", { itemId: made.context.newId, description: "later" }))
  await expect.poll(() => outboxStorage.all(1)).toHaveLength(2)
  await expect.poll(() => server.arrived.length).toBeGreaterThan(2)
  first.outbox.close()
  server.failures = []

  const second = open()
  // The server may have made the first call already.
  await expect.poll(() => second.kinds("added")).toHaveLength(1)
  await empty(second.outbox)
  expect(server.done.map(({ body }) => body.name ?? body.description)).toEqual(["a", "b", "later"])
  expect(server.done[2]?.body.itemId).toBe((JSON.parse(server.remembered.get(made.ref) as string) as { id: number }).id)
})

test("a card whose answer was lost with the page is announced only if the repeat gets no answer", async () => {
  for (const failure of [undefined, "lose the request"] as const) {
    server.arrived = []
    server.failures = ["lose the answer"]
    const first = open(1, 60_000)
    const made = first.outbox.add(named("once"))
    await expect.poll(() => outboxStorage.all(1)).toMatchObject([{ tried: true }])
    await expect.poll(() => server.arrived).toHaveLength(1)
    first.outbox.close()

    if (failure) server.failures = [failure]
    const { outbox } = open()
    const told: [string, number, number][] = []
    outbox.listen((event) => told.push([event.kind, server.arrived.length, outbox.queue(7).length]))
    await expect.poll(() => server.arrived.length).toBeGreaterThan(1)
    await empty(outbox)
    expect(told).toEqual(
      failure
        ? [
            ["added", 2, 1],
            ["settled", 3, 0],
          ]
        : [["settled", 2, 0]],
    )
    expect(server.done.filter(({ key }) => key === made.ref)).toHaveLength(1)
    outbox.close()
    await forgetEverything()
  }
})

test("another person's changes stay stored and are not sent", async () => {
  server.failures = Array.from({ length: 100 }, (): Failure => "lose the request")
  const ada = open(1)
  ada.outbox.add(named("ada's"))
  await expect.poll(() => outboxStorage.all(1)).toHaveLength(1)
  ada.outbox.close()
  server.failures = []
  const ben = open(2)
  ben.outbox.add(named("ben's"))
  await empty(ben.outbox)
  expect(server.done.map(({ body }) => body.name)).toEqual(["ben's"])
  expect(await outboxStorage.all(1)).toHaveLength(1)
})

test("calls stay pending while the person is signed out", async () => {
  server.failures = [{ status: 401 }]
  const { outbox, onSignedOut } = open()
  outbox.add(named("a"))
  await expect.poll(() => onSignedOut).toHaveBeenCalledTimes(1)
  expect(outbox.pendingCount.get()).toBe(1)
  outbox.retry()
  await empty(outbox)
  expect(server.done).toHaveLength(1)
})

test("the queues of two plans don't block each other", async () => {
  server.failures = [{ status: 429, headers: { "retry-after": "60" } }]
  const { outbox } = open()
  outbox.add(named("stuck", 7))
  await expect.poll(() => server.arrived).toHaveLength(1)
  outbox.add(named("goes", 8))
  await expect.poll(() => server.done.map(({ body }) => body.name)).toEqual(["goes"])
  expect(outbox.queue(7)).toHaveLength(1)
})

test("a refused change stays with what was typed until it is removed; one without a text goes", async () => {
  server.failures = [{ status: 403 }, { status: 409 }]
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
  await expect.poll(() => outboxStorage.all(1)).toHaveLength(1)
  first.outbox.close()

  const { outbox } = open()
  await expect.poll(() => outbox.refused.get().map(({ ref }) => ref)).toEqual([typed.ref])
  expect(outbox.refused.get()[0]?.problem).toMatchObject({ status: 403 })
  // A listener finds it stored with its reason.
  expect(await stored).toMatchObject({ status: 403 })
  expect([outbox.queue(7), outbox.pendingCount.get()]).toEqual([[], 0])
  outbox.remove(typed.ref)
  await expect.poll(() => outboxStorage.all(1)).toEqual([])
  expect(outbox.refused.get()).toEqual([])
})

test("refused changes are listed for 30 days, then for one more day, even if the clock was years behind when they were typed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2019-01-01T00:00:00Z") })
  onTestFinished(() => void vi.useRealTimers())
  server.failures = [{ status: 403 }]
  const first = open()
  const typed = first.outbox.add(named("Grow"))
  vi.setSystemTime(Date.parse("2026-03-01T12:00:00Z"))
  await empty(first.outbox)
  await expect.poll(() => outboxStorage.all(1)).toMatchObject([{ problem: { status: 403 } }])
  first.outbox.close()

  vi.setSystemTime(Date.parse("2026-03-30T12:00:00Z"))
  const second = open()
  await expect.poll(() => second.outbox.refused.get().map(({ ref }) => ref)).toEqual([typed.ref])
  second.outbox.close()

  // After 30 days it is still listed for a day.
  vi.setSystemTime(Date.parse("2026-05-01T12:00:00Z"))
  const third = open()
  await expect.poll(() => third.outbox.refused.get().map(({ ref }) => ref)).toEqual([typed.ref])
  third.outbox.close()

  vi.setSystemTime(Date.parse("2026-05-02T12:00:00Z"))
  open()
  await expect.poll(() => outboxStorage.all(1)).toEqual([])
})

test("a deletion that is undone before it was sent is not shown, and both are sent in order", async () => {
  server.failures = Array.from({ length: 20 }, (): Failure => "lose the request")
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
  await expect.poll(() => outboxStorage.all(1)).toHaveLength(2)
  first.outbox.close()
  server.failures = []

  open()
  await expect.poll(() => server.done, { timeout: 5_000 }).toHaveLength(2)
  expect(server.done.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/api\/Task\/4/),
    "/api/Plan/7/deleted/task/4/restore",
  ])
})
