import http from "node:http"
import net from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { boundConnections, type ConnectionLimits, type Connections } from "./connections"

const limits: ConnectionLimits = {
  perAddress: 5,
  headersMs: 60_000,
  windowMs: 200,
  slowest: 1_000,
  unreadPerAddress: 1_000_000,
  unread: 100_000_000,
  sweepMs: 10,
}

let server: http.Server
let bounds: Connections
const clients: net.Socket[] = []
afterEach(() => {
  bounds.stop()
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  server.close()
})

const open = async (handle: http.RequestListener, given: Partial<ConnectionLimits> = {}, trusted = false) => {
  server = http.createServer({ connectionsCheckingInterval: 10 }, handle)
  bounds = boundConnections(server, {
    limits: { ...limits, ...given },
    addressOf: ({ remoteAddress = "" }) => (trusted ? null : remoteAddress),
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
}
/** `ended`: how the server ended the connection: with what it answered, or "" */
const connect = (text: string) => {
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1")
  clients.push(socket)
  let received = ""
  socket.on("data", (data) => {
    received += data
  })
  socket.on("error", () => {})
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(received)))
  const answered = new Promise<string>((resolve) => socket.on("data", () => resolve(received)))
  if (text) socket.write(text)
  return { socket, ended, answered }
}
const post = (body: string, length = body.length) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`
const bodyRead: http.RequestListener = (request, response) => {
  request.resume().on("end", () => response.end("read"))
}

test("connections that send nothing, or part of their headers, are closed", async () => {
  await open(bodyRead, { headersMs: 100, windowMs: 60_000 })
  const silent = connect("")
  const halfway = connect("GET / HTTP/1.1\r\nHost: a\r\n")
  const drip = setInterval(() => halfway.socket.write("x: y\r\n"), 20)
  expect(await silent.ended).toContain("408 Request Timeout")
  expect(await halfway.ended).toContain("408 Request Timeout")
  clearInterval(drip)
})

test("a body that trickles ends; one that keeps coming is taken, however long it is on its way", async () => {
  await open(bodyRead, { windowMs: 600 })
  const slow = connect(post("a", 100_000))
  const drip = setInterval(() => slow.socket.write("a"), 20)
  const steady = connect(post("", 100_000))
  let sent = 0
  let slowEnded = false
  void slow.ended.then(() => {
    slowEnded = true
  })
  // Outlives the slow one, which began earlier.
  while (!slowEnded || sent < 40_000) {
    steady.socket.write("a".repeat(1_000))
    sent += 1_000
    await sleep(10)
  }
  steady.socket.write("a".repeat(100_000 - sent))
  clearInterval(drip)
  expect(await slow.ended).not.toContain("read")
  expect(await steady.answered).toContain("read")
})

test("a call may be at work for longer than a connection may be silent", async () => {
  let release = () => {}
  await open((request, response) => {
    if (request.url === "/long") release = () => response.end("done")
    else response.end("a")
  })
  const idle = connect("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  const long = connect("GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
  server.keepAliveTimeout = 300
  await idle.ended
  release()
  expect(await long.answered).toContain("done")
})

test("answers that nobody reads are dropped with their connection, the largest first", async () => {
  await open((request, response) => response.end("x".repeat(request.url === "/small" ? 10_000 : 20_000_000)), {
    windowMs: 60_000,
  })
  const unread = Array.from({ length: 2 }, () => {
    const client = connect("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    client.socket.pause()
    return client
  })
  const small = connect("GET /small HTTP/1.1\r\nHost: a\r\n\r\n")
  expect(await small.answered).toContain("200 OK")
  while (bounds.counts().closed < 2) await sleep(5)
  expect(small.socket.destroyed).toBe(false)
  expect(unread).toHaveLength(2)
})

test("an answer of which nothing is read for a window's time is dropped", async () => {
  await open((_request, response) => response.end("x".repeat(20_000_000)), { unreadPerAddress: 1_000_000_000 })
  connect("GET / HTTP/1.1\r\nHost: a\r\n\r\n").socket.pause()
  // A connection is counted as closed when it is dropped, and as open until its socket has closed.
  await expect.poll(() => bounds.counts(), { interval: 5 }).toEqual({ open: 0, closed: 1 })
})

test("of the visitors behind a trusted proxy, each has so many requests at once, and so much unread", async () => {
  const held: http.ServerResponse[] = []
  await open(
    (request, response) => {
      if (!bounds.mayRun(String(request.headers["x-visitor"]), response)) return response.writeHead(429).end()
      if (request.url === "/large") response.end("x".repeat(20_000_000))
      else held.push(response)
    },
    { windowMs: 60_000 },
    true,
  )
  const ask = (visitor: string, path = "/") =>
    connect(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Visitor: ${visitor}\r\n\r\n`)
  const eve = Array.from({ length: 8 }, () => ask("eve"))
  const refused = await Promise.any(eve.map(({ answered }) => answered))
  expect(refused).toContain("429")
  while (held.length < 5) await sleep(5)
  const ada = ask("ada")
  while (held.length < 6) await sleep(5)
  for (const response of held.splice(0)) response.end("done")
  expect(await ada.answered).toContain("done")
  const again = ask("eve")
  while (held.length < 1) await sleep(5)
  held[0]?.end("done")
  expect(await again.answered).toContain("done")
  ask("eve", "/large").socket.pause()
  while (bounds.counts().closed < 1) await sleep(5)
})

test("an address has so many connections at once; a trusted proxy has as many as it needs", async () => {
  const waiting: http.RequestListener = (_request, response) => response.end("a")
  for (const trusted of [false, true]) {
    await open(waiting, { windowMs: 60_000 }, trusted)
    const many = Array.from({ length: 8 }, () => connect("GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
    const results = await Promise.all(many.map(({ answered, ended }) => Promise.race([answered, ended])))
    expect(results.filter((text) => text !== "")).toHaveLength(trusted ? 8 : 5)
    for (const { socket } of many) socket.destroy()
    while (bounds.counts().open > 0) await sleep(5)
    expect(await connect("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answered).toContain("200 OK")
    if (trusted) break
    bounds.stop()
    server.closeAllConnections()
    server.close()
  }
})
