// openPush(), pushKey(), sendPush(): web push to the services of the browsers' makers.
import { createECDH } from "node:crypto"
import ece from "http_ece"
import { importJWK, SignJWT } from "jose"
import type { PushSubscription } from "~/contract/notification"
import { codeOf } from "~/contract/problem"
import { inside, requestOutside } from "./reach.server"

export type PushSettings = {
  /** Base64url of the public key; the private key as a JWK in JSON. */
  key: { publicKey: string; privateKey: string }
  /** A mailto: address that push services may write to. */
  contact: string
}

let settings: PushSettings | undefined

export const openPush = (given: PushSettings) => {
  settings = given
}

const opened = () => {
  if (!settings) throw new Error("push is not open")
  return settings
}

export const pushKey = () => opened().key.publicKey

/** Whether something can be encrypted for a device's public key: it is a point of the curve. */
const isDeviceKey = async (p256dh: string) => {
  const algorithm = { name: "ECDH", namedCurve: "P-256" }
  return crypto.subtle.importKey("raw", Buffer.from(p256dh, "base64url"), algorithm, false, []).then(
    () => true,
    () => false,
  )
}

/** A new VAPID key pair. */
export const makePushKey = async (): Promise<PushSettings["key"]> => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])
  return {
    publicKey: Buffer.from(await crypto.subtle.exportKey("raw", publicKey)).toString("base64url"),
    privateKey: JSON.stringify(await crypto.subtle.exportKey("jwk", privateKey)),
  }
}

const timeoutMs = 10_000
const ttlSeconds = 24 * 3_600

/** Encrypted for the device alone (RFC 8291). */
const encrypted = ({ keys }: PushSubscription, payload: object) => {
  const privateKey = createECDH("prime256v1")
  privateKey.generateKeys()
  return ece.encrypt(Buffer.from(JSON.stringify(payload)), {
    version: "aes128gcm",
    privateKey,
    dh: keys.p256dh,
    authSecret: keys.auth,
  })
}

/** Says to a push service who sends (VAPID, RFC 8292). */
const authorization = async (endpoint: string) => {
  const { key, contact } = opened()
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(new URL(endpoint).origin)
    .setSubject(contact)
    .setExpirationTime("12h")
    .sign(await importJWK(JSON.parse(key.privateKey), "ES256"))
  return `vapid t=${token}, k=${key.publicKey}`
}

/**
 * Sends a message of up to 3 KB. "gone": the push service knows the device no longer, or is none. Throws when the service
 * can't be reached or puts it off; such a message may be sent again.
 */
export const sendPush = async (device: PushSubscription, payload: object): Promise<"sent" | "gone"> => {
  const { endpoint } = device
  if (!(await isDeviceKey(device.keys.p256dh))) return "gone"
  const headers = {
    authorization: await authorization(endpoint),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    ttl: String(ttlSeconds),
    urgency: "normal",
  }
  const body = encrypted(device, payload)
  const sent = requestOutside(endpoint, { method: "POST", headers, body, bytes: 0, ms: timeoutMs })
  const { status } = await sent.catch((error: unknown) => {
    if (codeOf(error) === inside) return { status: 410 }
    throw error
  })
  if (status === 404 || status === 410) return "gone"
  if (status < 200 || status > 299) throw new Error(`the push service at ${new URL(endpoint).host} answered ${status}`)
  return "sent"
}
