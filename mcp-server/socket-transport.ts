// socketTransport(ws): the protocol over one WebSocket: a frame is a message.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"
import type { RawData, WebSocket } from "ws"

/** Bytes that a client may leave unread before its socket is ended. */
const unreadAtMost = 16 * 1_048_576

export const socketTransport = (ws: WebSocket): Transport => {
  const transport: Transport = {
    start: async () => {
      ws.on("message", (data: RawData, isBinary: boolean) => {
        const message = isBinary ? undefined : parsed(String(data))
        if (message) transport.onmessage?.(message)
        else answerUnreadable(ws)
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

const answerUnreadable = (ws: WebSocket) => {
  const error = { code: -32700, message: "Send one JSON-RPC 2.0 message in each text frame." }
  ws.send(JSON.stringify({ jsonrpc: "2.0", id: null, error }))
}
