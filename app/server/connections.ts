// connectionsOf(server, settings), boundConnections(server, options): how many connections an address has, how slowly they may send, and how much they
// may leave unread. Those of realtime have limits of their own.
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { createPeers } from "./client-address"
import { counter, gauge } from "./metrics"
import type { Settings } from "./settings"

export type ConnectionLimits = {
  perAddress: number
  /** Milliseconds for a request's headers. */
  headersMs: number
  /** Milliseconds in which a body has to bring `slowest` bytes a second, and an answer has to be read on. */
  windowMs: number
  slowest: number
  /** Bytes of answers that the connections of one address, and all together, leave unread. */
  unreadPerAddress: number
  unread: number
  sweepMs: number
}

const connectionLimits: Omit<ConnectionLimits, "perAddress"> = {
  headersMs: 10_000,
  windowMs: 20_000,
  slowest: 500,
  unreadPerAddress: 64 * 1_048_576,
  unread: 256 * 1_048_576,
  sweepMs: 250,
}

type Options = {
  limits: ConnectionLimits
  /** Key for connection limits; null for a trusted proxy. */
  addressOf: (socket: Socket) => string | null
}
type Connection = {
  address: string | null
  /** Who a trusted proxy last spoke for. */
  visitor: string | null
  running: Map<ServerResponse, IncomingMessage>
  /** When the present window began, and the bytes received before it. */
  began: number
  before: number
}

export type Connections = {
  counts: () => { open: number; closed: number }
  /** Whether a visitor behind a trusted proxy may have another request running; any other may. */
  mayRun: (visitor: string, response: ServerResponse) => boolean
  stop: () => void
}

export const boundConnections = (server: Server, { limits, addressOf }: Options): Connections => {
  const connections = new Map<Socket, Connection>()
  const perAddress = new Map<string, number>()
  let closed = 0
  server.headersTimeout = limits.headersMs
  server.timeout = limits.windowMs

  const drop = (socket: Socket) => {
    closed++
    socket.destroy()
  }
  const forget = (socket: Socket) => {
    const connection = connections.get(socket)
    if (!connection) return
    connections.delete(socket)
    const { address } = connection
    const others = (perAddress.get(address ?? "") ?? 0) - 1
    if (others > 0) perAddress.set(address ?? "", others)
    else perAddress.delete(address ?? "")
  }

  server.on("connection", (socket: Socket) => {
    const address = addressOf(socket)
    const count = (perAddress.get(address ?? "") ?? 0) + 1
    if (address !== null && count > limits.perAddress) return drop(socket)
    perAddress.set(address ?? "", count)
    connections.set(socket, { address, visitor: null, running: new Map(), began: 0, before: 0 })
    socket.once("close", () => forget(socket))
  })
  server.on("upgrade", (_request: IncomingMessage, socket: Socket) => forget(socket))
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    connection.running.set(response, request)
    connection.began = performance.now()
    connection.before = socket.bytesRead
    response.once("close", () => connection.running.delete(response))
  })
  // Nothing came and nothing was taken for a window's time. A call may be at work that long.
  server.on("timeout", (socket: Socket) => {
    const waits = (connections.get(socket)?.running.size ?? 0) > 0 && socket.writableLength === 0
    if (!waits) drop(socket)
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, connection] of connections) if (isSlow(socket, connection, now, limits)) drop(socket)
    for (const socket of unread(connections, limits)) drop(socket)
  }, limits.sweepMs).unref()

  const running = new Map<string, number>()
  const mayRun = (visitor: string, response: ServerResponse) => {
    const connection = response.socket && connections.get(response.socket)
    if (!connection || connection.address !== null) return true
    connection.visitor = visitor
    const count = (running.get(visitor) ?? 0) + 1
    if (count > limits.perAddress) return false
    running.set(visitor, count)
    response.once("close", () => {
      const others = (running.get(visitor) ?? 0) - 1
      if (others > 0) running.set(visitor, others)
      else running.delete(visitor)
    })
    return true
  }

  return {
    counts: () => ({ open: connections.size, closed }),
    mayRun,
    stop: () => clearInterval(timer),
  }
}

/** Bounds a server's connections by the settings, with their figures in /metrics. */
export const connectionsOf = (server: Server, { limits, trustedProxies }: Settings): Connections => {
  const connections = boundConnections(server, {
    limits: { ...connectionLimits, perAddress: limits.connections_per_address },
    addressOf: createPeers(trustedProxies),
  })
  gauge("laneway_http_connections", "Open HTTP connections.", () => connections.counts().open)
  counter(
    "laneway_http_connections_closed_total",
    "Connections closed for their number, slowness or unread answers.",
    () => connections.counts().closed,
  )
  return connections
}

/** Whether the body that is being sent brought too little in a window's time, though it was read as it came. */
const isSlow = (socket: Socket, connection: Connection, now: number, { windowMs, slowest }: ConnectionLimits) => {
  const elapsed = now - connection.began
  if (elapsed < windowMs) return false
  const received = socket.bytesRead - connection.before
  connection.began = now
  connection.before = socket.bytesRead
  const starves = [...connection.running.values()].some(
    (request) => !request.complete && request.readableLength < request.readableHighWaterMark,
  )
  return starves && received < (slowest * elapsed) / 1_000
}

/** The connections that leave most unread, until the rest is within the limits. */
const unread = (connections: Map<Socket, Connection>, limits: ConnectionLimits): Socket[] => {
  const waiting = [...connections]
    .flatMap(([socket, { address, visitor }]) =>
      socket.writableLength > 0 ? [{ socket, address: address ?? visitor }] : [],
    )
    .sort((a, b) => b.socket.writableLength - a.socket.writableLength)
  const sums = new Map<string | null, number>()
  let all = 0
  for (const { socket, address } of waiting) {
    sums.set(address, (sums.get(address) ?? 0) + socket.writableLength)
    all += socket.writableLength
  }
  return waiting.flatMap(({ socket, address }) => {
    const own = sums.get(address) ?? 0
    if ((address === null || own <= limits.unreadPerAddress) && all <= limits.unread) return []
    sums.set(address, own - socket.writableLength)
    all -= socket.writableLength
    return [socket]
  })
}
