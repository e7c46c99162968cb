import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { problem, type Refusal } from "~/contract/problem"
import type { OutboxEntry } from "./outbox-entry"
import { sendEntry } from "./send-entry"
import { type Base, baseOf, conflictOf } from "./typed-texts"

/** A server with one task, which replaces it unless the condition on its version fails. */
let server: http.Server
let origin: string
let task = { id: 5, description: "", dueDate: null as string | null, modified: "" }
/** What others do to the task before the server looks at each request. */
let others: (() => void)[] = []
let conditions: (string | undefined)[] = []

const write = (change: Partial<typeof task>) => {
  task = { ...task, ...change, modified: new Date(Date.parse(task.modified) + 1_000).toISOString() }
}

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += chunk
    others.shift()?.()
    const version = request.headers["if-unmodified-since-version"] as string | undefined
    conditions.push(version)
    const stale = version !== undefined && version !== task.modified
    if (!stale) write(JSON.parse(text))
    const answer = stale ? problem(409, "Somebody has changed this.", { current: task, changedBy }) : task
    const type = stale ? "application/problem+json" : "application/json"
    response.writeHead(stale ? 409 : 200, { "content-type": type }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

beforeEach(() => {
  task = { id: 5, description: "Dig", dueDate: null, modified: "2026-03-01T12:00:00.000Z" }
  others = []
  conditions = []
})

const changedBy = { id: 2, userName: "Grace" }

const change = (input: object, base: Base | undefined, waited = 60_000) =>
  ({
    name: "task.update",
    input: { planId: 7, id: 5, ...input },
    planId: 7,
    ...(base && { base }),
    ref: crypto.randomUUID(),
    clientId: "tab",
    userId: 1,
    at: (Date.now() - waited) * 1_000,
    context: { now: "", actor: { id: 1, userName: "Ada" }, newId: 0 },
  }) as unknown as OutboxEntry

const send = (entry: OutboxEntry) => sendEntry(entry, { origin })
const refusalOf = (entry: OutboxEntry): Promise<Refusal> =>
  send(entry).then(
    () => expect.fail("It was not refused."),
    (thrown) => thrown,
  )
const mine = { description: "Dig deeper" }

test("a text that waited replaces the one it was typed over", async () => {
  await send(change(mine, baseOf(task, mine)))
  expect(task.description).toBe("Dig deeper")
  expect(conditions).toEqual(["2026-03-01T12:00:00.000Z"])
})

test("a concurrent change of another field of the card is no conflict, also while sending", async () => {
  const base = baseOf(task, mine)
  write({ dueDate: "2026-04-01T00:00:00.000Z" })
  others = [() => {}, () => write({ dueDate: "2026-05-01T00:00:00.000Z" })]
  await send(change(mine, base))
  expect(task).toMatchObject({ description: "Dig deeper", dueDate: "2026-05-01T00:00:00.000Z" })
  expect(conditions).toHaveLength(3)
})

test("a text that somebody else has changed is refused with both versions", async () => {
  const base = baseOf(task, mine)
  write({ description: "Fill in" })
  const { problem: why } = await refusalOf(change(mine, base))
  expect(task.description).toBe("Fill in")
  expect(conflictOf(why, mine)).toEqual({
    mine: "Dig deeper",
    theirs: "Fill in",
    at: "2026-03-01T12:00:01.000Z",
    by: { id: 2, userName: "Grace" },
  })
})

test("a card that others keep changing is refused after three attempts", async () => {
  others = Array(5).fill(() => write({ dueDate: null }))
  const { problem: why } = await refusalOf(change(mine, baseOf(task, mine)))
  expect(conditions).toHaveLength(3)
  expect(why.status).toBe(409)
})

test("identical edits and a person's own earlier change do not conflict", async () => {
  const base = baseOf(task, mine)
  write(mine)
  await send(change(mine, base))
  const next = { description: "Dig to the water" }
  const second = change(next, baseOf(task, next))
  write({ dueDate: null })
  await send(second)
  expect(task.description).toBe("Dig to the water")
})

test("changes that did not wait, or are not texts, are sent without a condition", async () => {
  await send(change(mine, baseOf(task, mine), 1_000))
  const day = { dueDate: "2026-04-01T00:00:00.000Z" }
  expect(baseOf(task, day)).toBeUndefined()
  await send(change(day, undefined))
  expect(conditions).toEqual([undefined, undefined])
})

test("a text overwrites no other text after the device's clock was set back by a day, or ahead, while it waited", async () => {
  for (const waited of [-86_400_000, 86_400_000]) {
    const base = baseOf(task, mine)
    write({ description: "Fill in" })
    const { problem: why } = await refusalOf(change(mine, base, waited))
    expect([why.status, task.description]).toEqual([409, "Fill in"])
    write({ description: "Dig" })
  }
})

test("a call of another version, which no longer exists, is refused instead of retried forever", async () => {
  for (const name of ["task.sharpen", "sprint.update", "toString.call"]) {
    const entry = { ...change(mine, undefined), name } as unknown as OutboxEntry
    expect((await refusalOf(entry)).problem?.status).toBe(410)
  }
  expect(conditions).toEqual([])
})

test("refusals for other reasons name no conflict", () => {
  expect(conflictOf(problem(409, "This action is completed."), mine)).toBeUndefined()
  expect(conflictOf(problem(403, "No.", { current: task }), mine)).toBeUndefined()
  expect(conflictOf(problem(409, "Stale.", { current: { ...task, ...mine } }), mine)).toBeUndefined()
})
