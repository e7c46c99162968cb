// runningRequests(): requests over HTTP without an answer yet, and the notification that cancels one, which comes in a request of its own.
import type { IncomingMessage } from "node:http"

type Id = string | number
type Running = { client: string; ids: Set<Id>; cancel: (id: Id) => void; end: () => void }
type Message = { id?: unknown; method?: unknown; params?: { requestId?: unknown } }

const isId = (value: unknown): value is Id => typeof value === "string" || typeof value === "number"

/** A client sends the session's id that it got with `initialize`: other clients of the same caller count their requests alike. */
export const clientOf = (caller: string, { headers }: IncomingMessage) => `${caller} ${headers["mcp-session-id"] ?? ""}`

const messagesIn = (body: unknown): Message[] =>
  (Array.isArray(body) ? body : [body]).filter((each) => typeof each === "object" && each !== null)

export const isInitialize = (body: unknown) => messagesIn(body).some(({ method }) => method === "initialize")

export const runningRequests = () => {
  const running = new Set<Running>()
  return {
    /** Returns a function that forgets them. `end` closes their connection, which no answer to a cancelled request does. */
    add: (client: string, body: unknown, { cancel, end }: Pick<Running, "cancel" | "end">) => {
      const ids = new Set(messagesIn(body).flatMap(({ id, method }) => (method !== undefined && isId(id) ? [id] : [])))
      const own = { client, ids, cancel, end }
      running.add(own)
      return () => running.delete(own)
    },
    /** Cancels what the body's notifications name, unless it is not clear whose request that is. */
    cancel: (client: string, body: unknown) => {
      for (const { method, params } of messagesIn(body)) {
        const id = method === "notifications/cancelled" ? params?.requestId : undefined
        if (!isId(id)) continue
        const [found, ...others] = [...running].filter((each) => each.client === client && each.ids.has(id))
        if (!found || others.length > 0) continue
        found.cancel(id)
        found.ids.delete(id)
        if (found.ids.size === 0) found.end()
      }
    },
  }
}
