// createRealtimeGateway(options): Supabase Realtime's private channels (broadcast and presence) over the embedded
// Postgres, for unmodified supabase-js under /realtime/v1.
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import postgres from "postgres"
import { WebSocketServer } from "ws"
import { createAuthority, rightsKey } from "./realtime-authority.ts"
import { type Channel, type Connection, openConnection } from "./realtime-connection.ts"
import { type Broadcast, isObject, type Version } from "./realtime-frames.ts"
import { createHub } from "./realtime-hub.ts"
import { defaultLimits, type RealtimeLimits } from "./realtime-limits.ts"
import { listenForNotices } from "./realtime-notices.ts"
import { createOutbox } from "./realtime-outbox.ts"
import { createTokenReader } from "./realtime-token.ts"

export type RealtimeLog = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields?: Record<string, unknown>,
) => void

export type RealtimeOptions = {
  /** role `postgres`, connected directly: notices do not pass a transaction pooler */
  url: string
  jwtSecret: string
  log?: RealtimeLog
  limits?: Partial<RealtimeLimits>
}

export type RealtimeGateway = {
  /** for the HTTP server's `upgrade`, under /realtime/v1/ */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** for other requests under /realtime/v1/ */
  handleRequest(request: Request): Promise<Response>
  /** false while no notices arrive from the database */
  ready(): boolean
  counts(): { connections: number; channels: number }
  close(): Promise<void>
}

const SWEEP_MS = 250
/**
 * Milliseconds; with the sweeps needed for all members and the query's own time, every right is confirmed within 4 s.
 */
const CONFIRM_EVERY_MS = 2_500
const SWEEPS_FOR_ALL = 4
/** Milliseconds after which unconfirmed rights end. */
const UNCONFIRMED_LIMIT_MS = 15_000
const BROADCASTS_PER_REQUEST = 100

