// ticketFor(person): a token for the realtime server.
import { SignJWT } from "jose"

export type RealtimeOptions = {
  /** As createClient expects it. */
  url: string
  anonKey: string
  jwtSecret: string
}

let options: RealtimeOptions | undefined
const lifetimeSeconds = 600

export const openRealtime = (given: RealtimeOptions) => {
  options = given
}

/** Valid for ten minutes and any number of sockets. */
export const ticketFor = async (person: number) => {
  if (!options) throw new Error("realtime is not open")
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ role: "authenticated", user_id: person })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(String(person))
    .setAudience("authenticated")
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(new TextEncoder().encode(options.jwtSecret))
  return {
    url: options.url,
    apiKey: options.anonKey,
    token,
    expiresAt: new Date((now + lifetimeSeconds) * 1000).toISOString(),
  }
}
