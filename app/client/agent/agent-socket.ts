// callTool(): one tool of the assistant's server, over its own WebSocket.
import * as z from "zod/mini"
import { type ChangedCard, changedCard, chatName } from "~/contract/ai"
import { type ToolFault, toolFaults } from "~/contract/problem"

const connectMs = 60_000
const requestMs = 60_000
/** Of the assistant itself, which may wait for a model. */
const agentMs = 600_000

/** Without any word of the server, once it is at work. */
const silentMs = 60_000
/** A timer this late has slept with its tab: what arrived during that time comes first. */
const sleptMs = 5_000
const afterSleepMs = 10_000

export type ToolAnswer = { text: string; structured: unknown }

export type ToolCall = {
  name: string
  input: Record<string, unknown>
  /** Opens one connection. */
  ticket: () => Promise<{ url: string; token: string }>
  /** Closes the connection, which ends the request on the server. */
  signal?: AbortSignal
  onProgress?: (text: string) => void
}

const frame = z.object({
  id: z.optional(z.union([z.number(), z.string(), z.null()])),
  method: z.optional(z.string()),
  params: z.optional(z.object({ message: z.optional(z.string()) })),
  error: z.optional(z.object({ code: z.optional(z.number()), message: z.string() })),
  result: z.optional(
    z.object({
      isError: z.optional(z.boolean()),
      content: z.optional(z.array(z.looseObject({ text: z.optional(z.string()) }))),
      structuredContent: z.optional(z.unknown()),
      _meta: z.optional(
        z.object({ card: z.optional(changedCard), reason: z.catch(z.optional(z.enum(toolFaults)), undefined) }),
      ),
    }),
  ),
})

/** Thrown by `callTool` when `signal` is aborted. */
export class Stopped extends Error {}

/** Why there is no answer. `dropped`: the connection ended; `closed`: the page did. After `noAddress` and `denied` a repeat fails too. */
export type ChatFault = ToolFault | "unconnected" | "lost" | "dropped" | "closed" | "noAddress" | "offline"

/** `card`: the one that the server's message names. */
export type ToolFailure = Error & { reason?: ChatFault | undefined; card?: ChangedCard | undefined }

/** No answer came: the connection failed, or the time for an answer passed. */
export class Unanswered extends Error {
  constructor(
    message: string,
    readonly reason?: ChatFault,
  ) {
    super(message)
  }
}

/** Beyond the caller's limit of frames. */
const refusedFrame = -32_000

/** Rejects with a `ToolFailure` whose message is the server's, or with `Unanswered`. */
export const callTool = async ({ name, input, ticket, signal, onProgress }: ToolCall): Promise<ToolAnswer> => {
  const { url, token } = await ticket()
  if (url === "") throw new Unanswered("MCP WebSocket URL not configured", "noAddress")
  if (signal?.aborted) throw new Stopped()
  const socket = new WebSocket(`${url}?token=${encodeURIComponent(token)}`)
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  try {
    return await new Promise<ToolAnswer>((resolve, reject) => {
      const fail = (text: string, fault?: ChatFault) => reject(new Unanswered(text, fault))
      const refuse = (message: string, more: Pick<ToolFailure, "reason" | "card">) =>
        reject(Object.assign(new Error(message), more) satisfies ToolFailure)
      const within = (ms: number, text: string, fault: ChatFault) => {
        clearTimeout(timer)
        const due = Date.now() + ms
        const end = () => (Date.now() < due + sleptMs ? fail(text, fault) : within(afterSleepMs, text, fault))
        timer = setTimeout(end, ms)
      }
      let id = 0
      const request = (method: string, params: object, ms: number) => {
        within(ms, `MCP request timeout for ${method}`, "time")
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }))
      }
      let latest = Number.POSITIVE_INFINITY
      /** The server reports every ten seconds that it still works, so that a connection open on one side only also ends. */
      const heard = () => {
        const left = latest - Date.now()
        if (left > silentMs) within(silentMs, "MCP WebSocket closed: silence", "dropped")
        else within(left, "MCP request timeout for tools/call", "time")
      }
      stop = () => reject(new Stopped())
      signal?.addEventListener("abort", stop)
      within(connectMs, "MCP connection timeout", "unconnected")
      socket.onerror = () => fail("MCP WebSocket error", "lost")
      socket.onclose = ({ reason, code }) => fail(`MCP WebSocket closed: ${reason || code}`, "dropped")
      socket.onopen = () => {
        const clientInfo = { name: chatName, version: "1.0.0" }
        request("initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo }, requestMs)
      }
      socket.onmessage = ({ data }) => {
        const { data: message } = z.safeParse(frame, readJson(String(data)))
        if (!message) return
        if (message.method === "notifications/progress") {
          heard()
          return onProgress?.(message.params?.message ?? "")
        }
        if (message.error)
          return refuse(message.error.message, { reason: message.error.code === refusedFrame ? "rate" : undefined })
        if (message.id === 1) {
          socket.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }))
          const params = { name, arguments: input, ...(onProgress ? { _meta: { progressToken: 1 } } : {}) }
          const ms = name === "ai_agent" ? agentMs : requestMs
          request("tools/call", params, ms)
          latest = Date.now() + ms
          if (onProgress) heard()
        } else if (message.id === 2) {
          const { isError = false, content = [], structuredContent, _meta } = message.result ?? {}
          const text = content[0]?.text ?? ""
          if (isError) refuse(text, { reason: _meta?.reason, card: _meta?.card })
          else resolve({ text, structured: structuredContent })
        }
      }
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", stop)
    socket.onclose = null
    socket.onerror = null
    socket.close()
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
