// Answers in pieces: what a reader gets when they fail in the middle.
import http from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
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

const failing = async function* (thrown: Error) {
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

test("an answer that holds memory is cut off after a minute when it is read at less than 100 KB a second", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let left = 0
  const pieces = function* () {
    try {
      for (;;) yield new Uint8Array(1_000_000)
    } finally {
      left++
    }
  }
  const ended = vi.fn()
  const reader = streamOf(pieces(), ended).getReader()
  for (let at = 0; at < 20; at++) {
    expect((await reader.read()).value).toHaveLength(1_000_000)
    await vi.advanceTimersByTimeAsync(10_000)
  }
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(75_000)
  expect([ended.mock.calls.length, left]).toEqual([1, 1])
  await expect(reader.read()).rejects.toMatchObject({ code: "ERR_STREAM_PREMATURE_CLOSE" })
})

test.each([
  ["read to its end", async (stream: ReadableStream) => void (await new Response(stream).arrayBuffer())],
  ["given up", (stream: ReadableStream) => stream.cancel()],
])("an answer that is %s releases what it held", async (_, work) => {
  const ended = vi.fn()
  const pieces = function* () {
    yield new Uint8Array(10)
    yield new Uint8Array(10)
  }
  await work(streamOf(pieces(), ended))
  expect(ended).toHaveBeenCalledTimes(1)
})

test("an answer that fails releases what it held", async () => {
  const ended = vi.fn()
  await expect(new Response(streamOf(failing(new Error("gone")), ended)).arrayBuffer()).rejects.toThrow("gone")
  expect(ended).toHaveBeenCalledTimes(1)
})
