import type { IncomingMessage } from "node:http"
import { expect, test } from "vitest"
import { createVisitors, isProxyAddress } from "./client-address"

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers: { host: "plan.example.org", ...headers } }) as unknown as IncomingMessage
const addressOf = (trusted: string[], peer: string, forwardedFor: string) =>
  createVisitors(trusted)(request(peer, { "x-forwarded-for": forwardedFor })).address

test("without trusted proxies no header changes the address or the host, whoever the peer is", () => {
  const visitor = createVisitors([])
  for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.9"]) {
    const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "evil.example", "x-real-ip": "203.0.113.7" }
    const { address, host } = visitor(request(peer, headers))
    expect([address, host]).toEqual([peer.replace("::ffff:", ""), "plan.example.org"])
  }
})

test("a trusted proxy's header names the last address that is no proxy", () => {
  const trusted = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"]
  expect(addressOf(trusted, "127.0.0.1", "203.0.113.7")).toBe("203.0.113.7")
  expect(addressOf(trusted, "::ffff:127.0.0.1", "203.0.113.7, 10.1.2.3")).toBe("203.0.113.7")
  expect(addressOf(trusted, "10.0.0.1", "127.0.0.1, 1.2.3.4, 203.0.113.7")).toBe("203.0.113.7")
  expect(addressOf(trusted, "2001:db8::5", "2001:db9::7, 2001:db8::6")).toBe("2001:db9:0:0::/64")
  expect(addressOf(trusted, "10.0.0.1", "")).toBe("10.0.0.1")
  expect(addressOf(trusted, "192.0.2.1", "203.0.113.7")).toBe("192.0.2.1")
})

test.each([
  ["203.0.113.7:5000", "203.0.113.7"],
  ["203.0.113.7:5000, 10.1.2.3:80", "203.0.113.7"],
  ["[2001:db9:7::1]:443", "2001:db9:7:0::/64"],
  ["[2001:db9:7::1]", "2001:db9:7:0::/64"],
  ["2001:db9:7::1", "2001:db9:7:0::/64"],
  ["[2001:db9:7::1]:443, [2001:db8::6]:1", "2001:db9:7:0::/64"],
  ["[::ffff:203.0.113.7]:5", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["[0000:0000:0000:0000:0000:FFFF:cb00:7107]:5", "203.0.113.7"],
  ["203.0.113.7, 0::ffff:10.1.2.3", "203.0.113.7"],
  ["::ffff:1", "0:0:0:0::/64"],
  ["::ffff:0:203.0.113.7", "0:0:0:0::/64"],
  ["203.0.113.8,203.0.113.7:65535", "203.0.113.7"],
  ['"[2001:db9:7::1]:443"', "2001:db9:7:0::/64"],
  ['"203.0.113.7:5"', "203.0.113.7"],
  ["2001:db9:7:0:1:2:3:4:443", "2001:db9:7:0::/64"],
  ["203.0.113.7:5 , ,10.1.2.3", "203.0.113.7"],
])("the entry %s is of %s", (header, address) => {
  const told: string[] = []
  const visitor = createVisitors(["10.0.0.0/8", "2001:db8::/32"], (message) => told.push(message))
  expect(visitor(request("10.0.0.1", { "x-forwarded-for": header })).address).toBe(address)
  expect(told).toEqual([])
})

test("an entry that is no address counts as the proxy that wrote it, and is told of once", () => {
  const told: object[] = []
  const visitor = createVisitors(["10.0.0.0/8"], (_, fields) => told.push(fields))
  for (const entry of [
    "unknown",
    "203.0.113.7:",
    "203.0.113.7:123456",
    "[::1",
    "[]:5",
    "1.2.3.4.5:6",
    "host:80",
    "0:0:ffff:1.2.3.4",
  ]) {
    const headers = { "x-forwarded-for": `198.51.100.1, ${entry}` }
    expect([entry, visitor(request("10.0.0.1", headers)).address]).toEqual([entry, "10.0.0.1"])
  }
  expect(told).toEqual([{ peer: "10.0.0.1", entry: "unknown" }])
})

test("all addresses of an IPv6 network count as one, except those of this machine and of its link", () => {
  const visitor = createVisitors([])
  for (const [peer, address] of [
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9%eth0", "2001:db8:1:2::/64"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["::1:2", "0:0:0:0::/64"],
    ["64:ff9b::198.51.100.7", "64:ff9b:0:0::/64"],
    ["::1", "::1"],
    ["fe80::1%eth0", "fe80::1%eth0"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
  ] as const)
    expect([peer, visitor(request(peer)).address]).toEqual([peer, address])
})

test("only a trusted proxy states the host", () => {
  const headers = { "x-forwarded-host": "old.example.org, plan.example.org:8443" }
  expect(createVisitors(["10.0.0.1"])(request("10.0.0.1", headers)).host).toBe("plan.example.org:8443")
  expect(createVisitors(["10.0.0.1"])(request("10.0.0.2", headers)).host).toBe("plan.example.org")
})

test("a request is local from a loopback peer without any forwarding header, trusted or not", () => {
  for (const trusted of [[], ["127.0.0.1"]]) {
    const visitor = createVisitors(trusted)
    const isLocal = (peer: string, headers: Record<string, string> = {}) =>
      visitor(request(peer, { host: "localhost:3000", ...headers })).isLocal
    expect(isLocal("127.0.0.1")).toBe(true)
    expect(isLocal("127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).toBe(false)
    expect(isLocal("127.0.0.1", { forwarded: "for=127.0.0.1" })).toBe(false)
    expect(isLocal("127.0.0.1", { via: "1.1 proxy" })).toBe(false)
    expect(isLocal("10.0.0.1", { "x-forwarded-for": "127.0.0.1" })).toBe(false)
    for (const host of ["127.0.0.1:3000", "[::1]:3000", "LOCALHOST"]) expect(isLocal("::1", { host })).toBe(true)
    for (const host of ["evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b"])
      expect([host, isLocal("127.0.0.1", { host })]).toEqual([host, false])
  }
})

test("TRUSTED_PROXIES takes addresses and subnets", () => {
  for (const good of ["127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8"])
    expect([good, isProxyAddress(good)]).toEqual([good, true])
  for (const bad of ["", "localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/x", "::1/129", "10.0.0"])
    expect([bad, isProxyAddress(bad)]).toEqual([bad, false])
})

test("a peer that forwards without being trusted is told of once", () => {
  const told: string[] = []
  const visitor = createVisitors(["10.0.0.9"], (_, { peer = "" }) => told.push(peer))
  visitor(request("127.0.0.1"))
  for (const peer of ["10.0.0.9", "127.0.0.1", "127.0.0.1"])
    visitor(request(peer, { "x-forwarded-for": "203.0.113.7" }))
  expect(told).toEqual(["127.0.0.1"])
})
