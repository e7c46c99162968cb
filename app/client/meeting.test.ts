import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openMeeting, type SharedMeeting } from "./meeting"

let server: http.Server
let asked = 0
let countdown: object | null
let meeting: SharedMeeting | undefined

beforeEach(async () => {
  asked = 0
  server = http.createServer((_request, response) => {
    asked++
    const body = JSON.stringify({ countdown, wheel: null, modifiedDate: null, now: new Date().toISOString() })
    // Too slow to measure the clock by.
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(body), 70)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
  // Copies that tests of other files have left to be stored may read the cookie at any time.
  vi.stubGlobal("document", Object.assign(new EventTarget(), { cookie: "" }))
  vi.stubGlobal("location", { origin: "http://localhost" })
})
afterEach(() => {
  meeting?.close()
  vi.unstubAllGlobals()
  server.close()
  server.closeAllConnections()
})

const open = async () => {
  meeting = openMeeting({ planId: 1, onEvent: () => () => {} })
  await expect.poll(() => meeting?.state.get()).toBeDefined()
  await new Promise((done) => setTimeout(done, 400))
}

test("asks once when nothing is shared, even if the answer is slow", async () => {
  countdown = null
  await open()
  expect(asked).toBe(1)
})

test("asks up to four times for the server's clock while a countdown runs", async () => {
  countdown = { startedAt: new Date().toISOString() }
  await open()
  expect(asked).toBe(4)
})
