import { SignJWT } from "jose"

export type RealtimeOptions = {
  /** As createClient takes it. */
  url: string
  anonKey: string
  jwtSecret: string
}

let options: RealtimeOptions | undefined
const seconds = 600

export const openRealtime = (given: RealtimeOptions) => {
  options = given
}

/** A token for realtime, good for ten minutes and any number of sockets. */
export const ticketFor = async (person: number) => {
  if (!options) throw new Error("realtime is not open")
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ role: "authenticated", user_id: person })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(String(person))
    .setAudience("authenticated")
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(options.jwtSecret))
  return { url: options.url, apiKey: options.anonKey, token, expiresAt: new Date((now + seconds) * 1000).toISOString() }
}
