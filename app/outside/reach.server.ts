// openReach(), requestOutside(): HTTP to addresses that people or their programs name, never inside the network.
import { promises } from "node:dns"
import { request as requestPlain } from "node:http"
import { request } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { isLoopback } from "~/contract/shared/loopback"

let reachesLoopback = false

/** `loopback`: whether services on this machine are reached, as on a developer's, where the product listens there itself. */
export const openReach = ({ loopback }: { loopback: boolean }) => {
  reachesLoopback = loopback
}

type Outside = {
  method?: "GET" | "POST"
  headers?: Record<string, string>
  body?: Buffer
  /** The most that is read of the answer. */
  bytes: number
  /** cut: a larger answer ends there; of a success nothing is read. */
  beyond?: "cut"
  /** For the whole of it. */
  ms: number
}

/** Interim answers (1xx) before the answer: only the time would end a stream of them, which takes up the process until then. */
const mostInterim = 20

const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, "")

/** False for an address that is refused whatever its name resolves to. */
export const mayReach = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  const host = hostOf(hostname)
  return isLoopback(host) ? reachesLoopback : protocol === "https:" && !(isIP(host) && isInside(host))
}

/**
 * Over https, or on this machine's loopback where `openReach` allows it. Follows no redirects. Throws with the code `inside` where the
 * address is refused, with "ETOOLARGE" for a larger answer.
 */
export const requestOutside = async (
  address: string,
  { method = "GET", headers = {}, body, bytes, ms, beyond }: Outside,
) => {
  const { protocol, hostname } = new URL(address)
  const host = hostOf(hostname)
  const here = isLoopback(host)
  if (!mayReach(address)) throw refused(host)
  const options = { method, headers, signal: AbortSignal.timeout(ms), ...(here ? {} : { lookup: lookupOutside }) }
  return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const sent = (protocol === "https:" ? request : requestPlain)(address, options, (answer) => {
      const status = answer.statusCode ?? 0
      const chunks: Buffer[] = []
      let size = 0
      const end = () => {
        resolve({ status, body: Buffer.concat(chunks) })
        answer.destroy()
      }
      if (bytes === 0 || (beyond === "cut" && status >= 200 && status < 300)) return end()
      answer.on("error", reject)
      answer.on("end", end)
      answer.on("data", (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= bytes) return
        if (beyond === "cut") return end()
        reject(tooLarge(`${host} sends more than ${bytes} bytes`))
        answer.destroy()
      })
    })
    let interim = 0
    sent.on("information", () => {
      if (++interim > mostInterim) sent.destroy(tooLarge(`${host} sends more than ${mostInterim} interim answers`))
    })
    sent.on("error", reject)
    sent.end(body)
  })
}

const tooLarge = (message: string) => Object.assign(new Error(message), { code: "ETOOLARGE" })

/** Networks of this machine and of those around it. */
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

/** The code of the error where an address is not reached: it is no public one, or its scheme is not secure. */
export const inside = "EINSIDE"

const refused = (host: string) => Object.assign(new Error(`${host} is not a public host`), { code: inside })

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
