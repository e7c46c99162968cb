// Signatures and keys from the installation's secrets; hashes and random texts. The first secret signs, all verify.
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"

let secrets: string[] = []

export const openSigning = (given: string[]) => {
  if (given.length === 0) throw new Error("at least one secret is needed for signing")
  secrets = given
}

const macOf = (secret: string, purpose: string, text: string) =>
  createHmac("sha256", secret).update(`${purpose}\0${text}`).digest()

/** `text.signature`, valid for this purpose only. */
export const signed = (purpose: string, text: string) => {
  const [first] = secrets
  if (first === undefined) throw new Error("signing is not open")
  return `${text}.${macOf(first, purpose, text).toString("base64url")}`
}

/** The signed text, and whether the newest secret signed it; undefined for a wrong signature. */
export const verified = (purpose: string, value: string): { text: string; newest: boolean } | undefined => {
  const dot = value.lastIndexOf(".")
  if (dot < 1) return undefined
  const text = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), "base64url")
  const by = secrets.findIndex((secret) => {
    const mac = macOf(secret, purpose, text)
    return mac.length === given.length && timingSafeEqual(mac, given)
  })
  return by < 0 ? undefined : { text, newest: by === 0 }
}

/** A key of 64 hex characters for each secret, newest first. */
export const keysFor = (purpose: string) => secrets.map((secret) => macOf(secret, "key", purpose).toString("hex"))

/** `keyed` under each secret, newest first. */
export const keyedByEach = (text: string) => secrets.map((secret) => macOf(secret, "text", text).toString("base64url"))

/** Deterministic per installation: the same text for the same input, different in every other installation. */
export const keyed = (text: string) => {
  const [first] = keyedByEach(text)
  if (first === undefined) throw new Error("signing is not open")
  return first
}

export const sha256 = (content: string | Uint8Array): Buffer => createHash("sha256").update(content).digest()

/** For content that arrives in pieces. */
export const sha256Stream = () => createHash("sha256")

export const randomDigits = (count: number) => String(randomInt(10 ** count)).padStart(count, "0")

export const randomText = (bytes: number) => randomBytes(bytes).toString("base64url")

/** The headers of the Standard Webhooks specification. `secret`: whsec_ and the key in base64. */
export const webhookHeaders = (secret: string, id: string, body: string, seconds: number) => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` }
}
