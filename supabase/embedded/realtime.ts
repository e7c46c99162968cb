// createRealtimeGateway(options): Supabase Realtime's private channels (broadcast and presence) over the embedded
// Postgres, for unmodified supabase-js under /realtime/v1.
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import postgres from "postgres"
import { WebSocketServer } from "ws"
import { createEnded, refuseChannel, refuseSocket } from "./realtime-admission.ts"
import { createAuthority, rightsKey } from "./realtime-authority.ts"
import type { Channel } from "./realtime-channel.ts"
import { type Connection, openConnection } from "./realtime-connection.ts"
import { createFrameQueue } from "./realtime-frame-queue.ts"
import { type Broadcast, isObject, type Version } from "./realtime-frames.ts"
import { createHub } from "./realtime-hub.ts"
import { createCheckRate, defaultLimits, type RealtimeLimits } from "./realtime-limits.ts"
import { listenForNotices } from "./realtime-notices.ts"
import { type ClientEvents, mayBroadcast, withIdentity } from "./realtime-sending.ts"
import { type Claims, checkedAs, createTokenReader, isForged, personOf, sessionOf } from "./realtime-token.ts"

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
  /** Without it, clients may send any event wherever the policies let them send. */
  clientEvents?: ClientEvents
}

export type RealtimeGateway = {
  /**
   * for the HTTP server's `upgrade`, under /realtime/v1/; `address`: the client's; `onForged`: refuses the socket when its
   * key was never valid; by default with 401
   */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, address: string, onForged?: () => void): void
  /** for other requests under /realtime/v1/; `onForged`: called for a key that was never valid */
  handleRequest(request: Request, onForged?: () => void): Promise<Response>
  /** false while no notices arrive from the database */
  ready(): boolean
  /** `refused`: sockets and joins since the start */
  counts(): { connections: number; channels: number; refused: number }
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
const BROADCASTS_PER_REQUEST = 20

