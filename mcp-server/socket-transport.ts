// socketTransport(ws, count): the protocol over one WebSocket: a frame is a message.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"
import type { RawData, WebSocket } from "ws"
import { isRefusal } from "~/contract/problem"
import { sizeFault } from "~/contract/shared/json-size"
import { withoutNulls } from "./body"

/** Bytes that a client may leave unread before its socket is ended. */
const unreadAtMost = 16 * 1_048_576
/** Of a refused frame that is read at all, for the id to answer with. */
const smallFrame = 4_096
/** In a row. A client that goes on regardless is no client. */
const refusedAtMost = 100

/** `count`: refuses a frame beyond the caller's limit. */
export const socketTransport = (ws: WebSocket, count: () => undefined | Promise<void>): Transport => {
  let refused = 0
  const refuse = (id: string | number | null, code: number, message: string) => {
    if (ws.readyState !== ws.OPEN) return
    if (ws.bufferedAmount > unreadAtMost) return ws.terminate()
    ws.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }))
  }
  const take = (frame: Buffer | undefined) => {
    if (ws.readyState !== ws.OPEN) return
    refused = 0
    const fault = frame && sizeFault(frame)
    if (fault) return refuse(null, -32_600, fault)
    const message = frame === undefined ? undefined : parsed(frame)
    if (message) transport.onmessage?.(message)
    else refuse(null, -32_700, "Send one JSON-RPC 2.0 message in each text frame.")
  }
  const transport: Transport = {
    start: async () => {
      ws.on("message", (data: RawData, isBinary: boolean) => {
        if (ws.readyState !== ws.OPEN) return
        // Counted before it is parsed, which is what a large frame costs.
        const frame = isBinary ? undefined : (data as Buffer)
        const beyond = (thrown: unknown) => {
          if (!isRefusal(thrown)) return transport.onerror?.(thrown as Error)
          if (++refused > refusedAtMost) return ws.close(1008, "Too many requests")
          const message = frame !== undefined && frame.length <= smallFrame ? parsed(frame) : undefined
          const id = message && "id" in message ? (message.id ?? null) : null
          refuse(id, -32_000, thrown.problem.message)
        }
        try {
          const counted = count()
          if (counted) counted.then(() => take(frame), beyond)
          else take(frame)
        } catch (thrown) {
          beyond(thrown)
        }
      })
      ws.on("error", (error) => transport.onerror?.(error))
      ws.on("close", () => transport.onclose?.())
    },
    send: async (message) => {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > unreadAtMost) return ws.terminate()
      ws.send(JSON.stringify(message))
    },
    close: async () => ws.close(1000),
  }
  return transport
}

const parsed = (frame: Buffer): JSONRPCMessage | undefined => {
  try {
    return JSONRPCMessageSchema.safeParse(withoutNulls(JSON.parse(frame.toString()))).data
  } catch {
    return undefined
  }
}
