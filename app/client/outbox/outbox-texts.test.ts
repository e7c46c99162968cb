import { expect, test } from "vitest"
import {
  comment,
  contents,
  empty,
  type Failure,
  message,
  named,
  outboxServer,
} from "../../../tests/support/services/outbox-server"
import { outboxStorage } from "./browser-database"

const { server, open } = outboxServer()

test("comments are sent in order with the board's calls, each once, and listed until the server answers", async () => {
  server.failures = ["lose the answer", { status: 503 }]
  const { outbox, kinds } = open()
  outbox.add(comment("first"))
  outbox.add(named("a"))
  outbox.add(comment("second"))
  expect(contents(outbox)).toEqual(["first", "second"])
  const listed: boolean[][] = []
  outbox.texts.subscribe(() => listed.push(outbox.texts.get().map(({ postponed }) => postponed !== undefined)))
  await empty(outbox)
  expect(listed).toContainEqual([true, true])
  expect(server.done.map(({ path, body }) => [path, body.content ?? body.name])).toEqual([
    ["/api/Item/4/comments?planId=7", "first"],
    ["/api/Goal?planId=7", "a"],
    ["/api/Item/4/comments?planId=7", "second"],
  ])
  expect(server.arrived.slice(0, 3).map(({ key }) => key)).toEqual(Array(3).fill(server.done[0]?.key))
  expect(contents(outbox)).toEqual([])
  expect(kinds("settled")).toMatchObject([{ answer: { content: "first" } }, {}, { answer: { content: "second" } }])
})

test("a conversation isn't blocked by the board's queue", async () => {
  server.failures = [{ status: 429, headers: { "retry-after": "60" } }]
  const { outbox } = open()
  outbox.add(named("stuck"))
  await expect.poll(() => server.arrived).toHaveLength(1)
  outbox.add(message("one"))
  outbox.add(message("two"))
  await expect.poll(() => server.done.map(({ body }) => body.content)).toEqual(["one", "two"])
  expect(server.done[0]?.path).toBe("/api/message/conversations/5/messages")
})

test("an unsent comment survives a reload and arrives once, even if its answer was lost", async () => {
  server.failures = ["lose the answer", ...Array.from({ length: 50 }, (): Failure => "lose the request")]
  const first = open()
  first.outbox.add(comment("in the tunnel"))
  first.outbox.add(comment("and after it"))
  await expect.poll(() => server.arrived.length).toBeGreaterThan(2)
  first.outbox.close()
  server.failures = []

  open()
  await expect.poll(() => outboxStorage.all(1), { timeout: 5_000 }).toEqual([])
  expect(server.done.map(({ body }) => body.content)).toEqual(["in the tunnel", "and after it"])
  await expect.poll(() => outboxStorage.all(1)).toEqual([])
})

test("a refused text stays with its reason until it is removed, even after a reload; the next one is sent", async () => {
  server.failures = [{ status: 403 }]
  const first = open()
  const refused = first.outbox.add(comment("not allowed"))
  first.outbox.add(comment("allowed"))
  await empty(first.outbox)
  expect(server.done.map(({ body }) => body.content)).toEqual(["allowed"])
  expect(first.kinds("refused")).toMatchObject([{ entry: { ref: refused.ref }, problem: { status: 403 } }])
  await expect.poll(() => outboxStorage.all(1)).toMatchObject([{ problem: { status: 403 } }])
  first.outbox.close()

  const { outbox } = open()
  await expect.poll(() => outbox.texts.get()).toMatchObject([{ problem: { message: "Refused with 403." } }])
  expect([contents(outbox), outbox.pendingCount.get()]).toEqual([["not allowed"], 0])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.arrived).toHaveLength(2)
  outbox.remove(refused.ref)
  expect(contents(outbox)).toEqual([])
  await expect.poll(() => outboxStorage.all(1)).toEqual([])
})

test("edits and deletions of comments and notes follow in order; a refused edit stays with its text, a deletion does not", async () => {
  server.failures = [{ status: 503 }, { status: 403 }, { status: 403 }]
  const { outbox, kinds } = open()
  const about = { planId: 7, id: 4, commentId: 9 }
  const more = () => ({ planId: 7, ref: crypto.randomUUID(), clientId: "tab" })
  outbox.add({ name: "item.updateComment", input: { ...about, content: "Better", mentions: [] }, ...more() })
  outbox.add({ name: "item.removeComment", input: about, ...more() })
  outbox.add({ name: "note.remove", input: { planId: 7, id: 3 }, ...more() })
  expect(outbox.removals.get().map(({ name }) => name)).toEqual(["item.removeComment", "note.remove"])
  await empty(outbox)
  expect(server.done.map(({ path }) => path)).toEqual(["/api/Note/3?planId=7"])
  expect(kinds("refused")).toHaveLength(2)
  expect([contents(outbox), outbox.removals.get()]).toEqual([["Better"], []])
  await expect.poll(() => outboxStorage.all(1)).toMatchObject([{ problem: { status: 403 } }])
})

test("a hidden text is no longer listed, but still sent until the server answers", async () => {
  server.failures = ["lose the answer"]
  const { outbox, kinds } = open()
  const { ref } = outbox.add(comment("once"))
  outbox.hide(ref)
  expect([contents(outbox), outbox.pendingCount.get()]).toEqual([[], 1])
  await empty(outbox)
  expect([server.arrived.length, server.done.length, kinds("settled").length]).toEqual([2, 1, 1])
})