export const createRealtimeGateway = async (options: RealtimeOptions): Promise<RealtimeGateway> => {
  const log = options.log ?? (() => {})
  const limits = { ...defaultLimits, ...options.limits }
  const readToken = createTokenReader(options.jwtSecret)
  const sql = postgres(options.url, {
    max: 2,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: "laneway realtime",
      statement_timeout: 5_000,
      lock_timeout: 2_500,
      idle_in_transaction_session_timeout: 5_000,
    },
  })
  const authority = createAuthority(sql, log)
  const hub = createHub(limits)
  const ended = createEnded()
  const mayCheck = createCheckRate(limits.checksPerWindow)
  const clientEvents = options.clientEvents ?? null
  const openPipe = createFrameQueue({ maxBufferedBytes: limits.bufferedBytes })
  const connections = new Set<Connection>()
  const confirming = new Set<string>()
  const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: limits.frameBytes })
  let ready = true
  let refused = 0

  const emit = (topic: string, broadcast: Broadcast) => {
    if (Buffer.byteLength(broadcast.payload) > limits.payloadBytes) {
      return log("warn", "realtime event dropped: too large", { topic, event: broadcast.event })
    }
    hub.broadcast(`realtime:${topic}`, broadcast)
  }

  const openChannels = function* (): Generator<[Connection, Channel]> {
    for (const connection of connections) {
      for (const channel of connection.channels.values()) if (channel.open) yield [connection, channel]
    }
  }

  const refusal = (connection: Connection, { topic, claims }: { topic: string; claims: Claims }) => {
    if (!ready) return "InitializingProjectConnection: Connecting to the project database"
    if (ended.has(sessionOf(claims))) return "Unauthorized: The session of this token has ended"
    return refuseChannel(connections, connection, { topic, person: personOf(claims) }, limits)
  }

  const sweep = () => {
    const now = performance.now()
    const due = new Map<string, [Connection, Channel][]>()
    const keys = new Set<string>()
    for (const connection of connections) {
      if (now - connection.aliveAt > limits.silenceMs) {
        connection.drop()
        continue
      }
      connection.expire()
      if ([...connection.channels.values()].some(({ open }) => open)) connection.joinedAt = now
      else if (now - connection.joinedAt > limits.joinWithinMs) connection.close(1008, "No channel was joined")
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
  const confirm = async (same: [Connection, Channel][]) => {
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

  const handleRequest = async (request: Request, onForged?: () => void): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname !== "/realtime/v1/api/broadcast") return problem(404, "Not found")
    if (request.method !== "POST") return problem(405, "Use POST", { allow: "POST" })
    const bearer = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1]
    const reading = readToken(bearer ?? request.headers.get("apikey") ?? "")
    if ("fault" in reading && isForged(reading.fault)) onForged?.()
    if ("fault" in reading) return problem(401, reading.fault.message)
    const { claims } = reading
    const text = await readText(request, limits.sentBytes * BROADCASTS_PER_REQUEST * 2)
    if (text === null) return problem(413, "Payload too large")
    const messages = parseMessages(text)
    if (!messages) return problem(422, 'The body must be {"messages":[{"topic","event","payload","private":true}]}')
    const unknown = messages.find(({ topic, event }) => !mayBroadcast(clientEvents, topic, event))
    if (unknown) return problem(403, `Clients don't broadcast this event in the Channel topic: ${unknown.topic}`)
    if (messages.some(({ payload }) => Buffer.byteLength(payload) > limits.sentBytes)) {
      return problem(413, `A payload has at most ${limits.sentBytes} bytes`)
    }
    for (const topic of new Set(messages.map((message) => message.topic))) {
      if (!mayCheck(checkedAs(claims, ""))) return problem(429, "Too many requests of yours", { "retry-after": "10" })
      const rights = await authority.check(topic, claims).catch(() => null)
      if (!rights) return problem(503, "Realtime was unable to connect to the project database")
      if (!rights.send) return problem(403, `You do not have permissions to write to this Channel topic: ${topic}`)
    }
    for (const { topic, event, payload } of messages) {
      const signed = withIdentity(payload, claims)
      if (signed !== null) hub.broadcast(`realtime:${topic}`, { event, payload: signed })
    }
    return new Response(null, { status: 202 })
  }

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
    onSessionEnded(session) {
      ended.add(session)
      for (const connection of connections)
        if (connection.isOf(session)) connection.close(1008, "The session has ended")
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
    handleUpgrade(req, socket, head, address, onForged) {
      // Without a listener, a connection reset before the handshake would end the process.
      socket.on("error", () => {})
      const [path = "", query = ""] = (req.url ?? "").split("?", 2)
      const asked = new URLSearchParams(query)
      const apiKey = asked.get("apikey") ?? String(req.headers["x-api-key"] ?? "")
      const vsn = asked.get("vsn") ?? "1.0.0"
      if (!/^\/realtime\/v1\/websocket\/?$/.test(path)) return refuseUpgrade(socket, 404, "Not Found")
      if (!isVersion(vsn)) return refuseUpgrade(socket, 400, "Bad Request")
      const key = readToken(apiKey)
      if ("fault" in key && isForged(key.fault) && onForged) {
        refused++
        return onForged()
      }
      if ("fault" in key || ended.has(sessionOf(key.claims))) {
        refused++
        return refuseUpgrade(socket, 401, "Unauthorized")
      }
      const tooMany = refuseSocket(connections, { address, person: personOf(key.claims) }, limits)
      if (tooMany) {
        refused++
        // A page learns why its WebSocket was closed, and nothing of a refused upgrade.
        return server.handleUpgrade(req, socket, head, (ws) => {
          ws.on("error", () => {})
          ws.close(1008, tooMany)
          socket.end(() => socket.destroy())
        })
      }
      server.handleUpgrade(req, socket, head, (ws) => {
        const connection = openConnection({
          ws,
          raw: socket,
          version: vsn,
          address,
          apiKey,
          keyClaims: key.claims,
          openPipe,
          authority,
          hub,
          readToken,
          limits,
          clientEvents,
          refusal,
          mayCheck,
          onRefused: () => {
            refused++
          },
          log,
        })
        connections.add(connection)
        ws.on("close", () => connections.delete(connection))
      })
    },
    handleRequest,
    ready: () => ready,
    counts: () => ({ connections: connections.size, channels: [...openChannels()].length, refused }),
    async close() {
      clearInterval(sweeper)
      for (const connection of connections) connection.close(1001, "Going away")
      hub.close()
      await Promise.all([notices.close(), sql.end({ timeout: 1 })])
      for (const connection of connections) connection.drop()
    },
  }
}

const isVersion = (vsn: string): vsn is Version => vsn === "1.0.0" || vsn === "2.0.0"

const refuseUpgrade = (socket: Duplex, status: number, text: string) => {
  // Once it has been upgraded, nothing else closes a socket whose client leaves its half open.
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

const problem = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers })

/** null when it is longer than `limit` bytes */
const readText = async (request: Request, limit: number) => {
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

const parseMessages = (text: string) => {
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
