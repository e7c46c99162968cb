// socketTransport(ws, count): the protocol over one WebSocket: a frame is a message.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"
import type { RawData, WebSocket } from "ws"
import { isRefusal } from "~/contract/problem"

/** Bytes that a client may leave unread before its socket is ended. */
const unreadAtMost = 16 * 1_048_576

/** `count`: refuses a frame beyond the caller's limit. */
export const socketTransport = (ws: WebSocket, count: () => undefined | Promise<void>): Transport => {
  const refuse = (id: string | number | null, code: number, message: string) => {
    if (ws.readyState !== ws.OPEN) return
    if (ws.bufferedAmount > unreadAtMost) return ws.terminate()
    ws.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }))
  }
  const take = (message: JSONRPCMessage | undefined) => {
    if (message) transport.onmessage?.(message)
    else refuse(null, -32_700, "Send one JSON-RPC 2.0 message in each text frame.")
  }
  const transport: Transport = {
    start: async () => {
      ws.on("message", (data: RawData, isBinary: boolean) => {
        const message = isBinary ? undefined : parsed(String(data))
        const beyond = (thrown: unknown) => {
          if (!isRefusal(thrown)) return transport.onerror?.(thrown as Error)
          const id = message && "id" in message ? (message.id ?? null) : null
          refuse(id, -32_000, thrown.problem.message)
        }
        try {
          const counted = count()
          if (counted) counted.then(() => take(message), beyond)
          else take(message)
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

const parsed = (text: string): JSONRPCMessage | undefined => {
  try {
    return JSONRPCMessageSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
