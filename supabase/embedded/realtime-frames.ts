// The wire of Supabase Realtime, protocols 1.0.0 and 2.0.0: decodeFrame(), messageFrame(), broadcastFrame().
// Frames are complete WebSocket frames, ready for the socket.

export type Version = "1.0.0" | "2.0.0"

export type ClientMessage = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** set for the event `broadcast` */
  broadcast: Broadcast | null
}

export type Broadcast = {
  event: string
  /** JSON text, or bytes if a client sent bytes */
  payload: string | Buffer
  id?: string | undefined
}

export type ServerMessage = { joinRef?: string | null; ref?: string | null; topic: string; event: string }

/** A client's frame, or null when it is not valid in its protocol. */
export const decodeFrame = (data: Buffer, isBinary: boolean, version: Version): ClientMessage | null => {
  try {
    if (isBinary) return version === "2.0.0" ? decodePush(data) : null
    const parsed: unknown = JSON.parse(data.toString())
    if (version === "1.0.0") return isObject(parsed) ? fromFields(parsed) : null
    if (!Array.isArray(parsed) || parsed.length !== 5) return null
    const [join_ref, ref, topic, event, payload] = parsed
    return fromFields({ join_ref, ref, topic, event, payload })
  } catch {
    return null
  }
}

/** A message whose payload is already JSON text. */
export const messageFrame = (version: Version, message: ServerMessage, payload: string): Buffer => {
  const topic = JSON.stringify(message.topic)
  const event = JSON.stringify(message.event)
  const ref = JSON.stringify(message.ref ?? null)
  const text =
    version === "1.0.0"
      ? `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref}}`
      : `[${JSON.stringify(message.joinRef ?? null)},${ref},${topic},${event},${payload}]`
  return webSocketFrame(TEXT, Buffer.from(text))
}

/**
 * A broadcast as subscribers receive it: JSON as text, bytes as kind 4; null for bytes under 1.0.0, which cannot carry
 * them.
 */
export const broadcastFrame = (version: Version, topic: string, { event, payload, id }: Broadcast): Buffer | null => {
  if (typeof payload === "string") {
    const meta = id ? `,"meta":{"id":${JSON.stringify(id)}}` : ""
    const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${meta}}`
    return messageFrame(version, { topic, event: "broadcast" }, body)
  }
  if (version === "1.0.0") return null
  const strings = [Buffer.from(topic), Buffer.from(event), Buffer.from(id ? JSON.stringify({ id }) : "")]
  if (strings.some((part) => part.length > 255)) return null
  const lengths = strings.map((part) => part.length)
  return webSocketFrame(BINARY, Buffer.concat([Buffer.from([USER_BROADCAST, ...lengths, BYTES]), ...strings, payload]))
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const TEXT = 1
const BINARY = 2
const USER_BROADCAST_PUSH = 3
const USER_BROADCAST = 4
const BYTES = 0
const JSON_TEXT = 1

const fromFields = (fields: Record<string, unknown>): ClientMessage | null => {
  const { topic, event, payload } = fields
  if (typeof topic !== "string" || typeof event !== "string") return null
  const body = isObject(payload) ? payload : {}
  const named = event === "broadcast" && typeof body.event === "string" ? body.event : null
  return {
    joinRef: reference(fields.join_ref),
    ref: reference(fields.ref),
    topic,
    event,
    payload: body,
    broadcast: named === null ? null : { event: named, payload: JSON.stringify(body.payload ?? {}) },
  }
}

const reference = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : null)

/** Kind 3: [3, lengths of join_ref, ref, topic, event, meta, encoding], those strings, the payload. */
const decodePush = (data: Buffer): ClientMessage | null => {
  if (data.length < 7 || data[0] !== USER_BROADCAST_PUSH) return null
  let at = 7
  const [joinRef = "", ref = "", topic = "", event = ""] = [1, 2, 3, 4, 5].map((index) => {
    const end = at + (data[index] ?? 0)
    const text = data.toString("utf8", at, end)
    at = end
    return text
  })
  if (at > data.length) return null
  const rest = data.subarray(at)
  const encoding = data[6]
  if (encoding !== BYTES && encoding !== JSON_TEXT) return null
  const payload = encoding === BYTES ? Buffer.from(rest) : rest.toString()
  // Other clients parse it without a guard.
  if (typeof payload === "string") JSON.parse(payload)
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    payload: {},
    broadcast: { event, payload },
  }
}

/** An unmasked, final frame (RFC 6455, 5.2). */
const webSocketFrame = (opcode: number, data: Buffer): Buffer => {
  const size = data.length
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  if (size < 126) head[1] = size
  else if (size < 65_536) {
    head[1] = 126
    head.writeUInt16BE(size, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(size), 2)
  }
  return Buffer.concat([head, data])
}
