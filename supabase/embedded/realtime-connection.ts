// openConnection(options): one client's socket, the channels it joined and the messages it sends on them.
import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import type { Authority, Rights } from "./realtime-authority.ts"
import { type Channel, channelOf } from "./realtime-channel.ts"
import type { Pipe } from "./realtime-frame-queue.ts"
import { type ClientMessage, decodeFrame, isObject, messageFrame, type Version } from "./realtime-frames.ts"
import type { Hub } from "./realtime-hub.ts"
import { createRate, type RealtimeLimits } from "./realtime-limits.ts"
import { type ClientEvents, mayBroadcast, withIdentity } from "./realtime-sending.ts"
import { type Claims, checkedAs, expiry, identityOf, personOf, sessionOf, type TokenReader } from "./realtime-token.ts"

export type Connection = {
  channels: Map<string, Channel>
  address: string
  /** The key's, else that of the first join; "" until it is known. */
  person: string
  /** by performance.now() */
  aliveAt: number
  /** by performance.now(): when it last had an open channel, or was opened */
  joinedAt: number
  /** The key or a channel belongs to the session. */
  isOf(session: string): boolean
  /** Ends channels whose token has expired. */
  expire(): void
  /** Applies the rights as of `asked`; a channel that lost a read right ends. */
  confirm(channel: Channel, rights: Rights, asked: number): void
  /** Sends the client the reason and ends the channel. */
  shutDown(channel: Channel, message: string): void
  close(code: number, reason: string): void
  /** Ends the socket without a closing handshake. */
  drop(): void
}

export type ConnectionOptions = {
  ws: WebSocket
  raw: Duplex
  version: Version
  address: string
  /** the token in the socket's address, used by joins without one */
  apiKey: string
  keyClaims: Claims
  openPipe: (raw: Duplex, onStalled: () => void) => Pipe
  authority: Authority
  hub: Hub
  readToken: TokenReader
  limits: RealtimeLimits
  /** The events clients may send, by topic kind (the part before the colon). Null allows any event on any topic. */
  clientEvents: ClientEvents | null
  /** why a join is refused now, or null */
  refusal: (connection: Connection, joining: { topic: string; claims: Claims }) => string | null
  /** whether the caller may cause another check of rights */
  mayCheck: (caller: string) => boolean
  onRefused: () => void
  log: (level: "warn" | "debug", message: string, fields?: Record<string, unknown>) => void
}

const PREFIX = "realtime:"
/** Milliseconds a client has to answer a close. */
const CLOSE_LIMIT_MS = 1_000
const PRESENCE_KEY_BYTES = 128
const noLonger = (topic: string) => `You no longer have permission to read from this Channel topic: ${topic}`
const DATABASE_AWAY = "Realtime was unable to connect to the project database"

