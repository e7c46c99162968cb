import { createSocket } from "node:dgram"
import { promises } from "node:dns"
import http from "node:http"
import type { AddressInfo } from "node:net"
import type { Writable } from "node:stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeOf } from "~/contract/problem"
import { lookupBy, openReach, requestOutside } from "./reach.server"

/** IPv4 and IPv6 addresses by name, in bytes; a name server never answers for another. */
const known: Record<string, { four?: number[][]; six?: number[][] }> = {
  "push.example": { four: [[93, 184, 216, 34]] },
  "rebound.example": {
    four: [
      [93, 184, 216, 34],
      [10, 0, 0, 7],
    ],
  },
  "mapped.example": { four: [[93, 184, 216, 34]], six: [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 127, 0, 0, 1]] },
  "metadata.example": { four: [[169, 254, 169, 254]] },
  "six.example": { six: [[0x26, 6, 0x28, 0, 2, 0x20, 0, 1, 2, 0x48, 0x18, 0x93, 0x25, 0xc8, 0x19, 0x46]] },
}

const socket = createSocket("udp4")
const resolver = new promises.Resolver({ timeout: 300, tries: 1 })
beforeAll(async () => {
  socket.on("message", (query, from) => {
    const labels: string[] = []
    let at = 12
    for (; query[at]; at += (query[at] ?? 0) + 1)
      labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString())
    const question = query.subarray(12, at + 5)
    const type = query.readUInt16BE(at + 1)
    const found = known[labels.join(".")]
    if (!found) return
    const answers = (type === 1 ? found.four : type === 28 ? found.six : undefined) ?? []
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0])
    const rows = answers.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]))
    socket.send(Buffer.concat([head, question, ...rows]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
})
afterAll(() => void socket.close())

const look = (host: string, options: { all?: boolean; family?: number } = {}) =>
  new Promise<unknown>((resolve) => {
    lookupBy(resolver)(host, options, (error, address, family) => resolve(error?.code ?? [address, family]))
  })

test("a name is resolved for the connection, and refused when any of its addresses is inside the network", async () => {
  expect(await look("push.example")).toEqual(["93.184.216.34", 4])
  expect(await look("push.example", { all: true })).toEqual([[{ address: "93.184.216.34", family: 4 }], undefined])
  expect(await look("six.example")).toEqual(["2606:2800:220:1:248:1893:25c8:1946", 6])
  expect(await look("six.example", { family: 4 })).toBe("ENODATA")
  for (const host of ["rebound.example", "mapped.example", "metadata.example"]) {
    for (const options of [{}, { all: true }, { family: 4 }])
      expect([host, await look(host, options)]).toEqual([host, "EINSIDE"])
  }
})

test("name servers that never answer are given up, and keep no other work waiting", async () => {
  const order: string[] = []
  const lost = Array.from({ length: 8 }, (_, n) => look(`lost${n}.example`).then((code) => order.push(String(code))))
  // Work of libuv's pool, which the system's resolver would hold.
  await crypto.subtle.digest("SHA-256", new Uint8Array(1_000)).then(() => order.push("digest"))
  await Promise.all(lost)
  expect(order).toEqual(["digest", ...Array(8).fill("ETIMEOUT")])
})

const drip = (to: Writable) => {
  const dripping = setInterval(() => to.write("x"), 5)
  to.on("error", () => {})
  to.once("close", () => clearInterval(dripping))
}

const service = http.createServer(({ url, socket }, response) => {
  if (url === "/redirect") response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end()
  else if (url === "/endless") for (let n = 0; n < 100; n++) response.write("x".repeat(10_000))
  else if (url === "/fails-endlessly") {
    response.writeHead(500)
    for (let n = 0; n < 100; n++) response.write("x".repeat(10_000))
  } else if (url === "/silent") response.write("x")
  else if (url === "/floods-interim") {
    for (let n = 0; n < 1_000; n++) response.writeProcessing()
    response.end("hello")
  } else if (url === "/drips") drip(response.writeHead(200))
  else if (url === "/drips-headers") {
    socket.write("HTTP/1.1 200 OK\r\nx-more: ")
    drip(socket)
  } else if (url === "/floods-headers")
    for (let n = 0; n < 100; n++) socket.write(`${n ? "x-more: " : "HTTP/1.1 200 "}${"x".repeat(1_000)}\r\n`)
  else response.end("hello")
})
const at = async (path: string) => {
  if (!service.listening) await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}${path}`
}
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
const ask = (address: string, ms = 5_000) =>
  requestOutside(address, { bytes: 20_000, ms }).then(
    ({ status, body }) => [status, String(body)],
    (error: unknown) => codeOf(error),
  )

test("addresses inside the network and plain HTTP are refused before a connection is made", async () => {
  openReach({ loopback: false })
  const hosts = ["169.254.169.254", "10.1.2.3", "[fd00::1]", "[::ffff:169.254.169.254]", "0x7f000001", "127.1"]
  for (const host of [...hosts, "localhost", "[::1]"])
    expect([host, await ask(`https://${host}/`)]).toEqual([host, "EINSIDE"])
  expect(await ask("http://93.184.216.34/")).toBe("EINSIDE")
  expect(await ask(await at("/"))).toBe("EINSIDE")
})

test("a service on loopback is reached where the product listens there; redirects, large and slow answers end", async () => {
  openReach({ loopback: true })
  expect(await ask(await at("/"))).toEqual([200, "hello"])
  expect(await ask(await at("/redirect"))).toEqual([302, ""])
  expect(await ask(await at("/endless"))).toBe("ETOOLARGE")
  expect(await ask(await at("/floods-headers"))).toBe("HPE_HEADER_OVERFLOW")
  expect(await ask(await at("/floods-interim"))).toBe("ETOOLARGE")
  for (const path of ["/silent", "/drips", "/drips-headers"])
    expect([path, await ask(await at(path), 50)]).toEqual([path, "ABORT_ERR"])
  const cut = await requestOutside(await at("/fails-endlessly"), { bytes: 20_000, beyond: "cut", ms: 5_000 })
  // With the chunk in which it is cut.
  expect(cut.body.length).toBeLessThanOrEqual(20_000 + 65_536)
  expect((await requestOutside(await at("/endless"), { bytes: 0, ms: 5_000 })).body).toHaveLength(0)
})
