import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { comment, empty, named, outboxServer } from "../../../tests/support/services/outbox-server"
import { attemptAgain, attemptFailed, attemptsEnded, stuck } from "./stuck"

const { server, open } = outboxServer()

const blocked = { status: 403, headers: { "content-type": "text/html" }, body: "<html>Blocked</html>" }

test("a change that a firewall blocks is listed with its text and the status, and the rest is sent", async () => {
  server.rule = (body) => (body.includes("select") ? blocked : undefined)
  const { outbox, kinds } = open()
  for (const name of ["a", "x select y", "b"]) outbox.add(named(name))
  outbox.add(comment("select all"))
  outbox.add(comment("and so on"))
  await empty(outbox)
  expect(server.done.map(({ body }) => body.name ?? body.content)).toEqual(["a", "b", "and so on"])
  const message = "A firewall or proxy on the way to Laneway blocked this (status 403)."
  expect(outbox.refused.get()).toMatchObject([{ input: { name: "x select y" }, problem: { message } }])
  expect(outbox.texts.get()).toMatchObject([{ input: { content: "select all" }, problem: { message } }])
  expect(kinds("refused")).toHaveLength(2)
})

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => {
  vi.useRealTimers()
  for (const key of ["a", "b"]) attemptsEnded(key)
})

test("an entry that has failed for a minute is named until it succeeds or is refused", () => {
  const problem = { status: 502, message: "Bad" } as never
  attemptFailed("a", 7, undefined)
  attemptFailed("b", 7, undefined)
  vi.advanceTimersByTime(59_000)
  attemptFailed("a", 7, problem)
  attemptsEnded("b")
  expect(stuck.get().size).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect([...stuck.get()]).toEqual([["a", { planId: 7, problem }]])
  attemptsEnded("a")
  expect(stuck.get().size).toBe(0)
  attemptFailed("a", 7, undefined)
  expect(stuck.get().size).toBe(0)
})

test("once the connection is back, only what fails again is named", () => {
  attemptFailed("a", 7, undefined)
  attemptFailed("b", 7, undefined)
  vi.advanceTimersByTime(60_000)
  expect([...stuck.get().keys()]).toEqual(["a", "b"])
  attemptAgain()
  expect(stuck.get().size).toBe(0)
  attemptFailed("b", 7, undefined)
  expect([...stuck.get().keys()]).toEqual(["b"])
})

test("a status that answered an edit is named, also where a later attempt got no answer", () => {
  const problem = { status: 502, message: "Bad" } as never
  attemptFailed("a", 7, problem)
  vi.advanceTimersByTime(30_000)
  attemptFailed("a", 7, undefined)
  vi.advanceTimersByTime(30_000)
  expect([...stuck.get()]).toEqual([["a", { planId: 7, problem }]])
})
