// ticketFor(person): a key and a token for the realtime server.
import { importJWK, type JWK, type JWTPayload, SignJWT } from "jose"

/** A private ES256 key, and the id by which Supabase finds its public one. */
export type SigningKey = { kid: string; jwk: JWK }
/** The project's signing key, or the secret that its tokens are signed with. */
export type SigningOptions = { jwtKey: SigningKey; jwtSecret?: undefined } | { jwtSecret: string; jwtKey?: undefined }

export type RealtimeOptions = SigningOptions & {
  /** As createClient expects it. */
  url: string
  /** The same, from this server; `url` by default. */
  internalUrl?: string
  /** Null: the embedded gateway, which takes a key of the person's own. */
  anonKey: string | null
}

export type Listener = { id: number; userName: string; sessionId: string }

let options: RealtimeOptions | undefined
let signer: ReturnType<typeof signerOf> | undefined
const tokenSeconds = 600
/** A client that has lost its connection opens the next one with the same key. */
const keySeconds = 3_600

export const openRealtime = (given: RealtimeOptions) => {
  options = given
  signer = undefined
}

const signerOf = async ({ jwtKey, jwtSecret }: SigningOptions) =>
  jwtKey
    ? { key: await importJWK(jwtKey.jwk, "ES256"), header: { alg: "ES256", kid: jwtKey.kid, typ: "JWT" } }
    : { key: new TextEncoder().encode(jwtSecret), header: { alg: "HS256", typ: "JWT" } }

/** Key and token end with the session. `who`: claims of both; `rights`: claims of the token alone. */
const ticketOf = async (who: JWTPayload, rights: JWTPayload, seconds: number) => {
  if (!options) throw new Error("realtime is not open")
  const { url, anonKey } = options
  signer ??= signerOf(options)
  const { key, header } = await signer
  const now = Math.floor(Date.now() / 1000)
  const sign = (claims: JWTPayload, seconds: number) =>
    new SignJWT({ ...who, ...claims, iat: now, exp: now + seconds }).setProtectedHeader(header).sign(key)
  return {
    url,
    apiKey: anonKey ?? (await sign({ role: "anon" }, keySeconds)),
    token: await sign(rights, seconds),
    expiresAt: new Date((now + seconds) * 1000).toISOString(),
  }
}

/** For the server itself, which may join any topic for a minute. */
export const serverTicket = async () => ({
  ...(await ticketOf({}, { role: "service_role" }, 60)),
  ...(options?.internalUrl && { url: options.internalUrl }),
  hosted: options?.anonKey !== null,
})

/** The token is valid for ten minutes and any number of sockets. */
export const ticketFor = ({ id, userName, sessionId }: Listener) =>
  ticketOf(
    { sub: String(id), session_id: sessionId },
    // The embedded gateway adds `identity` to what the person announces and broadcasts.
    { role: "authenticated", aud: "authenticated", user_id: id, identity: { userId: id, userName } },
    tokenSeconds,
  )

/** For visitors of a public link, who are anonymous. `until`: the link's end. */
export const visitorTicket = ({ linkId, until }: { linkId: number; until: string | null }) => {
  const left = until === null ? tokenSeconds : Math.ceil((Date.parse(until) - Date.now()) / 1000)
  return ticketOf(
    { session_id: `link:${linkId}` },
    { role: "authenticated", aud: "authenticated", link_id: linkId },
    Math.max(1, Math.min(tokenSeconds, left)),
  )
}
