// holdUnfinished(ws, socket, hold): gives the fragments of a message room in memory, or ends the connection.
import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import { isRefusal } from "~/contract/problem"
import type { Holding } from "~/domain/held.server"

/** Try again later. */
const TRY_AGAIN = 1013

/** Bytes after the last message are claimed of `hold` as they arrive, beyond `unclaimed` of them. */
export const holdUnfinished = (ws: WebSocket, socket: Duplex, hold: Holding, unclaimed: number) => {
  let size = 0
  // Before the messages that they complete.
  socket.prependListener("data", (bytes: Buffer) => {
    size += bytes.length
    if (size <= unclaimed || ws.readyState !== ws.OPEN) return
    try {
      hold.claim(bytes.length)
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      ws.close(TRY_AGAIN, thrown.problem.message)
      // A client that goes on sending fills the memory while its answer is awaited.
      setImmediate(() => ws.terminate())
    }
  })
  const finished = () => {
    size = 0
    hold.release()
  }
  ws.on("message", finished)
  ws.once("close", finished)
}
