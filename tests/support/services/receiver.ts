// openReceiver(): an HTTP server that webhooks are sent to. It answers as a test sets it, and remembers what it got.
import http from "node:http"
import type { AddressInfo } from "node:net"

export type Received = { path: string; headers: Record<string, string>; body: string; id: string }
type Answer = number | "lose" | "garbage" | "endless" | "redirect" | "hang"

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
    }
    received.push(got)
    const answer = await answerOf(got)
    if (typeof answer === "number") response.writeHead(answer).end(answer < 300 ? "" : `Answer ${answer}`)
    else if (answer === "redirect") response.writeHead(302, { location: "http://127.0.0.1:1/inside" }).end()
    else if (answer === "lose") request.socket.destroy()
    else if (answer === "garbage") request.socket.end("\u0000\u0001 not HTTP at all\r\n\r\n")
    else if (answer === "endless") {
      response.writeHead(500)
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      }
      response.on("drain", more)
      response.on("error", () => {})
      more()
    }
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
