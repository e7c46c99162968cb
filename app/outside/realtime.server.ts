// ticketFor(person): a key and a token for the realtime server.
import { type JWTPayload, SignJWT } from "jose"

export type RealtimeOptions = {
  /** As createClient expects it. */
  url: string
  /** Null: the embedded gateway, which takes a key of the person's own. */
  anonKey: string | null
  jwtSecret: string
}

export type Listener = { id: number; userName: string; sessionId: string }

let options: RealtimeOptions | undefined
const tokenSeconds = 600
/** A client that has lost its connection opens the next one with the same key. */
const keySeconds = 3_600

export const openRealtime = (given: RealtimeOptions) => {
  options = given
}

/** The token is valid for ten minutes and any number of sockets. Both end with the session. */
export const ticketFor = async ({ id, userName, sessionId }: Listener) => {
  if (!options) throw new Error("realtime is not open")
  const { url, anonKey, jwtSecret } = options
  const now = Math.floor(Date.now() / 1000)
  const sign = (claims: JWTPayload, seconds: number) =>
    new SignJWT({ ...claims, session_id: sessionId })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(String(id))
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(new TextEncoder().encode(jwtSecret))
  // The embedded gateway adds `identity` to what the person announces and broadcasts.
  const identity = { userId: id, userName }
  return {
    url,
    apiKey: anonKey ?? (await sign({ role: "anon" }, keySeconds)),
    token: await sign({ role: "authenticated", aud: "authenticated", user_id: id, identity }, tokenSeconds),
    expiresAt: new Date((now + tokenSeconds) * 1000).toISOString(),
  }
}
