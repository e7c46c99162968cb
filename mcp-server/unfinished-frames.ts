// holdUnfinished(ws, socket, hold): gives the fragments of a message room in memory, or ends the connection.
import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import { isRefusal } from "~/contract/problem"
import type { Holding } from "~/domain/limits/held.server"

/** The WebSocket close code for "try again later". */
const TRY_AGAIN = 1013

/** Once an unfinished message has more than `unclaimed` bytes, each that arrives is claimed from `hold` until it is complete. */
export const holdUnfinished = (ws: WebSocket, socket: Duplex, hold: Holding, unclaimed: number) => {
  let size = 0
  // Runs before the listener of `ws`, which may complete a message with these bytes.
  socket.prependListener("data", (bytes: Buffer) => {
    size += bytes.length
    if (size <= unclaimed || ws.readyState !== ws.OPEN) return
    try {
      hold.claim(bytes.length)
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      ws.close(TRY_AGAIN, thrown.problem.message)
      // A client that ignores the close frame could go on filling the memory.
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
