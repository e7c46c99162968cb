// createVisitors(trusted): who a request comes from. Forwarding headers are read from trusted proxies only.
// createPeers(trusted): what a connection counts as.
import type { IncomingHttpHeaders } from "node:http"
import { BlockList, isIP, isIPv6, type Socket } from "node:net"
import { isLoopback } from "~/contract/shared/loopback"

export type Visitor = {
  /** What limits count for: an IPv4 address, or an IPv6 network of 64 bits. */
  address: string
  /** The host that the browser asked for. */
  host: string
  /**
   * A program on this machine that no proxy speaks for, by a name of this machine: a page whose name somebody resolves to
   * it is not. A header can only make this false.
   */
  isLocal: boolean
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]

const ignored =
  "X-Forwarded-For is ignored: if this is your proxy, add it to TRUSTED_PROXIES, or all visitors share its limits"
const unreadable =
  "X-Forwarded-For has an entry that is no IP address: visitors who come with such entries share the proxy's limits"

/** `trusted`: IP addresses and subnets of proxies. `warn`: hears once of each fault in how proxies are set up. */
export const createVisitors = (
  trusted: string[],
  warn: (message: string, fields: Record<string, string>) => void = () => {},
): ((request: { socket: Pick<Socket, "remoteAddress">; headers: IncomingHttpHeaders }) => Visitor) => {
  const proxies = blockListOf(trusted)
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4")
  const warned = new Set<string>()
  const warnOnce = (message: string, fields: Record<string, string>) => {
    if (warned.has(message)) return
    warned.add(message)
    warn(message, fields)
  }

  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? "")
    const forwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    const host = headers.host ?? ""
    const believed = isIP(peer) !== 0 && isProxy(peer)
    const isLocal = isLoopback(peer) && !forwarded && isLoopback(nameOf(host))
    if (!believed && headers["x-forwarded-for"] !== undefined) warnOnce(ignored, { peer })
    if (!believed) return { address: networkOf(peer), host, isLocal }
    const skipped = (entry: string) => warnOnce(unreadable, { peer, entry: entry.slice(0, 100) })
    return {
      address: networkOf(firstUntrusted(peer, partsOf(headers["x-forwarded-for"]), isProxy, skipped)),
      host: partsOf(headers["x-forwarded-host"]).at(-1) ?? host,
      isLocal,
    }
  }
}

/** An address as `createVisitors` counts it; null for a trusted proxy, whose connections carry requests of many. */
export const createPeers = (trusted: string[]): ((socket: Pick<Socket, "remoteAddress">) => string | null) => {
  const proxies = blockListOf(trusted)
  return ({ remoteAddress = "" }) => {
    const peer = plain(remoteAddress)
    return isIP(peer) !== 0 && proxies.check(peer, isIPv6(peer) ? "ipv6" : "ipv4") ? null : networkOf(peer)
  }
}

/** Whether an entry of TRUSTED_PROXIES is an IP address or a subnet such as 10.0.0.0/8. */
export const isProxyAddress = (entry: string): boolean => {
  const [address = "", bits, more] = entry.split("/")
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Each proxy appends the address it heard from, so whatever precedes an untrusted one may be invented. */
const firstUntrusted = (
  peer: string,
  entries: string[],
  isProxy: (address: string) => boolean,
  skipped: (entry: string) => void,
) => {
  let address = peer
  for (const entry of entries.reverse()) {
    const next = addressIn(entry)
    if (isIP(next) === 0) {
      skipped(entry)
      return address
    }
    address = next
    if (!isProxy(address)) return address
  }
  return address
}

/** The owner of an IPv6 address has all of its network. On one's own link there are only neighbours. */
const networkOf = (address: string) => {
  if (!isIPv6(address) || isLoopback(address) || /^fe[89ab]/i.test(address)) return address
  const [start = "", end] = new URL(`http://[${address.split("%", 1)[0]}]`).hostname.slice(1, -1).split("::")
  const [before, after] = [groupsOf(start), groupsOf(end)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`
}

const groupsOf = (text = "") => text.split(":").filter((group) => group !== "")

const blockListOf = (entries: string[]) => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    const family = isIPv6(address) ? "ipv6" : "ipv4"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const partsOf = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")
    .flatMap((part) => part.trim() || [])

/** Some proxies add the port: 1.2.3.4:5, [::1]:5, or behind all eight groups of an IPv6 address; or quotation marks. */
const addressIn = (entry: string) => {
  const bare = entry.replace(/^"(.*)"$/, "$1")
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare) ?? []
  const [, groups] = /^((?:[\da-f]{1,4}:){7}[\da-f]{1,4}):\d{1,5}$/i.exec(bare) ?? []
  return plain(bracketed ?? ipv4 ?? groups ?? bare)
}

/** An IPv4 address in IPv6's notation is one, however many of its zeros are written. */
const plain = (address: string) => {
  const [, ipv4, high, low] = (isIPv6(address) && mapped.exec(address)) || []
  if (!high || !low) return ipv4 ?? address
  return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]).join(".")
}
const mapped = /^[0:]+:ffff:(?:(\d+\.[\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i

const nameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "")
