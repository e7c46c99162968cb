// callTool over real sockets: how long it waits for each step, and what it says when the server is silent or leaves.
import net, { type AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { callTool, type ToolFailure } from "./agent-socket"

type Frame = { id?: number; method: string }

const closing: (() => void)[] = []

/** Like a browser's, it may be closed before it has opened. */
class BrowserSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on("error", () => {})
  }
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", BrowserSocket)
  // The sockets need everything else of the event loop.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that does as `onFrame` says with each frame. `heard`: the methods so far. */
const serverWith = async (onFrame: (frame: Frame, socket: WebSocket) => void) => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  const heard: string[] = []
  server.on("connection", (socket) =>
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as Frame
      heard.push(frame.method)
      onFrame(frame, socket)
    }),
  )
  closing.push(() => server.close())
  await new Promise((resolve) => server.once("listening", resolve))
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

/** Greets, and leaves everything else unanswered. */
const greets = ({ id, method }: Frame, socket: WebSocket) => {
  if (method === "initialize") socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: {} }))
}

const asking = (url: string, name = "ai_agent", onProgress?: (text: string) => void) => {
  const outcome: { error?: ToolFailure; text?: string } = {}
  void callTool({ name, input: {}, ticket: async () => ({ url, token: "ticket" }), onProgress }).then(
    ({ text }) => {
      outcome.text = text
    },
    (error: ToolFailure) => {
      outcome.error = error
    },
  )
  return outcome
}

/** Advances the clock; what is on its way arrives. */
const pass = async (ms: number) => {
  vi.advanceTimersByTime(ms)
  await new Promise((resolve) => setImmediate(resolve))
}

/** `vi.waitUntil` would let time pass. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

test("a connection that does not open is given up after 60 s", async () => {
  const server = net.createServer(() => {})
  closing.push(() => server.close())
  const opened = new Promise<net.Socket>((resolve) => server.once("connection", resolve))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const outcome = asking(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const socket = await opened
  closing.push(() => socket.destroy())
  await pass(59_999)
  expect(outcome.error).toBeUndefined()
  await pass(1)
  expect(outcome.error).toMatchObject({ message: "MCP connection timeout", reason: "unconnected" })
})

test.each([
  { name: "ai_agent", method: "initialize", ms: 60_000, onFrame: () => {} },
  { name: "ai_agent", method: "tools/call", ms: 600_000, onFrame: greets },
  { name: "undo_changes", method: "tools/call", ms: 60_000, onFrame: greets },
])("$name: an unanswered $method is given up after $ms ms", async ({ name, method, ms, onFrame }) => {
  const { url, heard } = await serverWith(onFrame)
  const outcome = asking(url, name)
  await until(() => heard.includes(method))
  await pass(ms - 1)
  expect(outcome.error).toBeUndefined()
  await pass(1)
  expect(outcome.error).toMatchObject({ message: `MCP request timeout for ${method}`, reason: "time" })
})

test("a server that leaves is distinguished from one that is not there", async () => {
  const { url } = await serverWith((_frame, socket) => socket.close(1012, "restarting"))
  const left = asking(url)
  await until(() => left.error !== undefined)
  expect([left.error?.message, left.error?.reason]).toEqual(["MCP WebSocket closed: restarting", "dropped"])
  const nobody = asking("ws://127.0.0.1:1")
  await until(() => nobody.error !== undefined)
  expect(nobody.error).toMatchObject({ message: "MCP WebSocket error", reason: "lost" })
})

const progress = JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { message: "Thinking" } })

test("a request is given up after a minute without a sign that the server still works on it", async () => {
  let send = () => {}
  const { url, heard } = await serverWith((frame, socket) => {
    greets(frame, socket)
    send = () => socket.send(progress)
  })
  const said: string[] = []
  const outcome = asking(url, "ai_agent", (text) => said.push(text))
  await until(() => heard.includes("tools/call"))
  for (const count of [1, 2, 3]) {
    await pass(59_999)
    send()
    await until(() => said.length === count)
  }
  await pass(59_999)
  expect(outcome.error).toBeUndefined()
  await pass(1)
  expect(outcome.error).toMatchObject({ reason: "dropped" })
})

test("after a sleep, an answer that came meanwhile is taken, and silence ends the request", async () => {
  const sleep = () => vi.spyOn(Date, "now").mockReturnValue(performance.timeOrigin + performance.now() + 3_600_000)
  for (const isAnswered of [true, false]) {
    let answer = () => {}
    const { url, heard } = await serverWith((frame, socket) => {
      greets(frame, socket)
      const result = { content: [{ type: "text", text: "Done." }] }
      answer = () => socket.send(JSON.stringify({ jsonrpc: "2.0", id: frame.id, result }))
    })
    const outcome = asking(url, "ai_agent", () => {})
    await until(() => heard.includes("tools/call"))
    const clock = sleep()
    await pass(60_000)
    expect(outcome.error).toBeUndefined()
    if (isAnswered) answer()
    else await pass(10_000)
    await until(() => outcome.text !== undefined || outcome.error !== undefined)
    expect([outcome.text, outcome.error?.reason]).toEqual(isAnswered ? ["Done.", undefined] : [undefined, "dropped"])
    clock.mockRestore()
  }
})

test.each([
  [{ error: { code: -32_000, message: "Too many requests." } }, "rate"],
  [{ error: { code: -32_600, message: "Your session has ended." } }, undefined],
  [{ result: { isError: true, content: [{ text: "Wait." }], _meta: { reason: "incomplete" } } }, "incomplete"],
  [{ result: { isError: true, content: [{ text: "Wait." }], _meta: { reason: "of a later version" } } }, undefined],
])("a failure has the reason that the server sends: %j", async (answer, reason) => {
  const { url } = await serverWith((frame, socket) => {
    greets(frame, socket)
    if (frame.method === "tools/call") socket.send(JSON.stringify({ jsonrpc: "2.0", id: frame.id, ...answer }))
  })
  const outcome = asking(url)
  await until(() => outcome.error !== undefined)
  expect(outcome.error?.reason).toBe(reason)
})
