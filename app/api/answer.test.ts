// Answers in pieces: what a reader gets when they fail in the middle.
import http from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { afterEach, expect, test, vi } from "vitest"
import { refusal } from "~/contract/problem"
import { streamOf } from "./answer.server"

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  vi.restoreAllMocks()
})

const served = async (pieces: () => AsyncGenerator<Uint8Array>) => {
  const server = http.createServer(getRequestListener(() => new Response(streamOf(pieces()))))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function* failing(thrown: Error) {
  yield new TextEncoder().encode("{")
  await new Promise((resolve) => setTimeout(resolve, 20))
  throw thrown
}

test.each([
  { what: "a refusal", thrown: refusal(404, "This does not exist."), logged: 0 },
  { what: "an unexpected error", thrown: new Error("the bytes are not there"), logged: 1 },
])("$what in the middle cuts the connection; logged as an error: $logged", async ({ thrown, logged }) => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {})
  vi.spyOn(console, "info").mockImplementation(() => {})
  const response = await fetch(await served(() => failing(thrown)))
  await expect(response.text()).rejects.toThrow()
  expect(error).toHaveBeenCalledTimes(logged)
})