export const openConnection = (options: ConnectionOptions): Connection => {
  const { ws, raw, version, authority, hub, readToken, limits, log, mayCheck } = options
  const channels = new Map<string, Channel>()
  const mayFrame = createRate(limits.framesPerSecond, 1_000)
  const mayJoin = createRate(limits.joinsPerSecond, 1_000)
  const maySpeak = createRate(limits.messagesPerSecond, 1_000)
  const pipe = options.openPipe(raw, () => {
    log("warn", "realtime socket dropped: it does not read", { buffered: raw.writableLength })
    connection.drop()
  })
  let gone = false

  /** Counts a frame of any kind: a ping costs an answer, too. */
  const markAlive = () => {
    if (gone) return false
    connection.aliveAt = performance.now()
    if (mayFrame()) return true
    connection.close(1008, "Too many frames per second")
    return false
  }

  const handle = (message: ClientMessage) => {
    const { topic, event } = message
    if (topic === "phoenix") {
      if (event === "heartbeat") reply(message, "ok")
      return
    }
    if (event === "phx_join") return void join(message)
    const joined = channels.get(topic)
    const isOlder = message.joinRef !== null && message.joinRef !== joined?.joinRef
    const channel = isOlder ? undefined : joined
    if (event === "phx_leave") {
      reply(message, "ok")
      return channel && end(channel)
    }
    if (!joined) return reply(message, "error", { reason: "unmatched topic" })
    if (!channel?.open) return
    if (!maySpeak()) return shutDown(channel, "Too many messages per second")
    if (event === "broadcast") broadcast(channel, message)
    else if (event === "presence") presence(channel, message)
    else if (event === "access_token") void renew(channel, message.payload.access_token)
  }

  const join = async (message: ClientMessage) => {
    const refuse = (reason: string) => {
      options.onRefused()
      reply(message, "error", { reason })
    }

    const { topic, payload } = message
    const name = topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : ""
    const config = isObject(payload.config) ? payload.config : {}
    const earlier = channels.get(topic)
    if (earlier) end(earlier)

    if (!mayJoin()) {
      reply(message, "error", { reason: "ClientJoinRateLimitReached: Too many joins per second" })
      return connection.close(1008, "Too many joins per second")
    }
    if (name === "") return refuse("TopicNameRequired: You must provide a topic name")
    if (Buffer.byteLength(topic) > 255) return refuse("TopicNameRequired: A topic has at most 255 bytes")
    if (channels.size >= limits.channelsPerConnection) return refuse("ChannelRateLimitReached: Too many channels")
    if (config.private !== true) return refuse("PrivateOnly: This project only allows private channels")
    const given = payload.access_token ?? payload.user_token
    const token = typeof given === "string" && given !== "" ? given : options.apiKey
    const reading = readToken(token)
    if ("fault" in reading) return refuse(`${reading.fault.code}: ${reading.fault.message}`)
    const { claims } = reading
    const person = personOf(claims)
    if (connection.person !== "" && person !== "" && person !== connection.person) {
      return refuse("Unauthorized: The token and the key of this connection belong to different people")
    }
    const presenceKey = isObject(config.presence) ? config.presence.key : ""
    if (typeof presenceKey === "string" && Buffer.byteLength(presenceKey) > PRESENCE_KEY_BYTES) {
      return refuse(`PresenceKeyTooLong: A presence key has at most ${PRESENCE_KEY_BYTES} bytes`)
    }
    const refusal = options.refusal(connection, { topic, claims })
    if (refusal) return refuse(refusal)
    if (!mayCheck(checkedAs(claims, options.address)))
      return refuse("ClientJoinRateLimitReached: Too many joins of yours")
    connection.person ||= person

    const channel = channelOf(message, config, { name, version, token, claims, limits, write: pipe.write })
    channels.set(topic, channel)
    const asked = performance.now()
    const rights = await authority.check(name, claims).catch((error: Error) => {
      log("warn", "realtime could not authorise", { error: error.message })
      return null
    })
    // A newer join has replaced it, or the socket is closed.
    if (channels.get(topic) !== channel) return
    if (!rights || !(rights.hear || rights.meet)) {
      channels.delete(topic)
      const reason = `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
      return refuse(rights ? reason : `UnableToConnectToProject: ${DATABASE_AWAY}`)
    }
    const late = options.refusal(connection, { topic, claims })
    if (late) {
      channels.delete(topic)
      return refuse(late)
    }
    Object.assign(channel, { rights, open: true, checkedAt: asked })
    hub.join(channel)
    const wanted = Array.isArray(config.postgres_changes) ? config.postgres_changes.filter(isObject) : []
    reply(message, "ok", { postgres_changes: wanted.map((change, id) => ({ ...change, id })) })
    if (wanted.length > 0) {
      sendSystem(channel, "postgres_changes", "error", "Database changes are not served here: use broadcasts")
    }
    if (channel.presenceEnabled && rights.meet) hub.introduce(channel)
  }

  const broadcast = (channel: Channel, message: ClientMessage) => {
    const answer = (status: "ok" | "error", response = {}) => {
      if (channel.ack) reply(message, status, response)
    }
    if (!message.broadcast) return answer("error", { reason: "A broadcast names its event" })
    const { event, payload } = message.broadcast
    if (!channel.rights.send) {
      return answer("error", { reason: `You do not have permissions to write to this Channel topic: ${channel.name}` })
    }
    if (!mayBroadcast(options.clientEvents, channel.name, event)) {
      return answer("error", { reason: `Clients don't broadcast this event in the Channel topic: ${channel.name}` })
    }
    if (Buffer.byteLength(payload) > limits.sentBytes) return answer("error", { reason: "payload_size_exceeded" })
    const signed = withIdentity(payload, channel.claims)
    if (signed === null) return answer("error", { reason: "The payload must be a JSON object" })
    hub.broadcast(channel.topic, { event, payload: signed }, channel.self ? undefined : channel)
    answer("ok")
  }

  const presence = (channel: Channel, message: ClientMessage) => {
    if (!channel.mayChangePresence()) return shutDown(channel, "Client presence rate limit exceeded")
    const { event, payload = {} } = message.payload
    const wanted = typeof event === "string" ? event.toLowerCase() : ""
    if (wanted === "untrack") hub.untrack(channel)
    else if (wanted !== "track") return reply(message, "error", { reason: "Unknown presence event" })
    else if (!channel.rights.appear) {
      const reason = `You do not have permissions to be present in this Channel topic: ${channel.name}`
      return reply(message, "error", { reason })
    } else {
      if (!isObject(payload)) return reply(message, "error", { reason: "Presence track payload must be a map" })
      if (Buffer.byteLength(JSON.stringify(payload)) > limits.sentBytes) {
        return reply(message, "error", { reason: `Track message size exceeded: at most ${limits.sentBytes} bytes` })
      }
      // The refs are the server's: clients find entries by them.
      const { phx_ref, phx_ref_prev, ...own } = payload
      if (!hub.track(channel, { ...own, ...identityOf(channel.claims) })) {
        return reply(message, "error", { reason: "The presence of this channel is full" })
      }
      if (!channel.presenceEnabled) {
        channel.presenceEnabled = true
        if (channel.rights.meet) hub.introduce(channel)
      }
    }
    reply(message, "ok")
  }

  const renew = async (channel: Channel, token: unknown) => {
    if (typeof token !== "string" || token === channel.token) return
    const reading = readToken(token)
    if ("fault" in reading) return shutDown(channel, reading.fault.message)
    if (personOf(reading.claims) !== channel.person) return shutDown(channel, noLonger(channel.name))
    if (!mayCheck(checkedAs(reading.claims, options.address))) return shutDown(channel, "Too many messages per second")
    channel.token = token
    const asked = performance.now()
    const rights = await authority.check(channel.name, reading.claims).catch(() => null)
    if (!channel.open || channel.token !== token) return
    if (!rights) return shutDown(channel, DATABASE_AWAY)
    channel.claims = reading.claims
    connection.confirm(channel, rights, asked)
  }

  const reply = (message: ClientMessage, status: "ok" | "error", response: Record<string, unknown> = {}) => {
    const { joinRef, ref, topic } = message
    pipe.write(messageFrame(version, { joinRef, ref, topic, event: "phx_reply" }, JSON.stringify({ status, response })))
  }

  const sendSystem = (channel: Channel, extension: string, status: "ok" | "error", message: string) => {
    const { joinRef, topic, name } = channel
    const payload = JSON.stringify({ extension, status, message, channel: name })
    pipe.write(messageFrame(version, { joinRef, topic, event: "system" }, payload))
  }

  const shutDown = (channel: Channel, message: string) => {
    if (!channel.open) return
    sendSystem(channel, "system", "error", message)
    end(channel)
  }

  const end = (channel: Channel) => {
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    if (!channel.open) return
    channel.open = false
    hub.leave(channel)
    const { joinRef, topic } = channel
    pipe.write(messageFrame(version, { joinRef, ref: joinRef, topic, event: "phx_close" }, "{}"))
  }

  const leave = () => {
    gone = true
    for (const channel of channels.values()) {
      channel.open = false
      hub.leave(channel)
    }
    channels.clear()
    pipe.end()
  }

  const connection: Connection = {
    channels,
    address: options.address,
    person: personOf(options.keyClaims),
    aliveAt: performance.now(),
    joinedAt: performance.now(),
    isOf(session) {
      if (sessionOf(options.keyClaims) === session) return true
      return [...channels.values()].some((channel) => sessionOf(channel.claims) === session)
    },
    expire() {
      for (const channel of channels.values()) {
        const fault = expiry(channel.claims)
        if (fault) shutDown(channel, fault.message)
      }
    },
    confirm(channel, rights, asked) {
      if (!channel.open) return
      const { hear, meet } = channel.rights
      if ((hear && !rights.hear) || (meet && !rights.meet)) {
        return shutDown(channel, noLonger(channel.name))
      }
      if (channel.rights.appear && !rights.appear) hub.untrack(channel)
      channel.rights = rights
      channel.checkedAt = asked
    },
    shutDown,
    close(code, reason) {
      leave()
      ws.close(code, reason)
      setTimeout(() => ws.terminate(), CLOSE_LIMIT_MS).unref()
    },
    drop() {
      leave()
      ws.terminate()
    },
  }

  ws.on("message", (data, isBinary) => {
    if (!markAlive()) return
    // Under ws' binaryType "nodebuffer", the default, every message is a Buffer.
    const message = decodeFrame(data as Buffer, isBinary, version)
    if (message) handle(message)
    else connection.close(1007, "Not a frame of this protocol")
  })
  ws.on("ping", markAlive)
  ws.on("pong", markAlive)
  ws.on("error", (error) => log("debug", "realtime socket failed", { error: error.message }))
  ws.on("close", leave)
  return connection
}
