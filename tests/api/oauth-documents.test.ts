// Documents of programs that are too large, never end or lead elsewhere: what a real server gets to send before it is left.

import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, expect, test } from "vitest"
import { readRequest } from "~/domain/sign-in/oauth-request.server"
import { openApi } from "../support/api/api.ts"

const MB = 1_000_000
/** Read by the product are 32 KB; the rest is in the buffers of both sockets. */
const buffered = 16 * MB

const api = await openApi()
afterAll(api.close)

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A program's host, and for each request what it had sent when the connection closed, bytes. */
const hostWith = async (answer: http.RequestListener) => {
  const sent: number[] = []
  const server = http.createServer((request, response) => {
    const { socket } = request
    socket.once("close", () => sent.push(socket.bytesWritten))
    answer(request, response)
  })
  servers.push(server)
  server.listen(0, "localhost")
  await once(server, "listening")
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, sent }
}

const ask = (clientId: string) => {
  const query = {
    ...{ client_id: clientId, redirect_uri: `${clientId}/back`, response_type: "code", state: "a state" },
    ...{ code_challenge: "x".repeat(43), code_challenge_method: "S256", resource: "http://localhost:3001/mcp" },
  }
  return readRequest(new URLSearchParams(query), null, () => undefined)
}

/** Spaces, which may begin a document, as fast as they are taken; `most` bytes of them. */
const spaces = (response: http.ServerResponse, most: number) => {
  const piece = " ".repeat(65_536)
  let left = most
  const send = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) return void response.once("drain", send)
    }
    if (left <= 0) response.end("{}")
  }
  send()
}

test.each([
  ["of 50 MB", 50 * MB, {}],
  ["of 50 MB that says so", 50 * MB, { "content-length": String(50 * MB) }],
  ["that never ends", Number.POSITIVE_INFINITY, {}],
])("a document %s is left once it is too large", async (_, most, headers) => {
  const host = await hostWith((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers })
    spaces(response, most)
  })
  expect(await ask(`${host.url}/client`)).toEqual({ page: "client" })
  await expect.poll(() => host.sent.length).toBe(1)
  expect(host.sent[0]).toBeLessThan(buffered)
})

test("a document that comes a byte at a time is left after five seconds", async () => {
  const timers: NodeJS.Timeout[] = []
  const host = await hostWith((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    timers.push(setInterval(() => response.write(" "), 100))
  })
  expect(await ask(`${host.url}/client`)).toEqual({ page: "client" })
  await expect.poll(() => host.sent.length).toBe(1)
  for (const timer of timers) clearInterval(timer)
})

test("a document is not looked for where its address redirects to", async () => {
  const asked: string[] = []
  const other = await hostWith(({ url = "" }, response) => {
    asked.push(url)
    response.end("{}")
  })
  for (const [status, location] of [
    [302, "http://169.254.169.254/latest/meta-data/"],
    [301, "http://[::ffff:169.254.169.254]/latest/meta-data/"],
    [307, `${other.url}/elsewhere`],
    [308, "//169.254.169.254/"],
  ] as const) {
    const host = await hostWith((_request, response) => response.writeHead(status, { location }).end())
    expect([location, await ask(`${host.url}/client`)]).toEqual([location, { page: "client" }])
  }
  expect(asked).toEqual([])
})
