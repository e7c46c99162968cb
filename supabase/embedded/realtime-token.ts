// createTokenReader(secret): reads clients' HS256 access tokens; errors use hosted Supabase's wording.
import { createHmac, timingSafeEqual } from "node:crypto"
import { isObject } from "./realtime-frames.ts"

export type Claims = Record<string, unknown> & { role: string; exp: number }
export type TokenFault = { code: string; message: string }
export type TokenReading = { claims: Claims } | { fault: TokenFault }
export type TokenReader = (token: string) => TokenReading

const KEPT = 2_000

/** "" for an anonymous client */
export const personOf = (claims: Claims) => textOf(claims.sub)
/** "" when the token belongs to no session */
export const sessionOf = (claims: Claims) => textOf(claims.session_id)
/** Whose checks of rights are counted: a person's, or those of one address by one link. */
export const checkedAs = (claims: Claims, address: string) => personOf(claims) || `${sessionOf(claims)} ${address}`
/** What the signer says about the person; it wins over what the client says of itself. */
export const identityOf = (claims: Claims) => (isObject(claims.identity) ? claims.identity : {})

const textOf = (claim: unknown) => (typeof claim === "string" || typeof claim === "number" ? String(claim) : "")

export const createTokenReader = (secret: string): TokenReader => {
  // A signature is verified once, the expiry every time.
  const verified = new Map<string, Claims>()

  return (token) => {
    let claims = verified.get(token)
    if (!claims) {
      const reading = verify(token, secret)
      if ("fault" in reading) return reading
      claims = reading.claims
      if (verified.size >= KEPT) verified.clear()
      verified.set(token, claims)
    }
    const fault = expiry(claims)
    return fault ? { fault } : { claims }
  }
}

/** A token that was never valid. */
export const isForged = ({ code }: TokenFault) => code !== "InvalidJWTToken"

export const expiry = (claims: Claims): TokenFault | null => {
  const late = Math.floor(Date.now() / 1000) - claims.exp
  return late >= 0 ? { code: "InvalidJWTToken", message: `Token has expired ${late} seconds ago` } : null
}

const verify = (token: string, secret: string): TokenReading => {
  const [header, body, signature, ...rest] = token.split(".")
  if (!header || !body || !signature || rest.length > 0) return malformed
  const head = decode(header)
  const claims = decode(body)
  if (!head || !claims) return malformed
  const expected = createHmac("sha256", secret).update(`${header}.${body}`).digest()
  const given = Buffer.from(signature, "base64url")
  if (head.alg !== "HS256" || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return { fault: { code: "JwtSignatureError", message: "Failed to validate JWT signature" } }
  }
  if (typeof claims.role !== "string" || typeof claims.exp !== "number") {
    return { fault: { code: "InvalidJWTToken", message: "Fields `role` and `exp` are required in JWT" } }
  }
  return { claims: { ...claims, role: claims.role, exp: claims.exp } }
}

const malformed: TokenReading = {
  fault: { code: "MalformedJWT", message: "The token provided is not a valid JWT" },
}

const decode = (part: string) => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString())
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
