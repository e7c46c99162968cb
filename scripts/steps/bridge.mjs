// bridge(options): a running product's tools over stdin and stdout, for clients that start programs. Speaks to the next product
// after a restart. Uses only Node built-ins, and the WebSocket that it is given.
import { createHash, createHmac, randomBytes } from "node:crypto"
import http from "node:http"
import https from "node:https"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"

const restarting = "Laneway is restarting. Try again."
const longestWaitMs = 2_000

/** `addressOf()`: of the product as last started. `start`: how a person starts it. */
let options

/** Undefined while there is no connection. */
let socket
/** The error of calls during a restart. */
let trouble = restarting
/** What arrives before the first connection. */
let waiting = []
let closing = false
let renewing = false
/** The client's own first request, which a new connection is greeted with. */
let greeting
const greetingAgain = "laneway-restarted"
/** Requests that have no answer yet: input that ends, as of a pipe, waits for them. */
const asked = new Set()

/** Runs until the client has ended its input. */
export const bridge = async (given) => {
  options = given
  process.stdout.on("error", () => process.exit(0))
  const lines = createInterface({ input: process.stdin })
  lines.on("line", take)
  lines.on("close", () => {
    closing = true
    if (asked.size === 0 && !waiting) leave()
  })
  await connect().catch((reason) => end(reason.message))
}

export const end = (message) => {
  console.error(message)
  process.exit(1)
}

const take = (line) => {
  if (line.trim() === "") return
  const { id, method, params } = parsed(line)
  if (method === "initialize") greeting = params
  if (method && id !== undefined) asked.add(id)
  // The server answers no request that was cancelled.
  if (method === "notifications/cancelled") answered(params?.requestId)
  if (socket) socket.send(line)
  else if (waiting) waiting.push(line)
  else if (method && id !== undefined) fail(id)
}

/** Of an address with or without the path, over HTTP or WebSockets. */
const endpoint = (given) => {
  const address = given.trim().replace(/^http/, "ws").replace(/\/+$/, "")
  return address.endsWith("/mcp") ? address : `${address}/mcp`
}

/** Resolves once a connection is open; it is renewed for as long as the client is there. */
const connect = async () => {
  const { WebSocket, key, isReadOnly } = options
  const address = endpoint(options.addressOf())
  const peer = await knownPeer(address)
  const lookup = (_name, { all }, done) => (all ? done(null, [peer]) : done(null, peer.address, peer.family))
  const opened = new WebSocket(`${address}${isReadOnly ? "?readonly" : ""}`, "mcp", {
    headers: { "X-API-KEY": key },
    lookup,
  })
  await new Promise((resolve, reject) => {
    opened.once("open", resolve)
    opened.once("unexpected-response", (_request, { statusCode }) => {
      const said = statusCode === 401 ? "PLAN_API_KEY is not a plan's current API key." : `It answers ${statusCode}.`
      reject(new Error(`The MCP server at ${address} refuses the connection. ${said}`))
      opened.terminate()
    })
    opened.on("error", () => reject(noServer(address)))
  })
  opened.on("message", (data) => hear(JSON.parse(String(data))))
  opened.once("close", () => void reconnect())
  if (!waiting && greeting) greet(opened)
  socket = opened
  for (const line of waiting ?? []) socket.send(line)
  waiting = undefined
  if (closing && asked.size === 0) leave()
}

const reconnect = async () => {
  if (closing) return leave()
  socket = undefined
  trouble = restarting
  for (const id of [...asked]) fail(id)
  if (renewing) return
  renewing = true
  for (let wait = 100; !socket; wait = Math.min(2 * wait, longestWaitMs)) {
    await sleep(wait)
    if (closing) return leave()
    await connect().catch((reason) => {
      trouble = reason.isRefusal ? reason.message : restarting
    })
  }
  renewing = false
}

/** The client was greeted by the product before its restart, and is not answered again. */
const greet = (opened) => {
  const send = (message) => opened.send(JSON.stringify({ jsonrpc: "2.0", ...message }))
  send({ id: greetingAgain, method: "initialize", params: greeting })
  send({ method: "notifications/initialized" })
}

const hear = (message) => {
  if (message.id === greetingAgain && !message.method) return
  if (message.id !== undefined && !message.method) answered(message.id)
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const fail = (id) => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: trouble } })}\n`)
  answered(id)
}

const answered = (id) => {
  asked.delete(id)
  if (closing && asked.size === 0) leave()
}

/** What was written to stdout is out before the process ends. */
const leave = () => {
  socket?.close()
  process.stdout.write("", () => process.exit(0))
}

const parsed = (line) => {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}

/** The address of the machine that has proved to know the key. Whatever else listens there is not sent the key. */
const knownPeer = async (address) => {
  const { key } = options
  const hash = createHash("sha256").update(key).digest()
  const [id, nonce] = [createHash("sha256").update(hash).digest("hex"), randomBytes(32).toString("base64url")]
  const url = new URL(address.replace(/^ws/, "http"))
  const at = url.host
  for (const [name, value] of Object.entries({ key: id, nonce, at })) url.searchParams.set(name, value)
  const { status, text, from } = await get(url).catch(() => {
    throw noServer(address)
  })
  const proof = createHmac("sha256", hash).update(`${nonce} ${at}`).digest("hex")
  if (status === 200 && parsed(text).proof === proof) return from
  if (status === 429) throw new Error(`The MCP server at ${address} refuses the connection. It answers 429.`)
  const said =
    `The MCP server at ${address} does not know the key, which was not sent: PLAN_API_KEY is not a plan's current API key, ` +
    "or another program listens there."
  throw Object.assign(new Error(said), { isRefusal: true })
}

const get = (url) => {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).get(url, { timeout: 10_000 }, (response) => {
      let text = ""
      const from = { address: response.socket.remoteAddress, family: response.socket.remoteFamily === "IPv6" ? 6 : 4 }
      response.setEncoding("utf8")
      response.on("data", (part) => {
        text += part
        if (text.length > 10_000) request.destroy()
      })
      response.on("end", () => resolve({ status: response.statusCode, text, from }))
      response.on("error", reject)
    })
    request.on("timeout", () => request.destroy())
    request.on("error", reject)
    request.on("close", () => reject(new Error("closed")))
  })
}

const noServer = (address) => {
  return new Error(`No MCP server answers at ${address}: ${options.start}`)
}
