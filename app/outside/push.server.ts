// openPush(), pushKey(), sendPush(): web push to the services of the browsers' makers.
import { createECDH } from "node:crypto"
import { promises } from "node:dns"
import { request as requestPlain } from "node:http"
import { request } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import ece from "http_ece"
import { importJWK, SignJWT } from "jose"
import type { PushSubscription } from "~/contract/notification"
import { isLoopback } from "~/contract/shared/loopback"

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

/** Networks that no push service is in: a person names the address that the server then calls. */
const insideFour = new BlockList()
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
  insideFour.addSubnet(network, bits, "ipv4")
// A list of their own: every IPv4 address is in ::ffff:0:0/96.
const insideSix = new BlockList()
for (const [network, bits] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  insideSix.addSubnet(network, bits, "ipv6")

const isInside = (address: string) =>
  isIP(address) === 6 ? insideSix.check(address, "ipv6") : insideFour.check(address, "ipv4")

const refused = (host: string) => Object.assign(new Error(`${host} is no push service`), { code: "EINSIDE" })

/** A domain's owner may never answer. The system's resolver would hold one of the four slots of libuv's pool, which files need too. */
const dns = new promises.Resolver({ timeout: 2_000, tries: 2 })

/** Resolves a host for the connection itself, so that no later answer of its DNS server counts. */
export const lookupBy =
  (resolver: InstanceType<typeof promises.Resolver>): LookupFunction =>
  (host, options, done) => {
    const found = async () => {
      const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const addresses = [
        ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      if (addresses.some(({ address }) => isInside(address))) throw refused(host)
      const fitting = addresses.filter(({ family }) => !options.family || options.family === family)
      if (fitting.length === 0) throw four.status === "rejected" ? four.reason : refused(host)
      return fitting
    }
    found().then(
      (addresses) => {
        const [first] = addresses
        if (options.all || !first) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error) => done(error, []),
    )
  }

const lookupOutside = lookupBy(dns)

/** Whether an address is worth a connection at all; a name is judged when it is resolved. */
const mayReach = (endpoint: string) => {
  const { protocol, hostname } = new URL(endpoint)
  const host = hostname.replace(/^\[|\]$/g, "")
  if (isLoopback(host)) return opened().mayReachLoopback
  return protocol === "https:" && !(isIP(host) && isInside(host))
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

/** Posts without following redirects; resolves to the status. */
const post = (endpoint: string, headers: Record<string, string>, body: Buffer) =>
  new Promise<number>((resolve, reject) => {
    const { protocol, hostname } = new URL(endpoint)
    const here = isLoopback(hostname)
    const sent = (protocol === "https:" ? request : requestPlain)(
      endpoint,
      { method: "POST", headers, signal: AbortSignal.timeout(timeoutMs), ...(here ? {} : { lookup: lookupOutside }) },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      },
    )
    sent.on("error", reject)
    sent.end(body)
  })

/**
 * Sends a message of up to 3 KB. "gone": the push service knows the device no longer, or is none. Throws when the service
 * can't be reached or puts it off; such a message may be sent again.
 */
export const sendPush = async (device: PushSubscription, payload: object): Promise<"sent" | "gone"> => {
  const { endpoint } = device
  if (!mayReach(endpoint) || !(await isDeviceKey(device.keys.p256dh))) return "gone"
  const headers = {
    authorization: await authorization(endpoint),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    ttl: String(ttlSeconds),
    urgency: "normal",
  }
  const status = await post(endpoint, headers, encrypted(device, payload)).catch((error: { code?: string }) => {
    if (error.code === "EINSIDE") return 410
    throw error
  })
  if (status === 404 || status === 410) return "gone"
  if (status < 200 || status > 299) throw new Error(`the push service at ${new URL(endpoint).host} answered ${status}`)
  return "sent"
}
