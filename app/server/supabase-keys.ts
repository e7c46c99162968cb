// isPublishable(key), isSecret(key), signingKeyOf(text): the keys of a Supabase project, distinguished by their content.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import type { SigningKey } from "~/outside/realtime.server"

/** `sb_publishable_…`, or a token of the role `anon`, or of none. */
export const isPublishable = (key: string) => /^sb_publishable_[\w-]+$/.test(key) || isTokenOf(key, "anon")

/** `sb_secret_…`, or a token of the role `service_role`, or of none. */
export const isSecret = (key: string) => /^sb_secret_[\w-]+$/.test(key) || isTokenOf(key, "service_role")

/** Of a private ES256 key with an id, as a JSON Web Key; null for any other text. */
export const signingKeyOf = (text: string): SigningKey | null => {
  const key = objectIn(text)
  if (key?.kty !== "EC" || key.crv !== "P-256" || typeof key.kid !== "string" || key.kid === "") return null
  const { kty, crv, x, y, d, kid } = key as Record<"kty" | "crv" | "x" | "y" | "d" | "kid", string>
  try {
    const text = Buffer.from(kid)
    const signature = sign("sha256", text, createPrivateKey({ key: { kty, crv, x, y, d }, format: "jwk" }))
    if (!verify("sha256", text, createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }), signature)) return null
  } catch {
    return null
  }
  // Without its uses: a private key that names verifying could not be imported.
  return { kid, jwk: { kty, crv, x, y, d } }
}

const isTokenOf = (key: string, role: string) => {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(key)) return false
  const claims = objectIn(Buffer.from(key.split(".")[1] ?? "", "base64url").toString())
  return claims?.role === undefined || claims.role === role
}

const objectIn = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
