// openPush(), pushKey(), sendPush(): web push to the services of the browsers' makers.
import { createECDH } from "node:crypto"
import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import ece from "http_ece"
import { importJWK, SignJWT } from "jose"
import { isLoopback } from "~/contract/loopback"
import type { PushSubscription } from "~/contract/notification"

export type PushSettings = {
  /** Base64url of the public key; the private key as a JWK in JSON. */
  key: { publicKey: string; privateKey: string }
  /** A mailto: address that push services may write to. */
  contact: string
  /** Whether services on this machine are reached, as on a developer's. */
  mayReachLoopback: boolean
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

/** Networks that no push service is in: a person names the address that the server then calls. */
const inside = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(network, bits, "ipv4")
for (const [network, bits] of [
  ["::", 127],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  inside.addSubnet(network, bits, "ipv6")

const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")

const mayReach = async (endpoint: string) => {
  const { protocol, hostname } = new URL(endpoint)
  const host = hostname.replace(/^\[|\]$/g, "")
  if (isLoopback(host)) return opened().mayReachLoopback
  if (protocol !== "https:") return false
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
  return addresses.length > 0 && !addresses.some(isInside)
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
 * Sends a message of up to 3 KB. "gone": the push service knows the device no longer. Throws when the service can't be
 * reached or puts it off; such a message may be sent again.
 */
export const sendPush = async (device: PushSubscription, payload: object): Promise<"sent" | "gone"> => {
  const { endpoint } = device
  if (!(await mayReach(endpoint))) return "gone"
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: {
      authorization: await authorization(endpoint),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(ttlSeconds),
      urgency: "normal",
    },
    body: new Uint8Array(encrypted(device, payload)),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.body?.cancel()
  if (answer.status === 404 || answer.status === 410) return "gone"
  if (!answer.ok) throw new Error(`the push service at ${new URL(endpoint).host} answered ${answer.status}`)
  return "sent"
}