export async function createRealtimeGateway(options: RealtimeOptions): Promise<RealtimeGateway> {
  const log = options.log ?? (() => {})
  const limits = { ...defaultLimits, ...options.limits }
  const readToken = createTokenReader(options.jwtSecret)
  const sql = postgres(options.url, {
    max: 2,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "laneway realtime", statement_timeout: 5_000 },
  })
  const authority = createAuthority(sql, log)
  const hub = createHub()
  const openPipe = createOutbox({ maxBufferedBytes: limits.bufferedBytes })
  const connections = new Set<Connection>()
  const confirming = new Set<string>()
  const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: limits.payloadBytes * 4 })
  let ready = true

  const notices = await listenForNotices({
    url: options.url,
    log,
    onEmit: emit,
    onRevoked(topic, sub) {
      for (const [connection, channel] of openChannels()) {
        if (channel.name !== topic || (sub !== null && String(channel.claims.sub) !== sub)) continue
        void confirm([[connection, channel]])
      }
    },
    // A client that stays connected would not know that events are missing. Clients catch up when they join again,
    // which is possible once notices arrive.
    onDown() {
      ready = false
      for (const connection of connections) connection.close(1012, "Realtime lost its database connection")
    },
    onUp() {
      ready = true
    },
  }).catch(async (error) => {
    await sql.end({ timeout: 0 })
    throw error
  })

  const sweeper = setInterval(sweep, SWEEP_MS)
  sweeper.unref()

  return {
    handleUpgrade(req, socket, head) {
      // Without a listener, a connection reset before the handshake would end the process.
      socket.on("error", () => {})
      const [path = "", query = ""] = (req.url ?? "").split("?", 2)
      const address = new URLSearchParams(query)
      const apiKey = address.get("apikey") ?? String(req.headers["x-api-key"] ?? "")
      const vsn = address.get("vsn") ?? "1.0.0"
      if (!/^\/realtime\/v1\/websocket\/?$/.test(path)) return refuseUpgrade(socket, 404, "Not Found")
      if (!isVersion(vsn)) return refuseUpgrade(socket, 400, "Bad Request")
      if ("fault" in readToken(apiKey)) return refuseUpgrade(socket, 401, "Unauthorized")
      // Sockets without a channel do not count as users but are limited too.
      if (connections.size >= limits.connections * 2) return refuseUpgrade(socket, 503, "Service Unavailable")
      server.handleUpgrade(req, socket, head, (ws) => {
        const connection = openConnection({
          ws,
          raw: socket,
          version: vsn,
          apiKey,
          openPipe,
          authority,
          hub,
          readToken,
          limits,
          refusal,
          log,
        })
        connections.add(connection)
        ws.on("close", () => connections.delete(connection))
      })
    },
    handleRequest,
    ready: () => ready,
    counts: () => ({ connections: connections.size, channels: [...openChannels()].length }),
    async close() {
      clearInterval(sweeper)
      for (const connection of connections) connection.close(1001, "Going away")
      hub.close()
      await Promise.all([notices.close(), sql.end({ timeout: 1 })])
      for (const connection of connections) connection.drop()
    },
  }

  function emit(topic: string, broadcast: Broadcast) {
    if (Buffer.byteLength(broadcast.payload) > limits.payloadBytes) {
      return log("warn", "realtime event dropped: too large", { topic, event: broadcast.event })
    }
    hub.broadcast(`realtime:${topic}`, broadcast)
  }

  function* openChannels(): Generator<[Connection, Channel]> {
    for (const connection of connections) {
      for (const channel of connection.channels.values()) if (channel.open) yield [connection, channel]
    }
  }

  function refusal(connection: Connection) {
    if (!ready) return "InitializingProjectConnection: Connecting to the project database"
    let others = 0
    for (const other of connections) if (other !== connection && other.channels.size > 0) others++
    return others >= limits.connections ? "ConnectionRateLimitReached: Too many connected users" : null
  }

  function sweep() {
    const now = performance.now()
    const due = new Map<string, [Connection, Channel][]>()
    const keys = new Set<string>()
    for (const connection of connections) {
      if (now - connection.heardAt > limits.silenceMs) connection.drop()
      else connection.expire()
    }
    for (const [connection, channel] of openChannels()) {
      const key = rightsKey(channel.name, channel.claims)
      keys.add(key)
      if (now - channel.checkedAt > UNCONFIRMED_LIMIT_MS) {
        connection.shutDown(channel, "Realtime was unable to connect to the project database")
      } else if (now - channel.checkedAt > CONFIRM_EVERY_MS && !confirming.has(key)) {
        const same = due.get(key)
        if (same) same.push([connection, channel])
        else due.set(key, [[connection, channel]])
      }
    }
    for (const [key, same] of [...due].slice(0, Math.ceil(keys.size / SWEEPS_FOR_ALL))) {
      confirming.add(key)
      void confirm(same).finally(() => confirming.delete(key))
    }
  }

  /** Checks the rights of one caller's channels in one topic again. */
  async function confirm(same: [Connection, Channel][]) {
    const channel = same[0]?.[1]
    if (!channel) return
    const key = rightsKey(channel.name, channel.claims)
    const asked = performance.now()
    try {
      const rights = await authority.check(channel.name, channel.claims)
      for (const [connection, each] of same) {
        // A token renewed since then was checked on its own.
        if (rightsKey(each.name, each.claims) === key) connection.confirm(each, rights, asked)
      }
    } catch (error) {
      log("warn", "realtime could not confirm rights", { error: String(error) })
    }
  }

  async function handleRequest(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname !== "/realtime/v1/api/broadcast") return problem(404, "Not found")
    if (request.method !== "POST") return problem(405, "Use POST", { allow: "POST" })
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1]
    const reading = readToken(bearer ?? request.headers.get("apikey") ?? "")
    if ("fault" in reading) return problem(401, reading.fault.message)
    const text = await readText(request, limits.payloadBytes * 4)
    if (text === null) return problem(413, "Payload too large")
    const messages = parseMessages(text)
    if (!messages) return problem(422, 'The body must be {"messages":[{"topic","event","payload","private":true}]}')
    for (const topic of new Set(messages.map((message) => message.topic))) {
      const rights = await authority.check(topic, reading.claims).catch(() => null)
      if (!rights) return problem(503, "Realtime was unable to connect to the project database")
      if (!rights.send) return problem(403, `You do not have permissions to write to this Channel topic: ${topic}`)
    }
    if (messages.some(({ payload }) => Buffer.byteLength(payload) > limits.payloadBytes)) {
      return problem(413, "Payload too large")
    }
    for (const { topic, event, payload } of messages) hub.broadcast(`realtime:${topic}`, { event, payload })
    return new Response(null, { status: 202 })
  }
}

function isVersion(vsn: string): vsn is Version {
  return vsn === "1.0.0" || vsn === "2.0.0"
}

function refuseUpgrade(socket: Duplex, status: number, text: string) {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function problem(status: number, message: string, headers: Record<string, string> = {}) {
  return Response.json({ message }, { status, headers })
}

/** null when it is longer than `limit` bytes */
async function readText(request: Request, limit: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size > limit) {
      await reader?.cancel()
      return null
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks).toString()
}

function parseMessages(text: string) {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  const list: unknown[] = isObject(body) && Array.isArray(body.messages) ? body.messages : []
  const messages = list.flatMap((message) => {
    if (!isObject(message) || message.private !== true || !isObject(message.payload)) return []
    const { topic, event, payload } = message
    if (typeof topic !== "string" || typeof event !== "string" || topic === "" || event === "") return []
    return [{ topic, event, payload: JSON.stringify(payload) }]
  })
  return list.length > 0 && list.length <= BROADCASTS_PER_REQUEST && messages.length === list.length ? messages : null
}
