import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest"
import type { PendingCall } from "~/client/board/board-types"
import { temporaryId } from "~/client/board/temporary-ids"
import { forgetEverything, outboxStorage } from "~/client/outbox/browser-database"
import { type Outbox, type OutboxEvent, openOutbox } from "~/client/outbox/outbox"
import type { TextCall } from "~/client/outbox/outbox-entry"
import { sendEntry } from "~/client/outbox/send-entry"
import type { RuleName } from "~/rules/index"
import { browserDatabase } from "../browser/browser-database"

type Seen = {
  path: string
  key: string
  body: { id?: number; name?: string; itemId?: number; description?: string; content?: string }
}
export type Failure =
  | { status: number; headers?: Record<string, string>; body?: string }
  | "lose the answer"
  | "lose the request"

/** A server that handles each idempotency key once, and fails as the test demands; started for the test file that calls this. */
export const outboxServer = () => {
  browserDatabase()
  const server = {
    origin: "",
    /** Requests, those that failed included. */
    arrived: [] as Seen[],
    /** Those that took effect. */
    done: [] as Seen[],
    /** What happens to the next requests. */
    failures: [] as Failure[],
    /** What happens to a request with this body. */
    rule: (_body: string): Failure | undefined => undefined,
    /** Most requests at one time. */
    most: 0,
    /** Answers by idempotency key. */
    remembered: new Map<string, string>(),
    /** Rows by id, as they were sent. */
    rows: new Map<number, object>(),
  }
  let atOnce = 0
  let nextId = 500

  const listening = http.createServer(async (request, response) => {
    atOnce++
    server.most = Math.max(server.most, atOnce)
    let text = ""
    for await (const chunk of request) text += chunk
    await new Promise((resolve) => setTimeout(resolve, 5))
    atOnce--
    if (request.method === "GET") return response.end(`{"id":1,"userName":"Ada"}`)
    const seen = {
      path: String(request.url),
      key: String(request.headers["idempotency-key"]),
      body: JSON.parse(text || "{}"),
    }
    server.arrived.push(seen)
    const failure = server.failures.shift() ?? server.rule(text)
    if (failure === "lose the request") return response.destroy()
    if (typeof failure === "object") {
      response.writeHead(failure.status, { "content-type": "application/problem+json", ...failure.headers })
      const { status, body = JSON.stringify({ status, message: `Refused with ${status}.` }) } = failure
      return response.end(body)
    }
    let answer = server.remembered.get(seen.key)
    if (answer === undefined) {
      server.done.push(seen)
      const id = seen.body.id ?? ++nextId
      const row = { ...server.rows.get(id), ...seen.body, id }
      server.rows.set(id, row)
      answer = request.method === "DELETE" ? "" : JSON.stringify(row)
      server.remembered.set(seen.key, answer)
    }
    if (failure === "lose the answer") return response.destroy()
    const headers = { "content-type": "application/json", "x-plan-seq": String(server.done.length) }
    response.writeHead(answer === "" ? 204 : 200, headers)
    response.end(answer)
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
    server.origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  })
  afterAll(() => void listening.close())
  beforeEach(() => {
    Object.assign(server, { arrived: [], done: [], failures: [], most: 0, rule: () => undefined })
  })

  const opened: Outbox[] = []
  afterEach(async () => {
    for (const outbox of opened.splice(0)) outbox.close()
    await forgetEverything()
  })

  /** An outbox that sends to the server, and what it tells. */
  const open = (userId = 1, delay = 20) => {
    const events: OutboxEvent[] = []
    const onSignedOut = vi.fn()
    const onEnded = vi.fn()
    const outbox = openOutbox({
      userId,
      onEnded,
      storage: outboxStorage,
      delay: () => delay,
      send: (entry) => sendEntry(entry, { origin: server.origin, onSignedOut }),
    })
    outbox.listen((event) => events.push(event))
    opened.push(outbox)
    const kinds = (kind: OutboxEvent["kind"]) => events.filter((event) => event.kind === kind)
    return { outbox, events, kinds, onSignedOut, onEnded }
  }
  return { server, open }
}

export const call = (name: RuleName, input: object, planId = 7): PendingCall & { planId: number } =>
  ({
    name,
    input: { planId, ...input },
    planId,
    ref: crypto.randomUUID(),
    clientId: "tab",
    context: { now: "2026-01-31T09:00:00.000Z", actor: { id: 1, userName: "Ada" }, newId: temporaryId() },
  }) as unknown as PendingCall & { planId: number }

export const named = (name: string, planId = 7) => call("goal.create", { name }, planId)

export const comment = (content: string, id = 4): TextCall & { planId: number } => ({
  name: "item.addComment",
  input: { planId: 7, id, content, mentions: [] },
  planId: 7,
  ref: crypto.randomUUID(),
  clientId: "tab",
})

export const message = (content: string): TextCall & { planId: number } => ({
  name: "message.send",
  input: { planId: 7, personId: 2, conversationId: 5, content },
  planId: 7,
  ref: crypto.randomUUID(),
  clientId: "tab",
})

export const contents = (outbox: Outbox) => outbox.texts.get().map(({ input }) => input.content)

export const empty = (outbox: Outbox) => expect.poll(() => outbox.pendingCount.get()).toBe(0)
