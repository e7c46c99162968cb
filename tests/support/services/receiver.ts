// openReceiver(): an HTTP server that webhooks are sent to. It answers as a test sets it, and remembers what it got.
import http from "node:http"
import type { AddressInfo } from "node:net"
import type { Writable } from "node:stream"

export type Received = {
  path: string
  headers: Record<string, string>
  body: string
  id: string
  /** The sender's, on this machine. */
  port: number
  /** Whether the sender waits for an answer no longer. */
  isClosed: () => boolean
}
/**
 * `endless`: a failure's answer without an end; `gigabytes`: a success's. `late`: 200 once the sender waits no longer. `headers drip`,
 * `body drips`: a byte a second.
 */
type Answer =
  | number
  | "lose"
  | "garbage"
  | "endless"
  | "gigabytes"
  | "endless headers"
  | "redirect"
  | "hang"
  | "late"
  | "headers drip"
  | "body drips"

/** Until the other side ends the connection. */
const flood = (to: Writable, text: string) => {
  const more = () => {
    while (!to.destroyed && to.write(text));
  }
  to.on("drain", more)
  to.on("error", () => {})
  more()
}

const drip = (to: Writable) => {
  const dripping = setInterval(() => to.write("x"), 1_000)
  to.on("error", () => {})
  to.once("close", () => clearInterval(dripping))
}

export const openReceiver = async () => {
  const received: Received[] = []
  const accept = () => 204
  let answerOf: (got: Received) => Answer | Promise<Answer> = accept
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ) as Record<string, string>
    const got = {
      path: request.url ?? "",
      headers,
      body: Buffer.concat(chunks).toString("utf8"),
      id: headers["webhook-id"] ?? "",
      port: request.socket.remotePort ?? 0,
      isClosed: () => request.socket.destroyed,
    }
    received.push(got)
    const answer = await answerOf(got)
    if (typeof answer === "number") response.writeHead(answer).end(answer < 300 ? "" : `Answer ${answer}`)
    else if (answer === "redirect") response.writeHead(302, { location: "http://127.0.0.1:1/inside" }).end()
    else if (answer === "lose") request.socket.destroy()
    else if (answer === "garbage") request.socket.end("\u0000\u0001 not HTTP at all\r\n\r\n")
    else if (answer === "late") request.socket.once("close", () => response.writeHead(200).end())
    else if (answer === "endless" || answer === "gigabytes")
      flood(response.writeHead(answer === "endless" ? 500 : 200), "x".repeat(65_536))
    else if (answer === "endless headers") {
      request.socket.write("HTTP/1.1 200 OK\r\n")
      flood(request.socket, `x-more: ${"x".repeat(1_000)}\r\n`)
    } else if (answer === "headers drip") {
      request.socket.write("HTTP/1.1 200 OK\r\nx-more: ")
      drip(request.socket)
    } else if (answer === "body drips") drip(response.writeHead(500))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Answers from now on. */
    answers: (how: typeof answerOf) => {
      answerOf = how
    },
    /** As it was when it opened. */
    reset: () => {
      server.closeAllConnections()
      received.length = 0
      answerOf = accept
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
