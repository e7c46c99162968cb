// scriptedModel(): a local server that speaks the wire format of Chat Completions, answering by a script.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

type Sent = {
  model: string
  messages: { role: string; content: unknown; [field: string]: unknown }[]
  input?: Record<string, unknown>[]
  tools?: unknown[]
  stream?: boolean
  reasoning_effort?: string
  [parameter: string]: unknown
}
/** What it does with one request. */
export type Turn = (response: ServerResponse, sent: Sent) => void

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const stream = (response: ServerResponse, pieces: string[]) => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const piece of pieces) response.write(piece)
}

export const says =
  (text: string): Turn =>
  (response) => {
    stream(response, [
      chunk({ role: "assistant", content: "" }),
      ...text.split(/(?<= )/).map((content) => chunk({ content })),
    ])
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`)
  }

/** Says the pieces one after another, each when the promise of its place has resolved. */
export const saysSlowly =
  (pieces: string[], when: (at: number) => unknown): Turn =>
  async (response) => {
    stream(response, [])
    for (const [at, content] of pieces.entries()) {
      await when(at)
      response.write(chunk({ content }))
    }
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`)
  }

/** Says the text and calls a tool; the arguments arrive in pieces, as providers send them. */
export const calls =
  (name: string, args: unknown, content = ""): Turn =>
  (response) => {
    const text = typeof args === "string" ? args : JSON.stringify(args)
    const pieces = text.match(/[\s\S]{1,20}/g) ?? [""]
    stream(response, [
      chunk({
        role: "assistant",
        content,
        tool_calls: [{ index: 0, id: "call-1", type: "function", function: { name, arguments: "" } }],
      }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    ])
    response.end(`${chunk({}, "tool_calls")}data: [DONE]\n\n`)
  }

/** Calls a tool so many times in one answer. */
export const callsOften =
  (times: number, name: string, args: unknown): Turn =>
  (response) => {
    const call = { name, arguments: JSON.stringify(args) }
    const tool_calls = Array.from({ length: times }, (_, index) => ({ index, id: `call-${index}`, function: call }))
    stream(response, [chunk({ role: "assistant", content: "", tool_calls })])
    response.end(`${chunk({}, "tool_calls")}data: [DONE]\n\n`)
  }

export const proposes = (...changes: object[]): Turn => calls("propose_changes", { changes, summary: "" })

export const fails =
  (status: number, error: object = { message: "no" }): Turn =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" })
    response.end(JSON.stringify({ error }))
  }

/** Answers with the events as they are: objects as JSON, texts as lines. */
export const sends =
  (...events: (object | string)[]): Turn =>
  (response) => {
    stream(
      response,
      events.map((event) => (typeof event === "string" ? `${event}\n\n` : `data: ${JSON.stringify(event)}\n\n`)),
    )
    response.end()
  }

/** Chunks of one choice, which end by `finish`. */
export const chunks = (deltas: object[], finish = "stop"): Turn =>
  sends(...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })), {
    choices: [{ index: 0, delta: {}, finish_reason: finish }],
  })

/** Answers in one piece. */
export const answersWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Turn =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(JSON.stringify(body))
  }

/** Ends in the middle, without a reason. */
export const breaksOff: Turn = (response) => {
  stream(response, [chunk({ role: "assistant", content: "I would" })])
  response.end()
}

export const html: Turn = (response) => {
  response.writeHead(200, { "content-type": "text/html" })
  response.end("<html><body>Sign in to the proxy</body></html>")
}

/** `journal`: the requests it got. The last turn is repeated. */
export const scriptedModel = async () => {
  let turns: Turn[] = []
  const journal: Sent[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const sent = JSON.parse(Buffer.concat(pieces).toString() || "{}") as Sent
    journal.push(sent)
    const turn = turns.length > 1 ? turns.shift() : turns[0]
    if (turn) turn(response, sent)
    else fails(500)(response, sent)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    journal,
    /** What it does with the next requests. */
    script: (...next: Turn[]) => {
      turns = next
      journal.length = 0
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
